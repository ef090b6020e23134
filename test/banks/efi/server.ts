import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { IssuedCertificate } from '../../support/certificates.ts';
import type { Bank, Operation } from './bank.ts';
import { Problem, pixProblem, schemaProblem } from './problem.ts';
import type { Query, Route } from './routes.ts';
import { answerIssues, requestIssues } from './schemas.ts';
import type { Tokens } from './tokens.ts';

/** One of Efí's hosts. */
export type Host = {
  bank: Bank;
  tokens: Tokens;
  routes: readonly Route[];
  token: { operation: Operation; path: string };
  certificate: IssuedCertificate;
  /** The authority of the client certificates; null: none is asked for. */
  clients: string | null;
  scopes: readonly string[];
};

export type HostServer = { port: number; cutConnections(): void };

type Call = {
  method: string;
  path: string;
  query: Query;
  authorization: string | undefined;
  raw: string;
  certificate: string | null;
};
type Answer = { status: number; body: unknown };

export async function startHost(host: Host): Promise<HostServer> {
  const { certificate, clients } = host;
  const server = createServer({
    cert: certificate.cert,
    key: certificate.key,
    minVersion: 'TLSv1.2',
    ...(clients === null ? {} : { ca: clients, requestCert: true, rejectUnauthorized: true }),
  });
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    // Nobody waits for an answer on a connection that was cut.
    serve(host, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    cutConnections() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function serve(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = await readCall(host, request);
  if (call.method === 'POST' && call.path === host.token.path) {
    await withFaults(host.bank, host.token.operation, response, () => grant(host, call));
    return;
  }
  for (const route of host.routes) {
    const match = route.method === call.method ? route.pattern.exec(call.path) : null;
    if (!match) continue;
    const path = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    await withFaults(host.bank, route.operation, response, () => answerCall(host, route, path, call));
    return;
  }
  send(response, { status: 404, body: { error: 'not_found' } });
}

/** What was set to go wrong goes wrong here, around what is done. */
async function withFaults(
  { faults }: Bank,
  operation: Operation,
  response: ServerResponse,
  act: () => Answer,
): Promise<void> {
  const slow = faults.take('slow', operation);
  if (slow) await pause(slow.ms ?? 0);
  if (faults.take('drop before', operation)) return void response.socket?.destroy();
  if (faults.take('unauthorized', operation))
    return send(response, { status: 401, body: { error: 'invalid_token' } });
  const failsBefore = faults.take('fail before', operation);
  if (failsBefore) return send(response, failure(failsBefore.status));
  const answer = act();
  if (faults.take('drop after', operation)) return void response.socket?.destroy();
  const failsAfter = faults.take('fail after', operation);
  send(response, failsAfter ? failure(failsAfter.status) : answer);
}

/** Not Efí's own words: a gateway in front of it fails. */
function failure(status = 500): Answer {
  return { status, body: { error: 'upstream' } };
}

function grant({ tokens }: Host, { authorization, raw, certificate }: Call): Answer {
  return answering(() => ({ status: 200, body: tokens.grant(authorization, raw, certificate) }));
}

function answering(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, body: error.body };
    throw error;
  }
}

function answerCall(host: Host, route: Route, path: Query, call: Call): Answer {
  const { bank } = host;
  const { operation } = route;
  const what = `${call.method} ${call.path}`;
  const body = call.raw === '' ? undefined : JSON.parse(call.raw);
  bank.seen.push({ operation, method: call.method, path: call.path, query: call.query, body });
  const answer = answering(() => {
    host.tokens.require(call.authorization, call.certificate);
    if (route.scope !== undefined && !host.scopes.includes(route.scope)) {
      const error_description = 'Access token has insufficient scope';
      throw new Problem(403, { error: 'insufficient_scope', error_description });
    }
    const issues = requestIssues(operation, { ...path, ...call.query }, body);
    if (issues.length > 0) {
      bank.violations.push({ operation, what, issues });
      throw host.clients === null
        ? schemaProblem('/', issues[0] ?? '')
        : pixProblem(400, 'json_invalido', issues[0] ?? '');
    }
    return { status: route.status ?? 200, body: route.act(bank, path, call.query, body) };
  });
  if (bank.settings.echoesRequests && answer.status >= 400) {
    const sent = `${call.authorization} ${call.raw} ${bank.settings.clientSecret}`;
    return { status: answer.status, body: { ...(answer.body as object), message: sent, mensagem: sent } };
  }
  const issues = answer.status < 300 ? answerIssues(operation, answer.body) : [];
  if (issues.length > 0) bank.ownViolations.push({ operation, what, issues });
  return answer;
}

async function readCall({ clients }: Host, request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'https://localhost');
  const socket = request.socket as TLSSocket;
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    authorization: request.headers.authorization,
    raw: Buffer.concat(chunks).toString(),
    certificate: clients === null ? null : (socket.getPeerCertificate().fingerprint256 ?? ''),
  };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
