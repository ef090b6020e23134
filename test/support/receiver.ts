import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; headers: IncomingHttpHeaders; raw: string; atMs: number };
type Respond = (request: Received, response: ServerResponse) => void;

export type Receiver = {
  url: string;
  received: Received[];
  /** From now on; by default 200 with a short text. */
  respondWith(respond: Respond): void;
  stop(): Promise<void>;
};

export const answering =
  (status: number, body = 'ok'): Respond =>
  (_request, response) =>
    void response.writeHead(status).end(body);

/** A real server on loopback that keeps everything it is sent. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let respond: Respond = answering(200);
  const server = createServer((request, response) => {
    void readWhole(request).then((whole) => {
      received.push(whole);
      respond(whole, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondWith(next) {
      respond = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readWhole(request: IncomingMessage): Promise<Received> {
  const atMs = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return { path: request.url ?? '', headers: request.headers, raw: Buffer.concat(chunks).toString(), atMs };
}
