import { connect, createServer, type Socket } from 'node:net';

export type HeldLink = {
  /** `host:port` to use instead of the server's own. */
  readonly address: string;
  /** The next message with these words does not arrive, nor does what follows it. Resolves when it was sent. */
  hold(words: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Stands before a node of a cluster and passes everything on, so that a test can stop the coordinator between two steps
 * of a commit. Connections must not be encrypted.
 */
export async function startHeldLink(server: string): Promise<HeldLink> {
  const [host = '', port = ''] = server.split(':');
  const sockets = new Set<Socket>();
  let held: { words: string; come(): void } | null = null;
  const listener = createServer((client) => {
    const upstream = connect(Number(port), host);
    let isHeld = false;
    client.on('data', (chunk) => {
      if (held && chunk.includes(held.words)) {
        isHeld = true;
        held.come();
        held = null;
      }
      if (!isHeld) upstream.write(chunk);
    });
    upstream.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const address = listener.address();
  if (!address || typeof address === 'string') throw new Error('the link listens on a port');
  return {
    address: `127.0.0.1:${address.port}`,
    hold: (words) =>
      new Promise<void>((come) => {
        held = { words, come };
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => listener.close(() => done()));
    },
  };
}
