import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { IssuedCertificate } from '../../support/certificates.ts';
import { type Bank, Problem } from './bank.ts';
import { balance, find, plainStatement, send as sendPix, statement } from './banking.ts';
import { cancel, change, changeStatus, detail, issue, list, payInSandbox } from './cobranca.ts';
import type { Operation } from './faults.ts';
import type { Tokens } from './tokens.ts';

export type Answer = { status: number; body: object | undefined };
export type Request = {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  raw: string;
  body: unknown;
};

type Route = {
  method: string;
  path: RegExp;
  operation: Operation;
  scope: string;
  act(bank: Bank, request: Request): Answer;
};

const READ = 'boleto-cobranca.read';
const WRITE = 'boleto-cobranca.write';
const COBRANCAS = '/cobranca/v3/cobrancas';
const BANKING = '/banking/v2';

const ROUTES: readonly Route[] = [
  route('POST', COBRANCAS, 'cobranca.post', WRITE, issue),
  route('GET', COBRANCAS, 'cobranca.list', READ, list),
  ...webhookRoutes(`${COBRANCAS}/webhook`, 'cobranca', 'cobranca.webhook', READ, WRITE),
  route('GET', `${COBRANCAS}/edicao/:codigo`, 'cobranca.edit', READ, changeStatus),
  route('GET', `${COBRANCAS}/:codigo`, 'cobranca.get', READ, detail),
  route('PATCH', `${COBRANCAS}/:codigo`, 'cobranca.patch', WRITE, change),
  route('POST', `${COBRANCAS}/:codigo/cancelar`, 'cobranca.cancel', WRITE, cancel),
  route('POST', `${COBRANCAS}/:codigo/pagar`, 'cobranca.pay', WRITE, payInSandbox),
  route('POST', `${BANKING}/pix`, 'pix.post', 'pagamento-pix.write', sendPix),
  route('GET', `${BANKING}/pix/:codigo`, 'pix.get', 'pagamento-pix.read', find),
  route('GET', `${BANKING}/extrato/completo`, 'extrato', 'extrato.read', statement),
  route('GET', `${BANKING}/extrato`, 'extrato', 'extrato.read', plainStatement),
  route('GET', `${BANKING}/saldo`, 'saldo', 'extrato.read', balance),
  ...webhookRoutes(
    `${BANKING}/webhooks/pix-pagamento`,
    'pix-pagamento',
    'banking.webhook',
    'webhook-banking.read',
    'webhook-banking.write',
  ),
];

function route(method: string, path: string, operation: Operation, scope: string, act: Route['act']): Route {
  const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return { method, path: pattern, operation, scope, act };
}

function webhookRoutes(
  path: string,
  kind: string,
  operation: Operation,
  read: string,
  write: string,
): Route[] {
  return [
    route('PUT', path, operation, write, (bank, { body }) => {
      const { webhookUrl } = body as { webhookUrl?: unknown };
      if (typeof webhookUrl !== 'string' || !/^https:\/\/\S+$/.test(webhookUrl))
        throw new Problem(400, 'Requisição inválida', 'webhookUrl começa com https://');
      bank.webhooks.set(kind, webhookUrl);
      return { status: 204, body: undefined };
    }),
    route('GET', path, operation, read, (bank) => {
      const webhookUrl = bank.webhooks.get(kind);
      if (!webhookUrl) throw new Problem(404, 'Não encontrado', 'Nenhum webhook cadastrado.');
      return { status: 200, body: { webhookUrl, criacao: new Date().toISOString() } };
    }),
  ];
}

export type House = {
  bank: Bank;
  tokens: Tokens;
  authority: string;
  certificate: IssuedCertificate;
  /** Fingerprints of the client certificates that may come in. */
  welcome: Set<string>;
};

export async function startServer(house: House): Promise<{ port: number; cutConnections(): void }> {
  const { cert, key } = house.certificate;
  const server = createServer({
    ...{ ca: house.authority, cert, key },
    ...{ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' },
  });
  const sockets = new Set<TLSSocket>();
  server.on('secureConnection', (socket: TLSSocket) => {
    if (!house.welcome.has(fingerprintOf(socket))) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    serve(house, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    cutConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function fingerprintOf(socket: TLSSocket): string {
  return socket.getPeerCertificate().fingerprint256 ?? '';
}

async function serve(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'https://localhost');
  const certificate = fingerprintOf(request.socket as TLSSocket);
  if (request.method === 'POST' && url.pathname === '/oauth/v2/token') {
    return withFaults(house.bank, 'token', response, raw, () => house.tokens.grant(raw, certificate));
  }
  const found = ROUTES.find(({ method, path }) => method === request.method && path.test(url.pathname));
  if (!found)
    return answer(response, { status: 404, body: { title: 'Não encontrado', detail: url.pathname } });
  const path = { ...(found.path.exec(url.pathname)?.groups ?? {}) } as Record<string, string>;
  const query = Object.fromEntries(url.searchParams);
  const { headers } = request;
  const said = `${raw.slice(raw.indexOf('pagador'))} ${headers.authorization} ${headers['x-conta-corrente']}`;
  return withFaults(house.bank, found.operation, response, said, () =>
    answered(house, found, certificate, { path, query, headers, raw, body: parsed(raw) }),
  );
}

function answered(
  house: House,
  { scope, act, operation }: Route,
  certificate: string,
  request: Request,
): Answer {
  const { bank, tokens } = house;
  try {
    tokens.require(request.headers.authorization, certificate, scope);
    const account = request.headers['x-conta-corrente'];
    if (account !== undefined && account !== bank.settings.account)
      throw new Problem(403, 'Acesso negado', 'A conta não é desta aplicação.');
    return act(bank, request);
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(500, 'Erro interno', String(error));
    if (problem.status !== 404)
      bank.violations.push(
        `${operation} ${problem.status} ${problem.message} ${JSON.stringify(problem.violations)}`,
      );
    return { status: problem.status, body: problem.body() };
  }
}

async function withFaults(
  bank: Bank,
  operation: Operation,
  response: ServerResponse,
  said: string,
  act: () => Answer,
): Promise<void> {
  const { faults } = bank;
  const quoted = bank.behaviour.quotes ? said : '';
  bank.requests[operation] += 1;
  const before = faults.take('slow', operation, 'before');
  if (before) await pause(before.ms);
  if (faults.take('dropBefore', operation)) return void response.socket?.destroy();
  const fails = faults.take('fails', operation, 'before');
  if (fails) return answer(response, failure(fails.status, quoted));
  const result = act();
  const after = faults.take('slow', operation, 'after');
  if (after) await pause(after.ms);
  if (faults.take('dropAfterActing', operation)) return void response.socket?.destroy();
  const failsAfter = faults.take('fails', operation, 'after');
  return answer(response, failsAfter ? failure(failsAfter.status, quoted) : result);
}

function failure(status = 500, quoted = ''): Answer {
  return { status, body: new Problem(status, 'Erro', `Falha do simulador. ${quoted}`.trim()).body() };
}

function answer(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function parsed(raw: string): unknown {
  try {
    return raw === '' ? {} : JSON.parse(raw, (_, value) => value ?? undefined);
  } catch {
    return {};
  }
}
