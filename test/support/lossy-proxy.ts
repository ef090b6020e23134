import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * Where a COMMIT gets lost. `request`: the connection is cut before PostgreSQL has seen it, which rolls back. `reply`:
 * PostgreSQL has committed, and the connection is cut instead of passing its answer on.
 */
export type Loss = 'request' | 'reply';

/**
 * What the link does for a while. `stalled`: nothing passes, and all of it arrives later. `silent`: everything is
 * swallowed without a sign, and the connections of that time stay dead for ever. `refusing`: open connections are reset
 * and new ones refused. `halving`: every answer is cut in the middle, and its connection with it.
 */
export type Fault = 'stalled' | 'silent' | 'refusing' | 'halving';

export type LossyProxy = {
  readonly connectionString: string;
  /** The next COMMITs get lost, each in this way. */
  lose(...losses: readonly Loss[]): void;
  /** As many new connections are cut at once, as by a server that restarts. */
  refuse(connections: number): void;
  /** How many COMMITs and connections are still to be lost. */
  left(): number;
  begin(fault: Fault): Promise<void>;
  /** The link is good again. */
  end(): Promise<void>;
  /** Resets every open connection. */
  reset(): void;
  /** New connections go to another server, as after a failover. */
  retarget(connectionString: string): void;
  close(): Promise<void>;
};

/** A simple query as it travels: its letter, its length, its text, a zero byte. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0');

type Pair = { client: Socket; upstream: Socket; isDead: boolean };

/** Stands between a program and its server (PostgreSQL, Redis), and passes everything on but what it was asked to lose. */
export async function startLossyProxy(connectionString: string): Promise<LossyProxy> {
  const link = new Link(connectionString);
  await link.listen(0);
  const own = new URL(connectionString);
  own.searchParams.delete('host');
  own.hostname = '127.0.0.1';
  own.port = `${link.port}`;
  return {
    connectionString: own.href,
    lose: (...more) => link.losses.push(...more),
    refuse: (connections) => {
      link.refused += connections;
    },
    left: () => link.losses.length + link.refused,
    begin: (fault) => link.begin(fault),
    end: () => link.end(),
    reset: () => link.reset(),
    retarget: (other) => {
      link.target = other;
    },
    close: () => link.close(),
  };
}

class Link {
  readonly losses: Loss[] = [];
  refused = 0;
  port = 0;
  target: string;
  #fault: Fault | null = null;
  #server: Server | null = null;
  readonly #pairs = new Set<Pair>();

  constructor(target: string) {
    this.target = target;
  }

  async listen(port: number): Promise<void> {
    const server = createServer({ pauseOnConnect: true }, (client) => this.#accept(client));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('the proxy listens on a port');
    this.port = address.port;
  }

  async begin(fault: Fault): Promise<void> {
    this.#fault = fault;
    if (fault === 'refusing') {
      this.reset();
      await this.#stopListening();
    }
    if (fault === 'silent') for (const pair of this.#pairs) pair.isDead = true;
    if (fault === 'stalled') for (const pair of this.#pairs) both(pair, (socket) => socket.pause());
  }

  async end(): Promise<void> {
    const fault = this.#fault;
    this.#fault = null;
    if (fault === 'refusing') await this.listen(this.port);
    if (fault === 'stalled') for (const pair of this.#pairs) both(pair, (socket) => socket.resume());
  }

  reset(): void {
    for (const { client, upstream } of this.#pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) both(pair, (socket) => socket.destroy());
    await this.#stopListening();
  }

  async #stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #openUpstream(): Socket {
    const target = new URL(this.target);
    const folder = target.searchParams.get('host');
    return folder
      ? connect(join(folder, `.s.PGSQL.${target.port}`))
      : connect(Number(target.port), target.hostname);
  }

  #accept(client: Socket): void {
    if (this.refused > 0) {
      this.refused -= 1;
      client.destroy();
      return;
    }
    const pair = { client, upstream: this.#openUpstream(), isDead: this.#fault === 'silent' };
    this.#pairs.add(pair);
    this.#pass(pair);
    for (const socket of [pair.client, pair.upstream]) {
      socket.on('error', () => this.#cut(pair));
      socket.on('close', () => this.#cut(pair));
    }
    if (this.#fault === 'stalled') both(pair, (socket) => socket.pause());
    else client.resume();
  }

  #pass(pair: Pair): void {
    const { client, upstream } = pair;
    let isReplyLost = false;
    client.on('data', (chunk) => {
      if (pair.isDead) return;
      const loss = chunk.includes(COMMIT) ? this.losses.shift() : undefined;
      if (loss === 'request') return this.#cut(pair);
      isReplyLost = loss === 'reply';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (pair.isDead) return;
      if (isReplyLost) return this.#cut(pair);
      if (this.#fault !== 'halving') return void client.write(chunk);
      client.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => this.#cut(pair));
    });
  }

  /** A link that died without a sign does not tell when the other side goes away either. */
  #cut(pair: Pair): void {
    if (pair.isDead && !pair.client.destroyed) {
      pair.upstream.destroy();
      return;
    }
    this.#pairs.delete(pair);
    both(pair, (socket) => socket.destroy());
  }
}

function both({ client, upstream }: Pair, act: (socket: Socket) => void): void {
  act(client);
  act(upstream);
}
