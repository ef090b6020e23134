import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceiverOrder = { report: 'arrivals' | 'count' };
export type ReceiverNotice = { port: number } | { count: number } | Arrivals;

/** Messages since the last report: the age of each event, and the last message as it arrived. */
export type Arrivals = { agesMs: number[]; last: Message | null };
export type Message = { path: string; headers: IncomingHttpHeaders; body: string };

const ANSWER = '{"received":true}';
const TIMESTAMP = /"timestamp":"([^"]+)"/;

/** A minimal endpoint of a seller: reads the whole message, records its time, answers 200. */
async function start(): Promise<void> {
  let arrivals: Arrivals = { agesMs: [], last: null };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    arrivals.agesMs.push(Date.now() - Date.parse(TIMESTAMP.exec(body)?.[1] ?? ''));
    arrivals.last = { path: request.url ?? '/', headers: request.headers, body };
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': ANSWER.length });
    response.end(ANSWER);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.on('message', ({ report: wanted }: ReceiverOrder) => {
    if (wanted === 'count') {
      send({ count: arrivals.agesMs.length });
      return;
    }
    send(arrivals);
    arrivals = { agesMs: [], last: null };
  });
  process.once('disconnect', () => process.exit(0));
  send({ port: (server.address() as AddressInfo).port });
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}

function send(notice: ReceiverNotice): void {
  process.send?.(notice);
}

await start();
