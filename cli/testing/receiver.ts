import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventName, WebhookEvent } from '../../sdk/src/main.ts';

export type ReceivedWebhook = {
  /** As `verifyWebhook` takes it: the body byte for byte, and the headers. */
  readonly raw: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly path: string;
  readonly event: EventName;
  readonly data: WebhookEvent['data'];
  readonly message: WebhookEvent;
};

export type Receiver = {
  readonly url: string;
  received(event?: EventName): ReceivedWebhook[];
  stop(): Promise<void>;
};

const MAX_BODY_BYTES = 1_000_000;

/** Answers 200 to everything and keeps it. */
export async function startReceiver(): Promise<Receiver> {
  const kept: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    readWhole(request).then(
      (raw) => {
        const received = raw === null ? null : read(request, raw);
        if (received) kept.push(received);
        response.writeHead(received ? 200 : 400).end(received ? 'ok' : 'no event');
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  // A suite without a call of stop() still ends.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received: (event) => kept.filter((each) => event === undefined || each.event === event),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readWhole(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function read({ headers, url = '/' }: IncomingMessage, raw: string): ReceivedWebhook | null {
  try {
    const message = JSON.parse(raw) as WebhookEvent;
    return { raw, headers, path: url, event: message.event, data: message.data, message };
  } catch {
    return null;
  }
}
