import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Connect } from './connect.ts';

export type PoolOptions = {
  readonly maxPerOrigin: number;
  /** Idle connections to all origins together: many receivers that rarely get a request must not use up descriptors. */
  readonly maxIdle: number;
  /** How long an idle connection is kept, and the maximum if the server asks for more by `Keep-Alive`. */
  readonly idleMs: number;
  readonly maxIdleMs: number;
};

/** Waits for a connection. `onConnection` may be called after the waiter has ended; it then drops the connection. */
export type Waiter = { onConnection(connection: Connection): void };

/**
 * A connection to one origin that carries one exchange at a time. undici opens it with the first exchange, keeps it
 * alive between two, and opens it again if the server closed it in between.
 */
export class Connection {
  readonly origin: string;
  readonly #client: Client;
  #socket: Socket | null = null;
  #exchanges = 0;

  constructor(origin: string, connect: Connect, options: PoolOptions, onClosed: (own: Connection) => void) {
    this.origin = origin;
    this.#client = new Client(origin, {
      pipelining: 1,
      keepAliveTimeout: options.idleMs,
      keepAliveMaxTimeout: options.maxIdleMs,
      // The exchange keeps one deadline over all of it; undici's own would only cost timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (destination, callback) => {
        this.#exchanges = 0;
        this.#socket = connect(destination, callback);
      },
    });
    this.#client.on('disconnect', () => onClosed(this));
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(request, handler);
  }

  /** Whether its socket has carried an exchange before, and may have been closed by the server since. */
  get isReused(): boolean {
    return this.#exchanges > 0;
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  countExchange(): void {
    this.#exchanges += 1;
  }

  /** Immediately, also while it is being opened: undici alone would let the opening go on. */
  destroy(): void {
    void this.#client.destroy();
    this.#socket?.destroy();
  }
}

type Origin = { open: number; idle: Connection[]; waiting: Set<Waiter> };

/**
 * Connections to all origins, with a limit for each: further exchanges wait in order. An origin is dropped when its last
 * connection closes. (undici's Agent loses the limit of an origin after a failed connection, has no limit over all
 * origins, and does not say which connection carries a request.)
 */
export class ConnectionPool {
  readonly #connect: Connect;
  readonly #options: PoolOptions;
  readonly #origins = new Map<string, Origin>();
  readonly #busy = new Set<Connection>();
  /** Oldest first. */
  readonly #idle = new Set<Connection>();
  #maxIdle: number;

  constructor(connect: Connect, options: PoolOptions) {
    this.#connect = connect;
    this.#options = options;
    this.#maxIdle = options.maxIdle;
  }

  get originCount(): number {
    return this.#origins.size;
  }

  acquire(originName: string, waiter: Waiter): void {
    const origin = this.#originOf(originName);
    // The connection used last is the least likely to have been closed by the server.
    const connection = origin.idle.pop();
    if (connection) {
      this.#idle.delete(connection);
      this.#busy.add(connection);
      waiter.onConnection(connection);
    } else if (origin.open < this.#options.maxPerOrigin) {
      waiter.onConnection(this.#open(originName, origin));
    } else {
      origin.waiting.add(waiter);
    }
  }

  stopWaiting(originName: string, waiter: Waiter): void {
    this.#origins.get(originName)?.waiting.delete(waiter);
  }

  /** After a complete exchange: the connection goes to the next waiter, or becomes idle. */
  release(connection: Connection): void {
    const origin = this.#originOf(connection.origin);
    const next = firstOf(origin.waiting);
    if (next) {
      origin.waiting.delete(next);
      handOver(next, connection);
      return;
    }
    this.#busy.delete(connection);
    origin.idle.push(connection);
    this.#idle.add(connection);
    const oldest = this.#idle.size > this.#maxIdle ? firstOf(this.#idle) : undefined;
    if (oldest) this.drop(oldest);
  }

  /** A connection that failed is not used again. The next waiter gets a new one. */
  drop(connection: Connection): void {
    const origin = this.#remove(connection);
    const next = firstOf(origin.waiting);
    if (next) {
      origin.waiting.delete(next);
      handOver(next, this.#open(connection.origin, origin));
    } else if (origin.open === 0) {
      this.#origins.delete(connection.origin);
    }
  }

  /** Replaces a connection that failed by a new one, for the same exchange. */
  replace(connection: Connection): Connection {
    return this.#open(connection.origin, this.#remove(connection));
  }

  /** Lets exchanges in progress finish. No connection is kept idle from now on. */
  retire(): void {
    this.#maxIdle = 0;
    for (const connection of [...this.#idle]) this.drop(connection);
  }

  close(): void {
    for (const origin of this.#origins.values()) origin.waiting.clear();
    for (const connection of [...this.#busy, ...this.#idle]) this.drop(connection);
  }

  #originOf(name: string): Origin {
    const known = this.#origins.get(name);
    if (known) return known;
    const origin: Origin = { open: 0, idle: [], waiting: new Set() };
    this.#origins.set(name, origin);
    return origin;
  }

  #open(originName: string, origin: Origin): Connection {
    const connection = new Connection(originName, this.#connect, this.#options, (closed) => {
      if (this.#idle.has(closed)) this.drop(closed);
    });
    origin.open += 1;
    this.#busy.add(connection);
    return connection;
  }

  #remove(connection: Connection): Origin {
    const origin = this.#originOf(connection.origin);
    const wasBusy = this.#busy.delete(connection);
    const wasIdle = this.#idle.delete(connection);
    if (wasIdle) origin.idle.splice(origin.idle.indexOf(connection), 1);
    if (wasBusy || wasIdle) origin.open -= 1;
    connection.destroy();
    return origin;
  }
}

function firstOf<T>(set: ReadonlySet<T>): T | undefined {
  return set.values().next().value;
}

/** In a microtask of its own: many requests that fail immediately must not overflow the stack. */
function handOver(waiter: Waiter, connection: Connection): void {
  queueMicrotask(() => waiter.onConnection(connection));
}
