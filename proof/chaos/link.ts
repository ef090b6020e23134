import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What the link does for a while. `stall`: nothing passes, and all of it arrives later. `silence`: everything is
 * swallowed without a sign, and connections of that time stay dead for ever. `refuse`: open connections are reset and
 * new ones refused. `halves`: every answer is cut in the middle, and its connection with it.
 */
export type LinkFault = 'stall' | 'silence' | 'refuse' | 'halves';

type Pair = { client: Socket; upstream: Socket; isDead: boolean };

/** A TCP proxy in front of a server: passes everything on until it is made to fail. */
export class Link {
  port = 0;
  #target: number;
  #fault: LinkFault | null = null;
  #server: Server | null = null;
  readonly #pairs = new Set<Pair>();

  constructor(target: number) {
    this.#target = target;
  }

  async open(port = 0): Promise<void> {
    const server = createServer({ pauseOnConnect: true }, (client) => this.#accept(client));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('the link has no port');
    this.port = address.port;
  }

  async begin(fault: LinkFault): Promise<void> {
    this.#fault = fault;
    if (fault === 'refuse') {
      this.reset();
      await this.#stopListening();
    }
    if (fault === 'silence') for (const pair of this.#pairs) pair.isDead = true;
    if (fault === 'stall') for (const pair of this.#pairs) both(pair, (socket) => socket.pause());
  }

  async end(): Promise<void> {
    const fault = this.#fault;
    this.#fault = null;
    if (fault === 'refuse') await this.open(this.port);
    if (fault === 'stall') for (const pair of this.#pairs) both(pair, (socket) => socket.resume());
  }

  reset(): void {
    for (const { client, upstream } of this.#pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  }

  /** Connections go to another server from now on, as after a failover. */
  retarget(port: number): void {
    this.#target = port;
    this.reset();
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

  #accept(client: Socket): void {
    const upstream = connect(this.#target, '127.0.0.1');
    const pair = { client, upstream, isDead: this.#fault === 'silence' };
    this.#pairs.add(pair);
    client.on('data', (chunk) => void (pair.isDead || upstream.write(chunk)));
    upstream.on('data', (chunk) => {
      if (pair.isDead) return;
      if (this.#fault !== 'halves') return void client.write(chunk);
      client.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => this.#cut(pair));
    });
    for (const socket of [client, upstream]) {
      socket.on('error', () => this.#cut(pair));
      socket.on('close', () => this.#cut(pair));
    }
    if (this.#fault === 'stall') both(pair, (socket) => socket.pause());
    else client.resume();
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
