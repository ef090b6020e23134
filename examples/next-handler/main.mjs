// In the place of Next.js: gives the handlers under app/ a Request and sends their Response.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Guiche } from '@guiche/sdk';
import * as checkout from './app/checkout/route.mjs';
import * as notices from './app/guiche/route.mjs';

const port = Number(process.env.PORT ?? 4100);
const ROUTES = { '/checkout': checkout, '/guiche': notices };

const server = createServer(async (incoming, outgoing) => {
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const handle = ROUTES[url.pathname]?.[incoming.method ?? ''];
  if (!handle) return outgoing.writeHead(404).end();
  try {
    const body = incoming.method === 'GET' ? undefined : await buffer(incoming);
    const headers = /** @type {Record<string, string>} */ (incoming.headers);
    const request = new Request(url, { method: incoming.method, headers, body });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    outgoing.writeHead(500).end();
  }
});
server.listen(port, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
const address = `http://127.0.0.1:${port}`;
const guiche = new Guiche({
  baseUrl: process.env.GUICHE_URL ?? '',
  apiKey: process.env.GUICHE_API_KEY ?? '',
});
const url = `${address}/guiche`;
// A secret is shown once, so that the webhook of the start before is of no use.
for await (const old of guiche.webhooks.list()) if (old.url === url) await guiche.webhooks.remove(old.id);
const webhook = await guiche.webhooks.create({ url, events: ['payment.received'] });
process.env.GUICHE_WEBHOOK_SECRET = webhook.secret ?? '';
process.stdout.write(`The handlers are served: ${address}/checkout\n`);
process.stdout.write(
  `Ask for a charge: curl ${address}/checkout --json '{"order":"77","amount":"19.90"}', then look at ${address}/checkout?order=77\n`,
);
