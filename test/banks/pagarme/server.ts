import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { IssuedCertificate } from '../../support/certificates.ts';
import { type Answer, type Bank, Problem } from './bank.ts';
import type { Signer } from './notices.ts';
import { type Request, type Route, routeOf } from './routes.ts';

const KEY_LIFE_MS = 24 * 3_600_000;
const KEYS_PATH = '/.well-known/jwks.json';

export async function startServer(
  bank: Bank,
  signer: Signer,
  { cert, key }: IssuedCertificate,
): Promise<number> {
  const server = createServer({ cert, key, minVersion: 'TLSv1.2' }, (request, response) => {
    serve(bank, signer, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

type Incoming = { method: string; url: URL; raw: string; authorization: string; key: string | null };

async function serve(
  bank: Bank,
  signer: Signer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { headers, method = '' } = request;
  const incoming: Incoming = {
    ...{
      method,
      url: new URL(request.url ?? '/', 'https://localhost'),
      raw: Buffer.concat(chunks).toString(),
    },
    authorization: headers.authorization ?? '',
    key: headers['idempotency-key']?.toString() ?? null,
  };
  if (incoming.url.pathname === KEYS_PATH) {
    return withFaults(bank, 'keys', response, '', () => ({ status: 200, body: signer.keys() }));
  }
  const known = routed(incoming);
  if ('status' in known) return send(response, known);
  const { route, path } = known;
  const said = `${incoming.authorization} ${incoming.raw}`;
  await withFaults(bank, route.operation, response, said, () => answerOf(bank, route, path, incoming));
}

function routed({ method, url }: Incoming): ReturnType<typeof routeOf> | Answer {
  try {
    return routeOf(method, url.pathname);
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): Answer {
  if (error instanceof Problem) return { status: error.status, body: error.body() };
  throw error;
}

/** The same key again gets the first answer, for a day. */
function answerOf(bank: Bank, route: Route, path: Request['path'], incoming: Incoming): Answer {
  const { method, url, raw, key, authorization } = incoming;
  const { operation } = route;
  const query = Object.fromEntries(url.searchParams);
  const body = raw === '' ? undefined : parsed(raw);
  bank.seen.push({ operation, method, path: url.pathname, query, key, body });
  const expected = Buffer.from(`${bank.settings.secretKey}:`).toString('base64');
  if (!route.isOpen && authorization !== `Basic ${expected}`) {
    return { status: 401, body: { message: 'Authorization has been denied for this request.' } };
  }
  const isWrite = method !== 'GET' && !route.isOpen;
  if (isWrite && key === null) bank.violations.push(`${operation} without a key`);
  const what = `${method} ${url.pathname}`;
  const earlier = key === null ? undefined : bank.keys.get(key);
  const nowMs = bank.now().getTime();
  if (isWrite && earlier && earlier.endsAtMs > nowMs) {
    if (earlier.what !== what || earlier.raw !== raw)
      bank.violations.push(`${operation} with the key of another`);
    return earlier.answer;
  }
  const answer = acted(bank, route, { path, query, body });
  if (answer.status === 422) bank.violations.push(`${operation} ${JSON.stringify(answer.body)}`);
  // What was refused was not done: it may be sent again.
  if (isWrite && key !== null && answer.status < 300) {
    bank.keys.set(key, { what, raw, answer: structuredClone(answer), endsAtMs: nowMs + KEY_LIFE_MS });
  }
  return answer;
}

function acted(bank: Bank, route: Route, request: Request): Answer {
  try {
    return { status: 200, body: route.act(bank, request) };
  } catch (error) {
    return problemOf(error);
  }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

/** What was set to go wrong goes wrong here, around what is done. */
async function withFaults(
  { faults, settings }: Bank,
  operation: Route['operation'],
  response: ServerResponse,
  said: string,
  act: () => Answer,
): Promise<void> {
  const failure = (status = 500): Answer => ({
    status,
    body: { message: `The simulator fails. ${settings.quotes ? said : ''}`.trim() },
  });
  const slow = faults.take('slow', operation);
  if (slow) await pause(slow.ms ?? 0);
  if (faults.take('drop before', operation)) return void response.socket?.destroy();
  if (faults.take('unauthorized', operation)) return send(response, failure(401));
  const before = faults.take('fail before', operation);
  if (before) return send(response, failure(before.status));
  const answer = act();
  if (faults.take('drop after', operation)) return void response.socket?.destroy();
  const after = faults.take('fail after', operation);
  send(response, after ? failure(after.status) : answer);
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
