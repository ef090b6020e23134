import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import type { CardProvider, CardRequest, CardVault } from '../../providers/card.ts';

const TOKEN = { token: 'tok_visa_1111', brand: 'visa', last_four: '1111', holder: 'ANA SOUZA' };
const CONSENT = { text: 'Guardar este cartão para as próximas compras', version: '3' };
const ANA = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725' };
const CHARGE = { billing_type: 'CREDIT_CARD', value: 100 };

const asked: CardRequest[] = [];
let down = false;
/** The sandbox, which is heard, and whose vault can be down. */
function heard(provider: CardProvider): CardProvider {
  const { vault } = provider;
  if (!vault) throw new Error('the sandbox stores cards');
  const listening: CardVault = {
    ...vault,
    removeCard: async (id) =>
      down ? { ok: false, kind: 'unavailable', reason: 'the vault does not answer' } : vault.removeCard(id),
  };
  return {
    ...provider,
    vault: listening,
    authorise(request) {
      asked.push(request);
      return provider.authorise(request);
    },
  };
}

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway({ rails: (rails) => ({ ...rails, card: rails.card.map(heard) }) });
  seller = await gateway.seller();
});
afterEach(() => {
  asked.length = 0;
  down = false;
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  seller.call(method, `/api/v1${path}`, body, headers);
let people = 0;
async function customer(): Promise<string> {
  people += 1;
  return (await call('POST', '/customers', { name: `Ana ${people}` })).body.id;
}
async function cardsOf(id: string) {
  const { status, body } = await call('GET', `/customers/${id}/cards`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data;
}
/** A charge that is paid with a card that is stored with it. */
async function bought(customerId: string, set: object = {}, card: object = TOKEN) {
  const body = { ...CHARGE, customer_id: customerId, card, save_card: true, consent: CONSENT, ...set };
  const { status, body: charge, raw } = await call('POST', '/charges', body);
  expect(status, raw).toBe(201);
  return charge;
}
const eventsOf = async (id: string) =>
  (await call('GET', `/charges/${id}/events`)).body.data.map(({ event }: { event: string }) => event);

describe('a card that its payer agreed to have kept', () => {
  it('is paid with as it is stored, and listed with what was agreed to', async () => {
    const ana = await customer();
    const charge = await bought(ana, { payer_ip: '203.0.113.9' });
    expect(charge).toMatchObject({ status: 'RECEIVED', card_payment: { status: 'approved' } });
    expect(asked).toMatchObject([{ source: { kind: 'stored', brand: 'visa', lastFour: '1111' } }]);
    const [card, ...others] = await cardsOf(ana);
    expect(others).toEqual([]);
    expect(card).toMatchObject({
      ...{ object: 'stored_card', customer_id: ana, brand: 'visa', last_four: '1111', exp_month: 12 },
      consent: { ...CONSENT, by: 'seller', merchant_initiated: false },
    });
    expect(await eventsOf(charge.id)).toEqual(['charge.pending', 'charge.paid', 'charge.card_stored']);
    const [row] = await gateway.db.query('select consent_ip from stored_cards where id = $1', [card.id]);
    expect(row).toEqual({ consent_ip: '203.0.113.9' });
  });

  it('pays the next charge of its customer, and of no other', async () => {
    const [ana, bia] = [await customer(), await customer()];
    await bought(ana);
    const [{ id: card_id }] = await cardsOf(ana);
    const next = await call('POST', '/charges', { ...CHARGE, card_id });
    expect(next.body).toMatchObject({
      ...{ status: 'RECEIVED', customer_id: ana, card: { brand: 'visa', last_four: '1111' } },
    });
    expect(asked.at(-1)).toMatchObject({ initiatedBy: 'payer', source: { kind: 'stored' } });
    const other = await call('POST', '/charges', { ...CHARGE, customer_id: bia, card_id });
    expect([other.status, Object.keys(other.body.details)]).toEqual([400, ['card_id']]);
    const stranger = await gateway.seller();
    const stolen = await stranger.call('POST', '/api/v1/charges', { ...CHARGE, card_id });
    expect(Object.keys(stolen.body.details)).toEqual(['card_id']);
  });

  it('is charged without the payer only where the payer agreed to that', async () => {
    const [ana, bia] = [await customer(), await customer()];
    await bought(ana);
    await bought(bia, { consent: { ...CONSENT, merchant_initiated: true } });
    const [[{ id: ofAna }], [{ id: ofBia }]] = [await cardsOf(ana), await cardsOf(bia)];
    const wanted = { ...CHARGE, initiated_by: 'merchant' };
    const refused = await call('POST', '/charges', { ...wanted, card_id: ofAna });
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['initiated_by']]);
    const taken = await call('POST', '/charges', { ...wanted, card_id: ofBia });
    expect(taken.body.status).toBe('RECEIVED');
    expect(asked.at(-1)).toMatchObject({ initiatedBy: 'merchant' });
  });

  it('is stored once, however often the request is sent', async () => {
    const ana = await customer();
    const body = { ...CHARGE, customer_id: ana, card: TOKEN, save_card: true, consent: CONSENT };
    const { body: charge } = await call('POST', '/charges', { ...CHARGE, customer_id: ana });
    const key = { 'idempotency-key': 'kept once' };
    const { billing_type: _, value: __, customer_id: ___, ...payment } = body;
    await Promise.all([1, 2, 3].map(() => call('POST', `/charges/${charge.id}/pay`, payment, key)));
    expect(await cardsOf(ana)).toHaveLength(1);
  });

  it('is stored when what it holds is authorised', async () => {
    const ana = await customer();
    const charge = await bought(ana, { capture: false });
    expect(charge.card_payment.status).toBe('authorized');
    expect(await cardsOf(ana)).toHaveLength(1);
  });
});

describe('a card that is not kept', () => {
  it('is one whose issuer refuses it without an amount: nothing is charged', async () => {
    const ana = await customer();
    const bad = { ...TOKEN, token: 'tok_visa_1881', last_four: '1881' };
    const charge = await bought(ana, {}, bad);
    expect(charge).toMatchObject({
      status: 'REFUSED',
      card_payment: { refusal: { reason: 'issuer_refused' } },
    });
    expect(asked).toEqual([]);
    expect(await cardsOf(ana)).toEqual([]);
    await gateway.runDue();
    const left = await gateway.db.query(
      `select status from stored_cards where customer_id = $1 union all
       select reference from sandbox_provider_calls where kind = 'stored_card' and answer ->> 'lastFour' = '1881'`,
      [ana],
    );
    expect(left).toEqual([{ status: 'removed' }]);
  });

  it('is one whose payment is refused', async () => {
    const ana = await customer();
    const charge = await bought(ana, {}, { ...TOKEN, token: 'tok_visa_6285', last_four: '6285' });
    expect(charge.card_payment.refusal.reason).toBe('insufficient_funds');
    expect(asked).toHaveLength(1);
    expect(await cardsOf(ana)).toEqual([]);
  });

  it('waits for a payment without an answer', async () => {
    const ana = await customer();
    const silent = { ...TOKEN, token: 'tok_mastercard_5100', brand: 'mastercard', last_four: '5100' };
    const charge = await bought(ana, {}, silent);
    expect(charge.card_payment.status).toBe('processing');
    expect(await cardsOf(ana)).toEqual([]);
    await gateway.advance(60_000);
    await gateway.advance(60_000);
    expect(await cardsOf(ana)).toHaveLength(1);
    expect(await eventsOf(charge.id)).toContain('charge.card_stored');
  });

  it.each([
    ['consent', { save_card: true }],
    ['consent', { consent: CONSENT }],
    ['save_card', { save_card: true, consent: CONSENT, customer_id: null }],
  ])('names %s of a request that can not be right', async (field, set) => {
    const { body: charge } = await call('POST', '/charges', {
      ...CHARGE,
      ...('customer_id' in set ? {} : { customer: { name: 'Bia' } }),
    });
    const { customer_id: _, ...sent } = { customer_id: null, ...set };
    const { status, body } = await call('POST', `/charges/${charge.id}/pay`, { card: TOKEN, ...sent });
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  });
});

describe('a card that is removed', () => {
  it('pays no more, and is forgotten by its acquirer once that answers', async () => {
    const ana = await customer();
    await bought(ana);
    const [{ id }] = await cardsOf(ana);
    down = true;
    expect((await call('DELETE', `/customers/${ana}/cards/${id}`)).status).toBe(200);
    expect(await cardsOf(ana)).toEqual([]);
    expect((await call('POST', '/charges', { ...CHARGE, card_id: id })).status).toBe(400);
    const statusOf = async () =>
      (await gateway.db.query('select status, consent_ip from stored_cards where id = $1', [id]))[0];
    expect(await statusOf()).toEqual({ status: 'removing', consent_ip: null });
    down = false;
    await gateway.advance(60_000);
    expect(await statusOf()).toMatchObject({ status: 'removed' });
    expect((await call('DELETE', `/customers/${ana}/cards/${id}`)).status).toBe(404);
  });

  it('is not found at another customer, nor by another seller', async () => {
    const [ana, bia] = [await customer(), await customer()];
    await bought(ana);
    const [{ id }] = await cardsOf(ana);
    expect((await call('DELETE', `/customers/${bia}/cards/${id}`)).status).toBe(404);
    const stranger = await gateway.seller();
    expect((await stranger.call('DELETE', `/api/v1/customers/${ana}/cards/${id}`)).status).toBe(404);
    expect((await stranger.call('GET', `/api/v1/customers/${ana}/cards`)).status).toBe(404);
    expect(await cardsOf(ana)).toHaveLength(1);
  });

  it('goes with its person', async () => {
    const { body: charge } = await call('POST', '/charges', {
      ...{ ...CHARGE, customer: ANA, card: TOKEN, save_card: true, consent: CONSENT },
    });
    expect(charge.card_payment.status).toBe('approved');
    const operator = await gateway.operator();
    const erased = await operator.call('POST', '/api/v1/admin/people/erase', {
      ...{ document: ANA.cpf_cnpj, reason: 'asked for it' },
    });
    expect(erased.status, erased.raw).toBe(200);
    await gateway.runDue();
    expect(await cardsOf(charge.customer_id)).toEqual([]);
  });
});

describe('a card that its issuer has refused for good', () => {
  it('is not sent again for this charge, in whatever form it comes', async () => {
    const { body: charge } = await call('POST', '/charges', CHARGE);
    const stolen = { token: 'tok_mastercard_5142', brand: 'mastercard', last_four: '5142', holder: 'ANA' };
    const pay = (card: object) => call('POST', `/charges/${charge.id}/pay`, { card });
    const first = await pay(stolen);
    expect(first.body.card_payment.refusal).toMatchObject({ reason: 'invalid_data', retry: 'never' });
    const number = { number: '5102026827345142', holder: 'ANA', exp_month: 1, exp_year: 2040, cvv: '123' };
    for (const card of [stolen, number]) {
      expect((await pay(card)).body).toMatchObject({ code: 'CARD_NOT_RETRYABLE' });
    }
    expect(asked).toHaveLength(1);
    expect((await pay(TOKEN)).body.status).toBe('RECEIVED');
  });
});
