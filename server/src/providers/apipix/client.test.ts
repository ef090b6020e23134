import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApipixServer,
  CLIENT_SECRET,
  PASSPHRASE,
  startApipixServer,
} from '../../../../test/support/apipix-server.ts';
import { until } from '../../../../test/support/until.ts';
import type { ClientOptions } from '../http/client.ts';
import type { Outcome } from '../http/outcome.ts';
import { type Call, type Operation, PspClient } from './client.ts';
import type { PspConfig } from './config.ts';

const READ: Call = { operation: 'findPix', method: 'GET', resource: 'cob', path: ['abc'] };
const WRITE: Call = {
  operation: 'createPix',
  method: 'PUT',
  resource: 'cob',
  path: ['abc'],
  body: { a: 'é' },
};

let bank: ApipixServer;
let clients: PspClient[] = [];
let logged: string[] = [];
let observed: string[] = [];

beforeAll(async () => {
  bank = await startApipixServer();
});
afterAll(() => bank.close());

beforeEach(() => {
  bank.seen.length = 0;
  bank.seenTokens.length = 0;
  bank.answer(() => ({ body: { well: true } }));
  bank.answerTokens(() => ({ body: { access_token: `token-${bank.seenTokens.length}`, expires_in: 3_600 } }));
  logged = [];
  observed = [];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
});

function open(config: PspConfig = bank.config(), options: Partial<ClientOptions<Operation>> = {}): PspClient {
  const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) });
  const client = new PspClient(config, {
    log,
    now: () => new Date(),
    onCall: ({ operation }, outcome) => observed.push(`${operation} ${outcome.kind}`),
    ...options,
  });
  clients.push(client);
  return client;
}

describe('a call to a PSP', () => {
  it('shows its certificate and its token, and gives the answer', async () => {
    const outcome = await open().call(WRITE);
    expect(outcome).toEqual({ kind: 'answered', status: 200, body: { well: true } });
    const [request] = bank.seen;
    expect(request).toMatchObject({ method: 'PUT', path: '/api/cob/abc', body: '{"a":"é"}' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    });
    expect(observed).toEqual(['token answered', 'createPix answered']);
  });

  it('writes its path and its query so that nothing in them means something else', async () => {
    const query = { inicio: '2026-01-01T00:00:00Z', 'paginacao.paginaAtual': '0' };
    await open().call({ ...READ, resource: 'webhook', path: ['+55 11/x?'], query });
    expect(bank.seen[0]?.path).toBe(
      '/api/webhook/%2B55%2011%2Fx%3F?inicio=2026-01-01T00%3A00%3A00Z&paginacao.paginaAtual=0',
    );
    expect(bank.seen[0]?.headers['content-type']).toBeUndefined();
  });

  it.each([404, 422, 500, 302])('gives an answer of %i as it is', async (status) => {
    bank.answer(() => ({ status, text: 'no JSON', headers: { location: `${bank.origin}/elsewhere` } }));
    expect(await open().call(READ)).toEqual({ kind: 'answered', status, body: null });
    expect(bank.seen).toHaveLength(1);
  });

  it("carries what the bank's profile asks for", async () => {
    await open(bank.config({ GUICHE_PIX_BANK_APP_KEY: 'app key' }, 'bb')).call(READ);
    await open(bank.config({ GUICHE_PIX_BANK_ACCOUNT: '123' }, 'inter')).call(READ);
    await open(bank.config({}, 'inter')).call(READ);
    await open(bank.config({}, 'sicredi')).call(READ);
    const efi = open(bank.config({ GUICHE_PIX_BANK_SKIP_MTLS_CHECKING: 'true' }, 'efi'));
    await efi.call({ ...READ, resource: 'webhook' });
    await efi.call(READ);
    const itau = open(bank.config({}, 'itau'));
    await itau.call(READ);
    await itau.call(READ);
    expect(bank.seen.map(({ path }) => path)).toEqual([
      '/api/cob/abc?gw-dev-app-key=app+key',
      '/api/cob/abc',
      '/api/cob/abc',
      '/api/v2/cob/abc',
      '/api/webhook/abc',
      ...Array(3).fill('/api/cob/abc'),
    ]);
    const header = (name: string) => bank.seen.map(({ headers }) => headers[name]);
    expect(header('x-conta-corrente').slice(0, 3)).toEqual([undefined, '123', undefined]);
    expect(header('x-skip-mtls-checking').slice(4, 6)).toEqual(['true', undefined]);
    expect(new Set(header('x-correlationid')).size).toBe(3);
  });
});

describe('the token of a PSP', () => {
  it('is asked for once by many calls at the same time, and kept', async () => {
    const client = open();
    await Promise.all(Array.from({ length: 30 }, () => client.call(READ)));
    await client.call(READ);
    expect([bank.seenTokens.length, bank.seen.length]).toEqual([1, 31]);
  });

  it('is renewed once when it is refused, and the call made again', async () => {
    const client = open();
    await client.call(READ);
    bank.answer(({ headers }) => ({ status: headers.authorization === 'Bearer token-1' ? 401 : 200 }));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => client.call(READ)));
    expect(outcomes.every((outcome) => outcome.kind === 'answered' && outcome.status === 200)).toBe(true);
    expect(bank.seenTokens).toHaveLength(2);
  });

  it('that is refused although it is new is an answer of 401', async () => {
    bank.answer(() => ({ status: 401 }));
    expect(await open().call(READ)).toMatchObject({ kind: 'answered', status: 401 });
    expect([bank.seenTokens.length, bank.seen.length]).toEqual([2, 2]);
  });

  it.each([
    [{ status: 401 }, 'credentials'],
    [{ status: 503 }, 'service'],
    ['drop' as const, 'connection'],
  ])('that cannot be had (%j) means that nothing was sent', async (reply, failure) => {
    bank.answerTokens(() => reply);
    expect(await open().call(WRITE)).toMatchObject({ kind: 'unsent', failure });
    expect(bank.seen).toHaveLength(0);
  });
});

describe('a call that does not end well', () => {
  it.each<[string, Call, number]>([
    ['a write, which is not repeated', WRITE, 1],
    ['a read, which is repeated once', READ, 2],
  ])('is unknown when the connection breaks: %s', async (_, call, times) => {
    bank.answer(() => 'drop');
    expect(await open().call(call)).toMatchObject({ kind: 'unknown', reason: 'the connection broke' });
    expect(bank.seen).toHaveLength(times);
  });

  it('is a read that is answered at the second try', async () => {
    bank.answer(() => (bank.seen.length === 1 ? 'drop' : {}));
    expect(await open().call(READ)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('has one deadline, however it is slow', async () => {
    bank.answer(() => 'silence');
    const client = open();
    await client.token();
    const started = performance.now();
    expect(await client.call(WRITE, 1_000)).toEqual({
      kind: 'unknown',
      reason: 'no answer in time',
      failure: 'timeout',
    });
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it('is unsent when the token takes all of its time', async () => {
    bank.answerTokens(() => 'silence');
    expect(await open().call(WRITE, 200)).toMatchObject({ kind: 'unsent', failure: 'timeout' });
  });

  it('is unsent when it has no time at all', async () => {
    const client = open();
    await client.token();
    expect(await client.call(WRITE, 0)).toMatchObject({ kind: 'unsent' });
    expect(bank.seen).toHaveLength(0);
  });

  it.each([
    ['is too large', { text: `"${'x'.repeat(1_048_576)}"` }],
    ['is packed', { text: 'x', headers: { 'content-encoding': 'gzip' } }],
  ])('is unknown when the answer %s', async (_, reply) => {
    bank.answer(() => reply);
    expect(await open().call(WRITE)).toMatchObject({ kind: 'unknown', failure: 'answer' });
  });

  it('is unsent after the client was closed', async () => {
    const client = open();
    await client.token();
    await client.close();
    clients = [];
    expect(await client.call(WRITE)).toMatchObject({ kind: 'unsent' });
  });
});

describe('a PSP that cannot be reached', () => {
  const at = (url: string) => bank.config({ GUICHE_PIX_BANK_API_URL: url });
  const raw = (answer: (server: Server) => void) => {
    const server = createServer();
    answer(server);
    return new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
  };
  const addressOf = (server: Server) => `https://localhost:${(server.address() as AddressInfo).port}`;

  it('has a name that does not resolve', async () => {
    expect(await open(at('https://bank.invalid')).call(WRITE)).toMatchObject({
      kind: 'unsent',
      failure: 'name',
    });
  });

  it('refuses connections', async () => {
    const server = await raw(() => {});
    const url = addressOf(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await open(at(url)).call(WRITE)).toMatchObject({ kind: 'unsent', failure: 'refused connection' });
  });

  it('has a certificate that is not trusted', async () => {
    const other = await startApipixServer();
    try {
      expect(await open(at(other.origin)).call(WRITE)).toMatchObject({
        kind: 'unsent',
        failure: 'server certificate',
      });
      expect(other.seen).toHaveLength(0);
    } finally {
      await other.close();
    }
  });

  it('refuses our certificate', async () => {
    const badCertificateAlert = Buffer.from([21, 3, 3, 0, 2, 2, 42]);
    const server = await raw((each) =>
      each.on('connection', (socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end(badCertificateAlert));
      }),
    );
    const outcome = await open(at(addressOf(server))).call(WRITE);
    expect(outcome).toMatchObject({ kind: 'unsent', failure: 'client certificate' });
    await new Promise((resolve) => server.close(resolve));
  });

  it('says nothing while the connection is made', async () => {
    const server = await raw((each) => each.on('connection', (socket) => socket.on('error', () => {})));
    const client = open(at(addressOf(server)));
    await client.token();
    expect(await client.call(WRITE, 300)).toEqual({
      kind: 'unsent',
      reason: 'no connection in time',
      failure: 'timeout',
    });
    await client.close();
    clients = [];
    server.close();
  });
});

describe('a renewed certificate', () => {
  it('is taken up when the old one is refused, and no call is lost', async () => {
    const client = open();
    await client.call(READ);
    const renewed = bank.authority.issueClient('renewed shop', PASSPHRASE);
    bank.place(renewed);
    bank.letIn(renewed);
    const outcomes: Outcome[] = await Promise.all(Array.from({ length: 5 }, () => client.call(READ)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill('answered'));
    expect(client.certificate.subject).toBe('CN=renewed shop');
    expect(await client.call(WRITE)).toMatchObject({ kind: 'answered' });
    expect(logged.filter((line) => line.includes('a new client certificate is in use'))).toHaveLength(1);
  });

  it('is taken up within a minute though the old one is still good', async () => {
    let nowMs = 0;
    const client = open(bank.config(), { monotonicMs: () => nowMs });
    await client.call(READ);
    const renewed = bank.authority.issueClient('shop again', PASSPHRASE);
    bank.place(renewed);
    bank.letIn(renewed);
    nowMs += 60_000;
    expect(await client.call(WRITE)).toMatchObject({ kind: 'answered' });
    expect(client.certificate.subject).toBe('CN=shop again');
  });

  it('that cannot be used is reported, and the old one stays', async () => {
    const client = open();
    await client.call(READ);
    bank.place({ ...bank.authority.issueClient('x', PASSPHRASE), pfx: Buffer.from('half of it') });
    bank.answer(() => 'drop');
    await client.call(READ);
    await until('the fault is told', () =>
      logged.some((line) => line.includes('GUICHE_PIX_BANK_CERTIFICATE')),
    );
    bank.answer(() => ({}));
    expect(await client.call(READ)).toMatchObject({ kind: 'answered' });
  });
});

it('no reason and no log line holds a secret, a token or a payer', async () => {
  const placed = bank.authority.issueClient('shop at last', PASSPHRASE);
  bank.place(placed);
  bank.letIn(placed);
  const told: unknown[] = [];
  const onCall: ClientOptions<Operation>['onCall'] = (_, outcome) => told.push(outcome);
  const client = open(bank.config(), { onCall });
  const body = { devedor: { cpf: '52998224725', nome: 'Ana Souza' } };
  for (const reply of ['drop', 'silence', { status: 500 }] as const) {
    bank.answer(() => reply);
    await client.call({ ...WRITE, body }, 300);
  }
  bank.answerTokens(() => ({ status: 401, text: CLIENT_SECRET }));
  await open(bank.config(), { onCall }).call(WRITE);
  const shown = JSON.stringify(told) + logged.join('');
  for (const secret of [CLIENT_SECRET, PASSPHRASE, 'token-', '52998224725', 'Ana Souza']) {
    expect(shown).not.toContain(secret);
  }
});
