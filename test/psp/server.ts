import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { IssuedCertificate } from '../support/certificates.ts';
import type { Bank } from './bank.ts';
import type { Description, RequestParts } from './description.ts';
import { type Answer, findRoute, type Route } from './operations.ts';
import type { Query } from './period.ts';
import { Problem } from './problem.ts';
import { type Tokens, unauthorized } from './tokens.ts';
import type { Operation } from './wire.ts';

export type House = {
  bank: Bank;
  tokens: Tokens;
  description: Description | null;
  authority: string;
  certificate: IssuedCertificate;
  /** Fingerprints of the client certificates that may come in. */
  welcome: Set<string>;
};

export type PspServer = {
  readonly port: number;
  cutConnections(): void;
  useCertificate(certificate: IssuedCertificate): void;
  close(): Promise<void>;
};

export const API_PATH = '/api/v2';
export const TOKEN_PATH = '/oauth/token';

type Call = {
  method: string;
  path: string;
  query: Query;
  headers: IncomingMessage['headers'];
  raw: string;
  certificate: string;
};

export async function startServer(house: House): Promise<PspServer> {
  const { authority: ca, certificate } = house;
  const server = createServer({
    ca,
    cert: certificate.cert,
    key: certificate.key,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
  const sockets = trackSockets(server, house);
  server.on('request', (request, response) => {
    // Nobody waits for an answer on a connection that was cut.
    serve(house, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cutConnections,
    useCertificate({ cert, key }) {
      server.setSecureContext({ ca, cert, key });
      cutConnections();
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      cutConnections();
      await closed;
    },
  };
}

/** A certificate of the right authority that is not welcome any more is sent away before it says a word. */
function trackSockets(server: Server, { welcome }: House): Set<TLSSocket> {
  const sockets = new Set<TLSSocket>();
  server.on('secureConnection', (socket) => {
    if (!welcome.has(fingerprintOf(socket))) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function fingerprintOf(socket: TLSSocket): string {
  return socket.getPeerCertificate().fingerprint256 ?? '';
}

async function serve(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await readCall(request);
  const isToken = call.method === 'POST' && call.path === TOKEN_PATH;
  const found = call.path.startsWith(`${API_PATH}/`)
    ? findRoute(call.method, call.path.slice(API_PATH.length))
    : undefined;
  if (isToken) await withFaults(house.bank, 'token', response, () => grantToken(house, call));
  else if (found) {
    const { route, path } = found;
    await withFaults(house.bank, route.operation, response, () => answerCall(house, route, path, call));
  } else send(response, problemAnswer(new Problem(404, 'NaoEncontrado', 'Não há nada aqui.')));
}

/** Whatever was told to go wrong goes wrong here, around what is done. */
async function withFaults(
  bank: Bank,
  operation: Operation,
  response: ServerResponse,
  act: () => Answer,
): Promise<void> {
  const { faults } = bank;
  const cut = () => void response.socket?.destroy();
  bank.requests[operation] += 1;
  const slowBefore = faults.take('slow', operation, 'before');
  if (slowBefore) await pause(slowBefore.ms);
  if (faults.take('dropBefore', operation)) return cut();
  if (operation !== 'token' && faults.take('unauthorized', operation))
    return send(response, problemAnswer(unauthorized('O token não vale agora.')));
  const failsBefore = faults.take('status5xx', operation, 'before');
  if (failsBefore) return send(response, failure(failsBefore.status));
  const answer = act();
  const slowAfter = faults.take('slow', operation, 'after');
  if (slowAfter) await pause(slowAfter.ms);
  if (faults.take('dropAfterActing', operation)) return cut();
  const failsAfter = faults.take('status5xx', operation, 'after');
  send(response, failsAfter ? failure(failsAfter.status) : answer);
}

function grantToken({ tokens }: House, { headers, raw, query, certificate }: Call): Answer {
  const { authorization, 'content-type': contentType } = headers;
  return tokens.grant({ authorization, contentType, raw, query, certificate });
}

function answerCall(house: House, route: Route, path: Query, call: Call): Answer {
  const { bank, description } = house;
  const what = `${call.method} ${call.path}`;
  const answer = ruledAnswer(house, route, path, call, what);
  const violations = description?.answerFaults(route, answer.status, answer.body) ?? [];
  if (violations.length > 0) bank.ownViolations.push({ operation: route.operation, what, violations });
  return answer;
}

function ruledAnswer(house: House, route: Route, path: Query, call: Call, what: string): Answer {
  const { bank } = house;
  try {
    house.tokens.require(call.headers.authorization, call.certificate, route.scope);
    const request = standardRequest(bank, path, call);
    requireDescribed(house, route, request, what);
    return route.act(bank, { ...request, body: request.body ?? {} });
  } catch (error) {
    if (!(error instanceof Problem)) return ownFault(bank, route.operation, what, error);
    bank.refused.push({ operation: route.operation, what, kind: error.kind, detail: error.message });
    return problemAnswer(error);
  }
}

function ownFault(bank: Bank, operation: Operation, what: string, error: unknown): Answer {
  bank.ownViolations.push({ operation, what, violations: [{ propriedade: '', razao: String(error) }] });
  return failure();
}

/** The request without what this PSP wants beyond the standard, which has to be there. */
function standardRequest({ settings }: Bank, path: Query, { query, headers, raw }: Call): RequestParts {
  const { headers: wantedHeaders = {}, query: wantedQuery = {} } = settings.requires;
  const isLacking =
    Object.entries(wantedHeaders).some(([name, value]) => headers[name.toLowerCase()] !== value) ||
    Object.entries(wantedQuery).some(([name, value]) => query[name] !== value);
  if (isLacking) throw new Problem(403, 'AcessoNegado', 'Falta o que este PSP exige além do padrão.');
  const standard = Object.fromEntries(Object.entries(query).filter(([name]) => !(name in wantedQuery)));
  return { path, query: standard, contentType: headers['content-type'], body: parsed(raw) };
}

function requireDescribed(
  { bank, description }: House,
  route: Route,
  request: RequestParts,
  what: string,
): void {
  const violations = description?.requestFaults(route, request) ?? [];
  if (violations.length === 0) return;
  bank.violations.push({ operation: route.operation, what, violations });
  throw new Problem(400, route.invalid, 'A requisição não respeita o schema.', violations);
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'https://localhost');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    raw: Buffer.concat(chunks).toString(),
    certificate: fingerprintOf(request.socket as TLSSocket),
  };
}

const FAILURES: Record<number, string> = {
  500: 'ErroInternoDoServidor',
  502: 'ErroInternoDoServidor',
  503: 'ServicoIndisponivel',
  504: 'IndisponibilidadePorTempoEsgotado',
};

function failure(status = 500): Answer {
  return problemAnswer(
    new Problem(status, FAILURES[status] ?? 'ErroInternoDoServidor', 'Falha do simulador.'),
  );
}

function problemAnswer(problem: Problem): Answer {
  return { status: problem.status, body: problem.body() };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  response.writeHead(status, body === undefined ? {} : { 'content-type': type });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
