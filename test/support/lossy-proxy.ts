import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * Where a COMMIT gets lost. `request`: the connection is cut before PostgreSQL has seen it, which rolls back. `reply`:
 * PostgreSQL has committed, and the connection is cut instead of passing its answer on.
 */
export type Loss = 'request' | 'reply';

export type LossyProxy = {
  readonly connectionString: string;
  /** The next COMMITs get lost, each in this way. */
  lose(...losses: readonly Loss[]): void;
  /** As many new connections are cut at once, as by a server that restarts. */
  refuse(connections: number): void;
  /** How many COMMITs and connections are still to be lost. */
  left(): number;
  close(): Promise<void>;
};

/** A simple query as it travels: its letter, its length, its text, a zero byte. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0');

/** Stands between a program and its PostgreSQL, and passes everything on but what it was asked to lose. */
export async function startLossyProxy(connectionString: string): Promise<LossyProxy> {
  const target = new URL(connectionString);
  const folder = target.searchParams.get('host');
  const openUpstream = () =>
    folder ? connect(join(folder, `.s.PGSQL.${target.port}`)) : connect(Number(target.port), target.hostname);
  let refused = 0;
  const losses: Loss[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (refused > 0) {
      refused -= 1;
      client.destroy();
      return;
    }
    const upstream = openUpstream();
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    let isReplyLost = false;
    client.on('data', (chunk) => {
      const loss = chunk.includes(COMMIT) ? losses.shift() : undefined;
      if (loss === 'request') return cut();
      isReplyLost = loss === 'reply';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isReplyLost) cut();
      else client.write(chunk);
    });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        open.delete(socket);
        cut();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy listens on a port');
  const own = new URL(connectionString);
  own.searchParams.delete('host');
  own.hostname = '127.0.0.1';
  own.port = `${address.port}`;
  return {
    connectionString: own.href,
    lose: (...more) => losses.push(...more),
    refuse: (connections) => {
      refused += connections;
    },
    left: () => losses.length + refused,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
