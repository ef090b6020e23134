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

describe('what was received', () => {
  const period = {
    from: new Date('2026-11-14T12:00:00.700Z'),
    until: new Date('2026-11-15T12:00:00.100Z'),
    page: 2,
    onlyRefunded: false,
  };

  it('is asked for by whole seconds, page by page', async () => {
    const pix = [{ endToEndId: 'E1', valor: '1.00', horario: '2026-11-15T12:00:00Z' }];
    under.inTurn({ body: { parametros: { paginacao: { quantidadeDePaginas: 4 } }, pix } });
    expect(await under.provider().remote.receivedPix(period)).toMatchObject({
      ok: true,
      nextPage: 3,
      payments: [{ endToEndId: 'E1', txid: null }],
    });
    const { pathname, searchParams } = new URL(under.request(0).path, under.bank().origin);
    expect(pathname).toBe('/api/pix');
    expect(Object.fromEntries(searchParams)).toEqual({
      inicio: '2026-11-14T12:00:00Z',
      fim: '2026-11-15T12:00:01Z',
      'paginacao.paginaAtual': '2',
      'paginacao.itensPorPagina': '100',
    });
    await under.provider().remote.receivedPix({ ...period, onlyRefunded: true });
    expect(under.request(1).path).toContain('devolucaoPresente=true');
  });

  it.each<[Reply, string]>([
    [{ status: 500 }, 'unavailable'],
    [{ status: 400 }, 'refused'],
    [{ text: 'x' }, 'unavailable'],
  ])('is not known after %j', async (reply, kind) => {
    under.inTurn(reply);
    expect(await under.provider().remote.receivedPix(period)).toMatchObject({ ok: false, kind });
  });
});

describe('the address for notifications', () => {
  it('is registered for the key, and read', async () => {
    under.inTurn({ status: 200 }, { body: { webhookUrl: 'https://shop.example/x' } }, { status: 404 });
    expect(await under.provider().remote.registerWebhook('https://shop.example/x')).toEqual({ ok: true });
    expect(under.request(0)).toMatchObject({
      method: 'PUT',
      path: `/api/webhook/${PIX_KEY}`,
      body: '{"webhookUrl":"https://shop.example/x"}',
    });
    expect(await under.provider().remote.webhookUrl()).toEqual({ ok: true, url: 'https://shop.example/x' });
    expect(await under.provider().remote.webhookUrl()).toEqual({ ok: true, url: null });
  });

  it('is refused in words that do not show the key', async () => {
    under.inTurn({ status: 400, body: { detail: `A chave ${PIX_KEY} não serve` } });
    expect(await under.provider().remote.registerWebhook('https://shop.example/x')).toEqual({
      ok: false,
      kind: 'refused',
      reason: '400 A chave *** não serve',
    });
  });
});

describe('the health of a PSP', () => {
  it('is good while it says yes or no', async () => {
    under.inTurn(INVALID, MISSING);
    for (let time = 0; time < 10; time++) await under.provider().createPix(REQUEST);
    expect(under.provider().remote.accepts()).toBe(true);
    const health = under.provider().remote.health();
    expect(health).toMatchObject({ state: 'closed', calls: 21, failures: 0, lastFailure: null });
    expect(health.averageLatencyMs).toBeGreaterThan(0);
    expect(Math.abs(Date.now() - health.since.getTime())).toBeLessThan(60_000);
  });

  it('is bad when it fails, and new charges go elsewhere; existing ones are still asked for', async () => {
    under.inTurn({ status: 503, body: { title: 'Indisponível' } });
    for (let time = 0; time < 5; time++) await under.provider().createPix(REQUEST);
    expect(under.provider().remote.accepts()).toBe(false);
    const health = under.provider().remote.health();
    expect(health).toMatchObject({
      state: 'open',
      failures: 6,
      lastFailure: { reason: '503 Indisponível' },
    });
    expect(Math.abs(Date.now() - (health.lastFailure?.at.getTime() ?? 0))).toBeLessThan(10_000);
    under.inTurn({ body: CHARGE });
    expect(await under.provider().remote.findPix(NAME)).toMatchObject({ ok: true });
    expect(under.provider().remote.accepts()).toBe(false);
  });

  it('suffers once from a token that many wait for in vain', async () => {
    under.bank().answerTokens(() => ({ status: 503 }));
    await Promise.all(Array.from({ length: 20 }, () => under.provider().createPix(REQUEST)));
    expect(under.provider().remote.health()).toMatchObject({ state: 'closed', calls: 1, failures: 1 });
    for (let time = 0; time < 9; time++) await under.provider().createPix(REQUEST);
    expect(under.provider().remote.accepts()).toBe(false);
    under.bank().answerTokens(() => ({ body: { access_token: 'x', expires_in: 3_600 } }));
  });

  it('does not suffer from lists and webhooks', async () => {
    under.inTurn({ status: 503 });
    for (let time = 0; time < 12; time++) await under.provider().remote.webhookUrl();
    expect(under.provider().remote.accepts()).toBe(true);
    expect(under.provider().remote.health()).toMatchObject({ calls: 1, failures: 0 });
  });
});
