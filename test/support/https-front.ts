import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { selfSigned } from './certificate.ts';

/** Where banks, which call https only, reach a gateway that speaks http. While it is down, connections break. */
export type HttpsFront = { readonly url: string; close(): Promise<void> };

export async function startHttpsFront(port: number): Promise<HttpsFront> {
  const sockets = new Set<Socket>();
  const server = createServer(selfSigned(['localhost'], ['127.0.0.1']), (caller) => {
    const gateway = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [caller, gateway],
      [gateway, caller],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    caller.pipe(gateway).pipe(caller);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
