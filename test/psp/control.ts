import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a test may order, each with its arguments. */
export type Orders = Record<string, (...args: never[]) => unknown>;

/** A plain door on loopback beside the PSP's own: `POST /<order>` with the arguments as an array. */
export async function startControl(orders: Orders): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? null));
    obey(orders, request).then(
      (result) => reply(200, result),
      (error: Error) => reply(422, { error: error.message }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, server };
}

async function obey(orders: Orders, request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const name = (request.url ?? '').slice(1);
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (!order) throw new Error(`there is no order "${name}"`);
  // What was not said arrives as null: JSON knows no undefined.
  const args = (JSON.parse(Buffer.concat(chunks).toString()) as unknown[]).map((each) => each ?? undefined);
  return order(...(args as never[]));
}
