import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceiverOrder = { tell: 'arrivals' | 'count' };
export type ReceiverNotice = { port: number } | { count: number } | Arrivals;

/** What came since the last question: how old each message's event was, and the last message as it arrived. */
export type Arrivals = { agesMs: number[]; last: Message | null };
export type Message = { path: string; headers: IncomingHttpHeaders; body: string };

const ANSWER = '{"received":true}';
const TIMESTAMP = /"timestamp":"([^"]+)"/;

/** A seller's endpoint that does as little as one can: reads the whole message, notes when it came, says thank you. */
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
  process.on('message', ({ tell: wanted }: ReceiverOrder) => {
    if (wanted === 'count') {
      tell({ count: arrivals.agesMs.length });
      return;
    }
    tell(arrivals);
    arrivals = { agesMs: [], last: null };
  });
  process.once('disconnect', () => process.exit(0));
  tell({ port: (server.address() as AddressInfo).port });
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}

function tell(notice: ReceiverNotice): void {
  process.send?.(notice);
}

await start();
