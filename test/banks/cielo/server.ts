import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { IssuedCertificate } from '../../support/certificates.ts';
import type { Operation } from './faults.ts';
import { type House, Problem } from './house.ts';
import { grantToken, mpiToken, pageKey, storeByNumber, storedCard, zeroAuth } from './page.ts';
import { captureSale, createSale, held, orderAt, paymentAt, voidSale } from './sales.ts';

type Call = {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingMessage['headers'];
  body: unknown;
  isBraspag: boolean;
};
type Answer = { status: number; body: unknown };
type Route = {
  operation: Operation;
  method: 'GET' | 'POST' | 'PUT';
  /** After the version, `1` or `v2`, where the host has one. */
  pattern: RegExp;
  status?: number;
  act(house: House, call: Call, id: string): unknown;
};

export const API: readonly Route[] = [
  {
    ...{ operation: 'sale', method: 'POST', pattern: /^\/sales\/$/, status: 201 },
    act: (house, { body, isBraspag }) => createSale(house, body, isBraspag),
  },
  {
    ...{ operation: 'capture', method: 'PUT', pattern: /^\/sales\/([^/]+)\/capture$/ },
    act: (house, { query, isBraspag }, id) => captureSale(house, held(house, id), query.amount, isBraspag),
  },
  {
    ...{ operation: 'void', method: 'PUT', pattern: /^\/sales\/([^/]+)\/void$/ },
    act: (house, { query, isBraspag }, id) => voidSale(house, held(house, id), query.amount, isBraspag),
  },
  {
    ...{ operation: 'card.post', method: 'POST', pattern: /^\/card\/?$/, status: 201 },
    act: (house, { body }) => storeByNumber(house, body),
  },
  {
    ...{ operation: 'zeroauth', method: 'POST', pattern: /^\/zeroauth$/ },
    act: (house, { body }) => zeroAuth(house, body),
  },
];
export const QUERY: readonly Route[] = [
  {
    ...{ operation: 'order', method: 'GET', pattern: /^\/sales$/ },
    act: (house, { query, isBraspag }) => orderAt(house, query.merchantOrderId ?? '', isBraspag),
  },
  {
    ...{ operation: 'payment', method: 'GET', pattern: /^\/sales\/([^/]+)$/ },
    act: (house, { isBraspag }, id) => paymentAt(house, id, isBraspag),
  },
  {
    ...{ operation: 'card.get', method: 'GET', pattern: /^\/card\/([^/]+)$/ },
    act: (house, _, id) => storedCard(house, id),
  },
];
export const PAGE: readonly Route[] = [
  {
    ...{ operation: 'token', method: 'POST', pattern: /^\/oauth2\/token$/ },
    act: (house, { headers, body }) => grantToken(house, headers.authorization, body),
  },
  {
    ...{ operation: 'page', method: 'POST', pattern: /^\/post\/api\/public\/v2\/accesstoken$/, status: 201 },
    act: (house, { headers }) => pageKey(house, headers.authorization, headers.merchantid),
  },
  {
    ...{ operation: 'mpi', method: 'POST', pattern: /^\/v2\/auth\/token$/ },
    act: (house, { headers, body }) => mpiToken(house, headers.authorization, body),
  },
];

export async function startHost(
  house: House,
  { cert, key }: IssuedCertificate,
  routes: readonly Route[],
): Promise<{ port: number; cutConnections(): void }> {
  const server = createServer({ cert, key, minVersion: 'TLSv1.2' });
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    // Nobody waits for an answer on a connection that was cut.
    serve(house, routes, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    cutConnections() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function serve(
  house: House,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = await readCall(request, routes !== PAGE);
  for (const route of routes) {
    const match = route.method === call.method ? route.pattern.exec(call.path) : null;
    if (!match) continue;
    const { operation } = route;
    house.seen.push({ operation, method: call.method, path: call.path, query: call.query, body: call.body });
    await withFaults(house, operation, response, () =>
      answerTo(house, route, call, match[1] ?? '', routes !== PAGE),
    );
    return;
  }
  send(response, { status: 404, body: '' });
}

async function readCall(request: IncomingMessage, hasVersion: boolean): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'https://localhost');
  const [, version = '', rest = ''] = (hasVersion && /^\/(1|v2)(\/.*)$/.exec(url.pathname)) || [];
  return {
    method: request.method ?? '',
    path: hasVersion ? rest : url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: parsed(Buffer.concat(chunks).toString()),
    isBraspag: version === 'v2',
  };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function answerTo(house: House, route: Route, call: Call, id: string, needsKeys: boolean): Answer {
  const { merchantId, merchantKey } = house.settings;
  try {
    const { merchantid, merchantkey } = call.headers;
    if (needsKeys && (merchantid !== merchantId || merchantkey !== merchantKey))
      throw new Problem(401, [{ Code: 132, Message: 'MerchantKey is invalid' }]);
    return { status: route.status ?? 200, body: route.act(house, call, decodeURIComponent(id)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, body } = error;
    if (!house.behaviour.quotes || !Array.isArray(body)) return { status, body };
    const said = `${body[0]?.Message} ${merchantKey} ${JSON.stringify(call.body)}`;
    return { status, body: [{ ...body[0], Message: said }] };
  }
}

/** What was set to go wrong goes wrong here, around what is done. */
async function withFaults(
  { faults }: House,
  operation: Operation,
  response: ServerResponse,
  act: () => Answer,
): Promise<void> {
  const slow = faults.take('slow', operation);
  if (slow) await pause(slow.ms ?? 0);
  if (faults.take('drop before', operation)) return void response.socket?.destroy();
  const before = faults.take('fail before', operation);
  if (before) return send(response, failure(before.status));
  const answer = act();
  if (faults.take('drop after', operation)) return void response.socket?.destroy();
  const after = faults.take('fail after', operation);
  send(response, after ? failure(after.status) : answer);
}

function failure(status = 500): Answer {
  return { status, body: [{ Code: 0, Message: 'Internal error' }] };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === '' ? '' : JSON.stringify(body));
}
