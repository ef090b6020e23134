import { describe, expect, it } from 'vitest';
import { providerUnderTest } from '../../../../test/support/apipix-provider.ts';
import { PIX_KEY, type Reply } from '../../../../test/support/apipix-server.ts';
import { cents } from '../../kit/money.ts';
import type { PixRequest } from '../provider.ts';

const under = providerUnderTest();

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

const PUT = `PUT /cob/${TXID}`;
const GET = `GET /cob/${TXID}`;
const PATCH = `PATCH /cob/${TXID}`;

describe('creating a charge', () => {
  it.each([200, 201])('is done when the PSP answers %i', async (status) => {
    under.inTurn({ status, body: CHARGE });
    expect(await under.provider().createPix(REQUEST)).toEqual({ ok: true, copyPaste: CODE });
    expect(under.calls()).toEqual([PUT]);
    expect(JSON.parse(under.request(0).body)).toMatchObject({
      chave: PIX_KEY,
      valor: { original: '37.00' },
    });
    expect(under.observed().map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
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
    under.inTurn({ body: CHARGE });
    expect(await under.provider().createPix({ ...REQUEST, due })).toMatchObject({ ok: true });
    expect(under.calls()).toEqual([`PUT /cobv/${TXID}`]);
    const nobody = await under.provider().createPix({ ...REQUEST, due, payer: null });
    expect(nobody).toMatchObject({ ok: false, kind: 'refused' });
  });

  it.each<[string, Reply]>([
    ['the connection broke', 'drop'],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['a redirect', { status: 307 }],
    ['an answer that cannot be read', { status: 201, text: '<html>' }],
  ])('whose end is unknown (%s) is looked for before anything else', async (_, reply) => {
    under.inTurn(reply, { body: CHARGE });
    expect(await under.provider().createPix(REQUEST)).toEqual({ ok: true, copyPaste: CODE });
    expect(under.calls()).toEqual([PUT, GET]);
  });

  it('whose end is unknown is asked for once more when it is not there', async () => {
    under.inTurn('drop', MISSING, { status: 201, body: CHARGE });
    expect(await under.provider().createPix(REQUEST)).toMatchObject({ ok: true });
    expect(under.calls()).toEqual([PUT, GET, PUT]);
  });

  it('that came late after all is found at the second try', async () => {
    under.inTurn('drop', MISSING, INVALID, { body: CHARGE });
    expect(await under.provider().createPix(REQUEST)).toMatchObject({ ok: true });
    expect(under.calls()).toEqual([PUT, GET, PUT, GET]);
  });

  it.each<[string, Reply[], string[]]>([
    ['twice lost', ['drop', MISSING, 'drop', MISSING], [PUT, GET, PUT, GET]],
    ['neither made nor found', ['drop', 'drop'], [PUT, GET, GET]],
    ['made in an hour of many', [{ status: 429 }], [PUT]],
    ['not permitted', [{ status: 403 }], [PUT]],
    ['refused, and then not found out', [INVALID, { status: 500 }], [PUT, GET]],
  ])('that is %s stays open', async (_, replies, made) => {
    under.inTurn(...replies);
    expect(await under.provider().createPix(REQUEST)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(under.calls()).toEqual(made);
  });

  it('is not sent without a token', async () => {
    under.bank().answerTokens(() => ({ status: 503 }));
    expect(await under.provider().createPix(REQUEST)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(under.calls()).toEqual([]);
    under.bank().answerTokens(() => ({ body: { access_token: 'x', expires_in: 3_600 } }));
  });

  it.each([400, 404, 409, 422])(
    'that the PSP refuses with %i is refused, in words that name nobody',
    async (status) => {
      under.inTurn({ ...INVALID, status }, MISSING);
      expect(await under.provider().createPix(REQUEST)).toEqual({
        ok: false,
        kind: 'refused',
        reason: `${status} Cobrança inválida.; O CPF de *** é inválido`,
      });
    },
  );

  it('that exists already is ours when the amount is ours', async () => {
    under.inTurn(
      { status: 409, body: { title: 'txid em uso' } },
      { body: { ...CHARGE, status: 'CONCLUIDA' } },
    );
    expect(await under.provider().createPix(REQUEST)).toEqual({ ok: true, copyPaste: CODE });
  });

  it.each([
    ['has another amount', { valor: { original: '37.01' } }, 'another charge has this txid'],
    ['was removed', { status: 'REMOVIDA_PELO_PSP' }, 'the charge was removed'],
  ])('that exists already and %s is refused', async (_, changes, reason) => {
    under.inTurn({ status: 400 }, { body: { ...CHARGE, ...changes } });
    expect(await under.provider().createPix(REQUEST)).toEqual({ ok: false, kind: 'refused', reason });
    under.inTurn({ status: 200, body: { ...CHARGE, ...changes } });
    expect(await under.provider().createPix(REQUEST)).toEqual({ ok: false, kind: 'refused', reason });
  });

  it('without a code gets one from its location, or none', async () => {
    under.inTurn({ body: { ...CHARGE, pixCopiaECola: undefined, location: 'pix.example.com/qr/v2/abc' } });
    expect(await under.provider().createPix(REQUEST)).toMatchObject({
      ok: true,
      copyPaste: expect.stringMatching(
        /^000201010212.*pix\.example\.com\/qr\/v2\/abc.*5904Loja6009SAO PAULO/,
      ),
    });
    under.inTurn({ body: { ...CHARGE, pixCopiaECola: undefined } });
    expect(await under.provider().createPix(REQUEST)).toMatchObject({ ok: false, kind: 'unavailable' });
  });

  it('gets names of 32 letters and digits, each new', () => {
    const names = Array.from({ length: 100 }, () => under.provider().newTxid());
    expect(names.every((name) => /^[a-zA-Z0-9]{32}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(100);
  });
});

describe('finding a charge', () => {
  it('gives it with its payments', async () => {
    const pix = { endToEndId: 'E1', valor: '37.00', horario: '2026-11-15T12:00:00Z', txid: TXID };
    under.inTurn({
      body: { ...CHARGE, status: 'CONCLUIDA', pix: [pix, { ...pix, valor: '37,00', endToEndId: 'E2' }] },
    });
    expect(await under.provider().remote.findPix(NAME)).toEqual({
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
    expect(under.logged()).toContain('payments or refunds in no known form');
    expect(under.logged()).toContain(JSON.stringify({ endToEndId: 'E2', txid: TXID }));
  });

  it('that is paid and carries no payment gets its own from the list of all', async () => {
    const pix = { endToEndId: 'E1', valor: '37.00', horario: '2026-11-15T12:00:00Z', txid: TXID };
    const calendario = { criacao: '2026-11-15T11:00:00Z' };
    under.inTurn(
      { body: { ...CHARGE, status: 'CONCLUIDA', calendario } },
      { body: { pix: [pix, { ...pix, txid: 'other' }] } },
    );
    expect(await under.provider().remote.findPix(NAME)).toMatchObject({
      ok: true,
      charge: { status: 'paid', payments: [{ endToEndId: 'E1', txid: TXID }] },
    });
    const { searchParams } = new URL(under.request(1).path, under.bank().origin);
    expect(Object.fromEntries(searchParams)).toMatchObject({ txid: TXID, inicio: calendario.criacao });
  });

  it.each<Reply>(['drop', { status: 400 }, { body: { pix: [{ valor: '37,00', txid: TXID }] } }])(
    'that is paid, by a payment that %j does not tell, is paid all the same',
    async (reply) => {
      under.inTurn({ body: { ...CHARGE, status: 'CONCLUIDA' } }, reply);
      expect(await under.provider().remote.findPix(NAME)).toMatchObject({
        ok: true,
        charge: { status: 'paid', payments: [] },
      });
    },
  );

  it('gives null when there is none, and looks at the kind it is', async () => {
    under.inTurn(MISSING);
    expect(await under.provider().remote.findPix({ ...NAME, isDueCharge: true })).toEqual({
      ok: true,
      charge: null,
    });
    expect(under.calls()).toEqual([`GET /cobv/${TXID}`]);
  });

  it.each<[Reply, string]>([
    ['drop', 'unavailable'],
    [{ status: 500 }, 'unavailable'],
    [{ status: 403 }, 'unavailable'],
    [{ status: 200, text: 'x' }, 'unavailable'],
    [{ status: 400 }, 'refused'],
  ])('that ends in %j is %s', async (reply, kind) => {
    under.inTurn(reply);
    expect(await under.provider().remote.findPix(NAME)).toMatchObject({ ok: false, kind });
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
    under.inTurn(...replies);
    expect(await under.provider().remote.removePix(NAME)).toEqual({ ok: true });
    expect(under.calls()).toEqual(made);
    expect(JSON.parse(under.request(0).body)).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  it.each<[string, Reply[], string]>([
    ['may not be removed', [{ status: 400 }, active], 'refused'],
    ['stays', ['drop', active, 'drop', active], 'unavailable'],
    ['nobody answers about', ['drop', 'drop'], 'unavailable'],
    ['is not permitted', [{ status: 403 }], 'unavailable'],
  ])('that %s is not', async (_, replies, kind) => {
    under.inTurn(...replies);
    expect(await under.provider().remote.removePix(NAME)).toMatchObject({ ok: false, kind });
  });
});
