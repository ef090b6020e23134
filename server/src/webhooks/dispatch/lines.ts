import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { SECOND_MS } from '../../kit/clock.ts';
import type { Connect } from './connect.ts';
import { passOverContinue } from './interim.ts';

const IDLE_MS = 10 * SECOND_MS;
/** Of all hosts together: thousands of receivers that hear from us now and then must not use up the descriptors. */
const MAX_IDLE = 512;

/** Who waits for a line. `onLine` may come after the waiter lost interest; it then gives the line back. */
export type Waiter = { onLine(line: Line): void };

/**
 * A connection to one origin that carries one exchange at a time. undici opens it with the first exchange, keeps it
 * alive between two, and opens it again when the receiver closed it meanwhile.
 */
export class Line {
  readonly origin: string;
  readonly #client: Client;
  #socket: Socket | null = null;
  #exchanges = 0;
  #awaitsAnswer = false;

  constructor(origin: string, connect: Connect, onClosed: (line: Line) => void) {
    this.origin = origin;
    this.#client = new Client(origin, {
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      // One deadline is kept over the whole exchange by whoever holds the line; undici's own would only cost timers.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (destination, callback) => {
        this.#exchanges = 0;
        this.#socket = connect(destination, callback);
        if (this.#socket) this.#watchForInterim(this.#socket);
      },
    });
    this.#client.on('disconnect', () => onClosed(this));
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#awaitsAnswer = true;
    this.#client.dispatch(request, handler);
  }

  #watchForInterim(socket: Socket): void {
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const chunk: Buffer | null = read(size);
      if (chunk && this.#awaitsAnswer) this.#awaitsAnswer = passOverContinue(chunk);
      return chunk;
    };
  }

  /** Whether its connection has carried an exchange before, and may have been closed by the receiver since. */
  get isReused(): boolean {
    return this.#exchanges > 0;
  }

  get bytesRead(): number {
    return this.#socket?.bytesRead ?? 0;
  }

  noteExchange(): void {
    this.#exchanges += 1;
  }

  /** At once, also while it is being opened: undici alone would let a connection under way go on. */
  destroy(): void {
    void this.#client.destroy();
    this.#socket?.destroy();
  }
}

type Host = { open: number; idle: Line[]; waiting: Set<Waiter> };

/**
 * The lines to every origin: so many to each, the rest waits its turn. An origin nobody talks to is forgotten when its
 * last idle line closes. (undici's own Agent forgets a host's bound with each failed connection and has none over all
 * hosts.)
 */
export class Lines {
  readonly #connect: Connect;
  readonly #maxPerOrigin: number;
  readonly #hosts = new Map<string, Host>();
  readonly #busy = new Set<Line>();
  /** Oldest first. */
  readonly #idle = new Set<Line>();

  constructor(connect: Connect, maxPerOrigin: number) {
    this.#connect = connect;
    this.#maxPerOrigin = maxPerOrigin;
  }

  get origins(): number {
    return this.#hosts.size;
  }

  take(origin: string, waiter: Waiter): void {
    const host = this.#hostOf(origin);
    // The line used last is the one least likely to have been closed by the other side.
    const line = host.idle.pop();
    if (line) {
      this.#idle.delete(line);
      this.#busy.add(line);
      waiter.onLine(line);
    } else if (host.open < this.#maxPerOrigin) {
      waiter.onLine(this.#open(origin, host));
    } else {
      host.waiting.add(waiter);
    }
  }

  stopWaiting(origin: string, waiter: Waiter): void {
    this.#hosts.get(origin)?.waiting.delete(waiter);
  }

  /** After a whole exchange: to the next who waits, or to rest. */
  giveBack(line: Line): void {
    const host = this.#hostOf(line.origin);
    const next = firstOf(host.waiting);
    if (next) {
      host.waiting.delete(next);
      handOver(next, line);
      return;
    }
    this.#busy.delete(line);
    host.idle.push(line);
    this.#idle.add(line);
    const oldest = this.#idle.size > MAX_IDLE ? firstOf(this.#idle) : undefined;
    if (oldest) this.drop(oldest);
  }

  /** A line that failed is not used again. Its place goes to the next who waits. */
  drop(line: Line): void {
    const host = this.#remove(line);
    const next = firstOf(host.waiting);
    if (next) {
      host.waiting.delete(next);
      handOver(next, this.#open(line.origin, host));
    } else if (host.open === 0) {
      this.#hosts.delete(line.origin);
    }
  }

  /** A new connection in the place of one that failed, for the same holder. */
  renew(line: Line): Line {
    return this.#open(line.origin, this.#remove(line));
  }

  close(): void {
    for (const host of this.#hosts.values()) host.waiting.clear();
    for (const line of [...this.#busy, ...this.#idle]) this.drop(line);
  }

  #hostOf(origin: string): Host {
    const known = this.#hosts.get(origin);
    if (known) return known;
    const host: Host = { open: 0, idle: [], waiting: new Set() };
    this.#hosts.set(origin, host);
    return host;
  }

  #open(origin: string, host: Host): Line {
    const line = new Line(origin, this.#connect, (closed) => {
      if (this.#idle.has(closed)) this.drop(closed);
    });
    host.open += 1;
    this.#busy.add(line);
    return line;
  }

  #remove(line: Line): Host {
    const host = this.#hostOf(line.origin);
    const wasBusy = this.#busy.delete(line);
    const wasIdle = this.#idle.delete(line);
    if (wasIdle) host.idle.splice(host.idle.indexOf(line), 1);
    if (wasBusy || wasIdle) host.open -= 1;
    line.destroy();
    return host;
  }
}

function firstOf<T>(set: ReadonlySet<T>): T | undefined {
  return set.values().next().value;
}

/** In a turn of its own: a row of requests that fail at once must not fill the stack. */
function handOver(waiter: Waiter, line: Line): void {
  queueMicrotask(() => waiter.onLine(line));
}
