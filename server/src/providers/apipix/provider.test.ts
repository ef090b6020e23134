import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApipixServer,
  PIX_KEY,
  type Reply,
  type SeenRequest,
  startApipixServer,
} from '../../../../test/support/apipix-server.ts';
import { cents } from '../../kit/money.ts';
import type { PixRequest, RefundRequest } from '../provider.ts';
import type { ObservedCall } from './client.ts';
import { type ApipixProvider, apipixProvider } from './provider.ts';

let bank: ApipixServer;
let provider: ApipixProvider;
let observed: ObservedCall[] = [];
let logged: string[] = [];

beforeAll(async () => {
  bank = await startApipixServer();
});
afterAll(() => bank.close());

beforeEach(() => {
  bank.seen.length = 0;
  observed = [];
  logged = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) });
  provider = apipixProvider(bank.config(), { log, observe: (call) => observed.push(call) });
});
afterEach(() => provider.close());

const TXID = 'abcdefghijklmnopqrstuvwxyz012345';
const CODE = '00020101021226…';
const CHARGE = { txid: TXID, status: 'ATIVA', valor: { original: '37.00' }, pixCopiaECola: CODE };
const MISSING = { status: 404, body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado' } };
const INVALID = {
  status: 400,
  body: { title: 'Cobrança inválida.', detail: 'O CPF de Ana Souza é inválido' },
};
const REQUEST: PixRequest = {
  txid: TXID,
  amountCents: cents(3_700n),
  merchantName: 'Loja',
  description: null,
  expiresInSeconds: 3_600,
  payer: { name: 'Ana Souza', document: '52998224725' },
  due: null,
};
const NAME = { txid: TXID, isDueCharge: false };

/** Answers in turn; the last one again and again. */
function inTurn(...replies: (Reply | ((request: SeenRequest) => Reply))[]): void {
  let turn = 0;
  bank.answer((request) => {
    const reply = replies[Math.min(turn++, replies.length - 1)] as Reply | ((request: SeenRequest) => Reply);
    return typeof reply === 'function' ? reply(request) : reply;
  });
}

const calls = () => bank.seen.map(({ method, path }) => `${method} ${path.replace('/api', '')}`);
const PUT = `PUT /cob/${TXID}`;
const GET = `GET /cob/${TXID}`;
const PATCH = `PATCH /cob/${TXID}`;

describe('creating a charge', () => {
  it.each([200, 201])('is done when the PSP answers %i', async (status) => {
    inTurn({ status, body: CHARGE });
    expect(await provider.createPix(REQUEST)).toEqual({ ok: true, copyPaste: CODE });
    expect(calls()).toEqual([PUT]);
    expect(JSON.parse(bank.seen[0]?.body ?? '')).toMatchObject({
      chave: PIX_KEY,
      valor: { original: '37.00' },
    });
    expect(observed.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      'token done',
      'createPix done',
    ]);
  });

  it('with a due date is a charge of the other kind', async () => {
    const due = {
      dueDate: '2026-12-31',
      payableDaysAfterDue: 30,
      fineBasisPoints: 200,
      interestMonthlyBasisPoints: 100,
      discount: null,
    };
    inTurn({ body: CHARGE });
    expect(await provider.createPix({ ...REQUEST, due })).toMatchObject({ ok: true });
    expect(calls()).toEqual([`PUT /cobv/${TXID}`]);
    const nobody = await provider.createPix({ ...REQUEST, due, payer: null });
    expect(nobody).toMatchObject({ ok: false, kind: 'refused' });
  });

  it.each<[string, Reply]>([
    ['the connection broke', 'drop'],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['a redirect', { status: 307 }],
    ['an answer that cannot be read', { status: 201, text: '<html>' }],
  ])('whose end is unknown (%s) is looked for before anything else', async (_, reply) => {
    inTurn(reply, { body: CHARGE });
    expect(await provider.createPix(REQUEST)).toEqual({ ok: true, copyPaste: CODE });
    expect(calls()).toEqual([PUT, GET]);
  });

  it('whose end is unknown is asked for once more when it is not there', async () => {
    inTurn('drop', MISSING, { status: 201, body: CHARGE });
    expect(await provider.createPix(REQUEST)).toMatchObject({ ok: true });
    expect(calls()).toEqual([PUT, GET, PUT]);
  });

  it('that came late after all is found at the second try', async () => {
    inTurn('drop', MISSING, INVALID, { body: CHARGE });
    expect(await provider.createPix(REQUEST)).toMatchObject({ ok: true });
    expect(calls()).toEqual([PUT, GET, PUT, GET]);
  });

  it.each<[string, Reply[], string[]]>([
    ['twice lost', ['drop', MISSING, 'drop', MISSING], [PUT, GET, PUT, GET]],
    ['neither made nor found', ['drop', 'drop'], [PUT, GET]],
    ['made in an hour of many', [{ status: 429 }], [PUT]],
    ['not permitted', [{ status: 403 }], [PUT]],
    ['refused, and then not found out', [INVALID, { status: 500 }], [PUT, GET]],
  ])('that is %s stays open', async (_, replies, made) => {
    inTurn(...replies);
    expect(await provider.createPix(REQUEST)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(calls()).toEqual(made);
  });

  it('is not sent without a token', async () => {
    bank.answerTokens(() => ({ status: 503 }));
    expect(await provider.createPix(REQUEST)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(calls()).toEqual([]);
    bank.answerTokens(() => ({ body: { access_token: 'x', expires_in: 3_600 } }));
  });

  it.each([400, 404, 409, 422])(
    'that the PSP refuses with %i is refused, in words that name nobody',
    async (status) => {
      inTurn({ ...INVALID, status }, MISSING);
      expect(await provider.createPix(REQUEST)).toEqual({
        ok: false,
        kind: 'refused',
        reason: `${status} Cobrança inválida.; O CPF de *** é inválido`,
      });
    },
  );

  it('that exists already is ours when the amount is ours', async () => {
    inTurn({ status: 409, body: { title: 'txid em uso' } }, { body: { ...CHARGE, status: 'CONCLUIDA' } });
    expect(await provider.createPix(REQUEST)).toEqual({ ok: true, copyPaste: CODE });
  });

  it.each([
    ['has another amount', { valor: { original: '37.01' } }, 'another charge has this txid'],
    ['was removed', { status: 'REMOVIDA_PELO_PSP' }, 'the charge was removed'],
  ])('that exists already and %s is refused', async (_, changes, reason) => {
    inTurn({ status: 400 }, { body: { ...CHARGE, ...changes } });
    expect(await provider.createPix(REQUEST)).toEqual({ ok: false, kind: 'refused', reason });
    inTurn({ status: 200, body: { ...CHARGE, ...changes } });
    expect(await provider.createPix(REQUEST)).toEqual({ ok: false, kind: 'refused', reason });
  });

  it('without a code gets one from its location, or none', async () => {
    inTurn({ body: { ...CHARGE, pixCopiaECola: undefined, location: 'pix.example.com/qr/v2/abc' } });
    expect(await provider.createPix(REQUEST)).toMatchObject({
      ok: true,
      copyPaste: expect.stringMatching(
        /^000201010212.*pix\.example\.com\/qr\/v2\/abc.*5904Loja6009SAO PAULO/,
      ),
    });
    inTurn({ body: { ...CHARGE, pixCopiaECola: undefined } });
    expect(await provider.createPix(REQUEST)).toMatchObject({ ok: false, kind: 'unavailable' });
  });

  it('gets names of 32 letters and digits, each new', () => {
    const names = Array.from({ length: 100 }, () => provider.newTxid());
    expect(names.every((name) => /^[a-zA-Z0-9]{32}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(100);
  });
});

describe('finding a charge', () => {
  it('gives it with its payments', async () => {
    const pix = { endToEndId: 'E1', valor: '37.00', horario: '2026-11-15T12:00:00Z', txid: TXID };
    inTurn({ body: { ...CHARGE, status: 'CONCLUIDA', pix: [pix, { broken: true }] } });
    expect(await provider.remote.findPix(NAME)).toEqual({
      ok: true,
      charge: {
        status: 'paid',
        amountCents: 3_700n,
        copyPaste: CODE,
        payments: [
          {
            endToEndId: 'E1',
            txid: TXID,
            amountCents: 3_700n,
            paidAt: new Date('2026-11-15T12:00:00Z'),
            refunds: [],
          },
        ],
      },
    });
    expect(logged.some((line) => line.includes('payments in no known form'))).toBe(true);
  });

  it('gives null when there is none, and looks at the kind it is', async () => {
    inTurn(MISSING);
    expect(await provider.remote.findPix({ ...NAME, isDueCharge: true })).toEqual({ ok: true, charge: null });
    expect(calls()).toEqual([`GET /cobv/${TXID}`]);
  });

  it.each<[Reply, string]>([
    ['drop', 'unavailable'],
    [{ status: 500 }, 'unavailable'],
    [{ status: 403 }, 'unavailable'],
    [{ status: 200, text: 'x' }, 'unavailable'],
    [{ status: 400 }, 'refused'],
  ])('that ends in %j is %s', async (reply, kind) => {
    inTurn(reply);
    expect(await provider.remote.findPix(NAME)).toMatchObject({ ok: false, kind });
  });
});

describe('removing a charge', () => {
  const removed = { body: { ...CHARGE, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } };
  const paid = { body: { ...CHARGE, status: 'CONCLUIDA' } };
  const active = { body: CHARGE };

  it.each<[string, Reply[], string[]]>([
    ['is removed', [removed], [PATCH]],
    ['was never there', [MISSING], [PATCH]],
    ['is paid', [{ status: 400 }, paid], [PATCH, GET]],
    ['is removed already', [{ status: 400 }, removed], [PATCH, GET]],
    ['was removed without an answer', ['drop', removed], [PATCH, GET]],
    ['was not removed at first', ['drop', active, removed], [PATCH, GET, PATCH]],
    ['is not there after no answer', [{ status: 500 }, MISSING], [PATCH, GET]],
  ])('that %s is well', async (_, replies, made) => {
    inTurn(...replies);
    expect(await provider.remote.removePix(NAME)).toEqual({ ok: true });
    expect(calls()).toEqual(made);
    expect(JSON.parse(bank.seen[0]?.body ?? '')).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  it.each<[string, Reply[], string]>([
    ['may not be removed', [{ status: 400 }, active], 'refused'],
    ['stays', ['drop', active, 'drop', active], 'unavailable'],
    ['nobody answers about', ['drop', 'drop'], 'unavailable'],
    ['is not permitted', [{ status: 403 }], 'unavailable'],
  ])('that %s is not', async (_, replies, kind) => {
    inTurn(...replies);
    expect(await provider.remote.removePix(NAME)).toMatchObject({ ok: false, kind });
  });
});

describe('a refund', () => {
  const REFUND: RefundRequest = { reference: 'r1', paymentReference: 'E1', amountCents: cents(789n) };
  const told = (status: string, more = {}) => ({
    body: { id: 'r1', rtrId: 'D1', valor: '7.89', status, ...more },
  });
  const PUT_REFUND = 'PUT /pix/E1/devolucao/r1';
  const GET_REFUND = 'GET /pix/E1/devolucao/r1';

  it('is asked for under our id, after a look whether it is there already', async () => {
    inTurn(MISSING, { status: 201, ...told('EM_PROCESSAMENTO') });
    expect(await provider.refund(REFUND)).toEqual({ ok: true, status: 'pending' });
    expect(calls()).toEqual([GET_REFUND, PUT_REFUND]);
    expect(bank.seen[1]?.body).toBe('{"valor":"7.89"}');
  });

  it.each([
    ['EM_PROCESSAMENTO', { ok: true, status: 'pending' }],
    ['DEVOLVIDO', { ok: true, status: 'succeeded' }],
    ['NAO_REALIZADO', { ok: true, status: 'failed', reason: 'Saldo insuficiente' }],
  ])('that is there already and %s is not asked for again', async (status, answer) => {
    inTurn(told(status, status === 'NAO_REALIZADO' ? { motivo: 'Saldo insuficiente' } : {}));
    expect(await provider.refund(REFUND)).toEqual(answer);
    expect(calls()).toEqual([GET_REFUND]);
  });

  it.each<[string, Reply[], unknown, string[]]>([
    [
      'lost and found',
      [MISSING, 'drop', told('DEVOLVIDO')],
      { ok: true },
      [GET_REFUND, PUT_REFUND, GET_REFUND],
    ],
    [
      'lost, not found and made',
      [MISSING, 'drop', MISSING, told('EM_PROCESSAMENTO')],
      { ok: true },
      [GET_REFUND, PUT_REFUND, GET_REFUND, PUT_REFUND],
    ],
    ['not to be looked for', ['drop'], { ok: false, kind: 'unavailable' }, [GET_REFUND]],
    [
      'refused',
      [MISSING, { status: 400, body: { title: 'Saldo' } }, MISSING],
      { ok: false, kind: 'refused', reason: '400 Saldo' },
      [GET_REFUND, PUT_REFUND, GET_REFUND],
    ],
    [
      'there by its id',
      [MISSING, { status: 400 }, told('DEVOLVIDO')],
      { ok: true, status: 'succeeded' },
      [GET_REFUND, PUT_REFUND, GET_REFUND],
    ],
    [
      'there with another amount',
      [told('DEVOLVIDO', { valor: '7.90' })],
      { ok: false, kind: 'refused', reason: 'another refund has this id' },
      [GET_REFUND],
    ],
  ])('that is %s ends so', async (_, replies, answer, made) => {
    inTurn(...replies);
    expect(await provider.refund(REFUND)).toMatchObject(answer as object);
    expect(calls()).toEqual(made);
  });
});

describe('what was received', () => {
  const period = {
    from: new Date('2026-11-14T12:00:00.700Z'),
    until: new Date('2026-11-15T12:00:00.100Z'),
    page: 2,
    onlyRefunded: false,
  };

  it('is asked for by whole seconds, page by page', async () => {
    const pix = [{ endToEndId: 'E1', valor: '1.00', horario: '2026-11-15T12:00:00Z' }];
    inTurn({ body: { parametros: { paginacao: { quantidadeDePaginas: 4 } }, pix } });
    expect(await provider.remote.receivedPix(period)).toMatchObject({
      ok: true,
      nextPage: 3,
      payments: [{ endToEndId: 'E1', txid: null }],
    });
    const { pathname, searchParams } = new URL(bank.seen[0]?.path ?? '', bank.origin);
    expect(pathname).toBe('/api/pix');
    expect(Object.fromEntries(searchParams)).toEqual({
      inicio: '2026-11-14T12:00:00Z',
      fim: '2026-11-15T12:00:01Z',
      'paginacao.paginaAtual': '2',
      'paginacao.itensPorPagina': '100',
    });
    await provider.remote.receivedPix({ ...period, onlyRefunded: true });
    expect(bank.seen[1]?.path).toContain('devolucaoPresente=true');
  });

  it.each<[Reply, string]>([
    [{ status: 500 }, 'unavailable'],
    [{ status: 400 }, 'refused'],
    [{ text: 'x' }, 'unavailable'],
  ])('is not known after %j', async (reply, kind) => {
    inTurn(reply);
    expect(await provider.remote.receivedPix(period)).toMatchObject({ ok: false, kind });
  });
});

describe('the address for notifications', () => {
  it('is registered for the key, and read', async () => {
    inTurn({ status: 200 }, { body: { webhookUrl: 'https://shop.example/x' } }, { status: 404 });
    expect(await provider.remote.registerWebhook('https://shop.example/x')).toEqual({ ok: true });
    expect(bank.seen[0]).toMatchObject({
      method: 'PUT',
      path: `/api/webhook/${PIX_KEY}`,
      body: '{"webhookUrl":"https://shop.example/x"}',
    });
    expect(await provider.remote.webhookUrl()).toEqual({ ok: true, url: 'https://shop.example/x' });
    expect(await provider.remote.webhookUrl()).toEqual({ ok: true, url: null });
  });

  it('is refused in words that do not show the key', async () => {
    inTurn({ status: 400, body: { detail: `A chave ${PIX_KEY} não serve` } });
    expect(await provider.remote.registerWebhook('https://shop.example/x')).toEqual({
      ok: false,
      kind: 'refused',
      reason: '400 A chave *** não serve',
    });
  });
});

describe('the health of a PSP', () => {
  it('is good while it says yes or no', async () => {
    inTurn(INVALID, MISSING);
    for (let time = 0; time < 10; time++) await provider.createPix(REQUEST);
    expect(provider.remote.accepts()).toBe(true);
    const health = provider.remote.health();
    expect(health).toMatchObject({ state: 'closed', calls: 20, failures: 0, lastFailure: null });
    expect(health.averageLatencyMs).toBeGreaterThan(0);
    expect(Math.abs(Date.now() - health.since.getTime())).toBeLessThan(60_000);
  });

  it('is bad when it fails, and new charges go elsewhere; existing ones are still asked for', async () => {
    inTurn({ status: 503, body: { title: 'Indisponível' } });
    for (let time = 0; time < 5; time++) await provider.createPix(REQUEST);
    expect(provider.remote.accepts()).toBe(false);
    const health = provider.remote.health();
    expect(health).toMatchObject({
      state: 'open',
      failures: 10,
      lastFailure: { reason: '503 Indisponível' },
    });
    expect(Math.abs(Date.now() - (health.lastFailure?.at.getTime() ?? 0))).toBeLessThan(10_000);
    inTurn({ body: CHARGE });
    expect(await provider.remote.findPix(NAME)).toMatchObject({ ok: true });
    expect(provider.remote.accepts()).toBe(false);
  });

  it('does not suffer from lists and webhooks', async () => {
    inTurn({ status: 503 });
    for (let time = 0; time < 12; time++) await provider.remote.webhookUrl();
    expect(provider.remote.accepts()).toBe(true);
    expect(provider.remote.health().calls).toBe(0);
  });
});
