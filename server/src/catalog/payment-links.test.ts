import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import { DAY_MS } from '../kit/clock.ts';
import { done, rowWrite } from '../write/effects.ts';
import {
  countLinkPayment,
  findLinkByToken,
  findPaymentLink,
  isLinkOpen,
  type PaymentLinkRow,
} from './payment-links.ts';

let sellers: Sellers;
let seller: TestAccount;

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());
beforeEach(async () => {
  seller = await sellers.account();
});

const create = (body: object) => seller.call('POST', '/api/v1/payment-links', body);
const list = (query = '') => seller.call('GET', `/api/v1/payment-links${query}`);
const inDays = (days: number) => new Date(sellers.clock.now().getTime() + days * DAY_MS).toISOString();
const notFound = { status: 404, body: { error: 'Payment link not found', code: 'NOT_FOUND', details: {} } };

async function linkRow(id: unknown): Promise<PaymentLinkRow> {
  const row = await findPaymentLink(sellers.deps.db, seller.id, String(id));
  if (!row) throw new Error('no such link');
  return row;
}

describe('POST /payment-links', () => {
  it('needs only a name: the payer types the value and chooses among all methods', async () => {
    const { status, body } = await create({ name: 'Donation' });
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'payment_link',
      id: expect.any(String),
      name: 'Donation',
      description: null,
      value: null,
      min_value: 1,
      max_value: 10_000,
      billing_types: ['PIX', 'CREDIT_CARD', 'BOLETO'],
      max_installments: 12,
      installment_interest: 'seller',
      product_id: null,
      split: [],
      success_url: null,
      postback_url: null,
      expires_at: null,
      max_payments: null,
      payments_count: 0,
      active: true,
      url: expect.stringMatching(/^http:\/\/gateway\.test\/l\/[0-9A-Za-z]{22}$/),
      created_at: expect.any(String),
      asks: { phone: 'no', address: 'no', max_quantity: 1, questions: [] },
      pix_discount: null,
    });
    expect(body.url).not.toContain(String(body.id));
  });

  it('keeps every field', async () => {
    const recipient = await sellers.account();
    const sent = {
      name: 'Course',
      description: 'Ten lessons',
      value: 99.9,
      billing_types: ['PIX', 'BOLETO', 'PIX'],
      max_installments: 3,
      split: [{ recipient_id: recipient.id, percent: 10 }],
      success_url: 'https://shop.example/thanks',
      postback_url: 'https://shop.example/hook',
      expires_at: inDays(1),
      max_payments: 2,
    };
    const { status, body } = await create(sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...sent,
      billing_types: ['PIX', 'BOLETO'],
      split: [{ recipient_id: recipient.id, type: 'percent', amount: null, percent: 10, description: null }],
    });
    expect(await seller.call('GET', `/api/v1/payment-links/${body.id}`)).toEqual({ status: 200, body });
  });

  it.each([
    ['name', {}],
    ['name', { name: '' }],
    ['value', { name: 'A', value: 0 }],
    ['value', { name: 'A', value: -5 }],
    ['value', { name: 'A', value: 1.001 }],
    ['value', { name: 'A', value: '10' }],
    ['value', { name: 'A', value: 200_000_000, billing_types: ['BOLETO'] }],
    ['billing_types', { name: 'A', billing_types: [] }],
    ['billing_types', { name: 'A', billing_types: 'PIX' }],
    ['billing_types.0', { name: 'A', billing_types: ['UNDEFINED'] }],
    ['max_installments', { name: 'A', max_installments: 0 }],
    ['max_installments', { name: 'A', max_installments: 13 }],
    ['max_payments', { name: 'A', max_payments: 0 }],
    ['product_id', { name: 'A', product_id: 'x' }],
    ['product_id', { name: 'A', product_id: '01890000-0000-7000-8000-000000000000' }],
    ['success_url', { name: 'A', success_url: 'ftp://shop.example' }],
    ['success_url', { name: 'A', success_url: 'https://user:password@shop.example' }],
    ['postback_url', { name: 'A', postback_url: 'shop.example' }],
    ['expires_at', { name: 'A', expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { name: 'A', expires_at: 'tomorrow' }],
    ['expires_at', { name: 'A', expires_at: '' }],
    ['expires_at', { name: 'A', expires_at: '2090-02-30T00:00:00Z' }],
  ])('refuses a bad %s and stores nothing (case %#)', async (field, sent) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(body.details).toHaveProperty([field]);
    expect((await list()).body.total).toBe(0);
  });

  it('refuses a split that reaches the value', async () => {
    const [first, second] = [await sellers.account(), await sellers.account()];
    const split = [
      { recipient_id: first.id, amount: 60 },
      { recipient_id: second.id, percent: 40 },
    ];
    expect(await create({ name: 'A', value: 100, split })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_SPLIT' },
    });
    expect((await create({ name: 'A', value: 100.02, split })).status).toBe(201);
    expect((await create({ name: 'A', split })).status).toBe(201);
  });

  it("refuses the owner and another's blocked account as recipients", async () => {
    const blocked = await sellers.account('blocked');
    for (const recipient of [seller, blocked]) {
      const split = [{ recipient_id: recipient.id, percent: 1 }];
      expect((await create({ name: 'A', split })).body.code).toBe('INVALID_SPLIT');
    }
  });

  it("takes the product's price, unless a value or null is given, and checks both splits together", async () => {
    const recipient = await sellers.account();
    const product = (await seller.call('POST', '/api/v1/products', { name: 'P', price: 50 })).body;
    await seller.call('PUT', `/api/v1/products/${product.id}/splits`, {
      split: [{ recipient_id: recipient.id, amount: 30 }],
    });
    const link = { name: 'A', product_id: product.id };
    expect((await create(link)).body).toMatchObject({ value: 50, product_id: product.id, split: [] });
    expect((await create({ ...link, value: null })).body.value).toBeNull();
    expect((await create({ ...link, value: 31 })).body.value).toBe(31);
    expect((await create({ ...link, value: 30 })).body.code).toBe('INVALID_SPLIT');
    const split = [{ recipient_id: recipient.id, amount: 1 }];
    expect((await create({ ...link, value: 30, split })).status).toBe(201);
  });

  it('makes one link when it is tried again', async () => {
    const retry = sellers.retrying(seller);
    const first = await retry('POST', '/api/v1/payment-links', { name: 'A' });
    expect(await retry('POST', '/api/v1/payment-links', { name: 'A' })).toEqual(first);
    expect((await list()).body.total).toBe(1);
    const tokens = await sellers.deps.db.query('select 1 from public_tokens where account_id = $1', [
      seller.id,
    ]);
    expect(tokens).toHaveLength(1);
  });
});

describe('DELETE /payment-links/{id}', () => {
  it('deactivates the link, which stays readable; again is no error', async () => {
    const { body } = await create({ name: 'A' });
    await create({ name: 'B' });
    const remove = () => seller.call('DELETE', `/api/v1/payment-links/${body.id}`);
    const answers = await Promise.all(Array.from({ length: 5 }, remove));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(answers[0]?.body).toEqual({ success: true, message: 'Payment link deactivated' });
    expect((await seller.call('GET', `/api/v1/payment-links/${body.id}`)).body.active).toBe(false);
    expect((await list('?active=true')).body).toMatchObject({ total: 1, data: [{ name: 'B' }] });
    expect((await list('?active=false')).body).toMatchObject({ total: 1, data: [{ name: 'A' }] });
    expect((await list()).body.total).toBe(2);
  });

  it('answers 404 for a link of another account and for none', async () => {
    const stranger = await sellers.account();
    const { body } = await create({ name: 'A' });
    expect(await stranger.call('DELETE', `/api/v1/payment-links/${body.id}`)).toEqual(notFound);
    expect(await stranger.call('GET', `/api/v1/payment-links/${body.id}`)).toEqual(notFound);
    expect(await seller.call('DELETE', '/api/v1/payment-links/x')).toEqual(notFound);
    expect(await seller.call('GET', `/api/v1/payment-links/${sellers.deps.ids.next()}`)).toEqual(notFound);
  });
});

describe('GET /payment-links', () => {
  it('pages newest first', async () => {
    for (const name of ['1', '2', '3']) await create({ name });
    const first = await list('?limit=2');
    expect(first.body).toMatchObject({ total: 3, has_more: true, data: [{ name: '3' }, { name: '2' }] });
    const second = await list(`?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ total: 3, has_more: false, data: [{ name: '1' }] });
    expect((await list('?active=x')).status).toBe(400);
  });
});

describe('what the page of a link needs', () => {
  it('bounds what a payer may enter, and a value of its own has no bounds', async () => {
    expect((await create({ name: 'A' })).body).toMatchObject({
      value: null,
      min_value: 1,
      max_value: 10_000,
    });
    const bounded = await create({ name: 'A', min_value: 5, max_value: 50 });
    expect(bounded.body).toMatchObject({ min_value: 5, max_value: 50 });
    expect((await create({ name: 'A', value: 20 })).body).toMatchObject({ min_value: null, max_value: null });
    const wrong: [string, object][] = [
      ['min_value', { value: 20, min_value: 5 }],
      ['max_value', { value: 20, max_value: 50 }],
      ['max_value', { min_value: 10, max_value: 5 }],
      ['min_value', { min_value: 20_000 }],
      ['max_value', { max_value: 0.5 }],
      ['min_value', { min_value: 0 }],
      ['max_value', { max_value: 10.001 }],
    ];
    for (const [field, body] of wrong) {
      const { status, body: refusal } = await create({ name: 'A', ...body });
      expect({ body, status }).toEqual({ body, status: 400 });
      expect(refusal.details).toHaveProperty([field]);
    }
  });

  it('finds it by its token', async () => {
    const { body } = await create({ name: 'A' });
    const token = String(body.url).split('/').at(-1) as string;
    const found = await findLinkByToken(sellers.deps.db, token);
    expect(found).toMatchObject({ account_id: seller.id, id: body.id, name: 'A' });
    expect(await findLinkByToken(sellers.deps.db, 'unknown')).toBeNull();
  });

  it('is open until it ends, is used up or is deactivated', async () => {
    const expiresAt = inDays(1);
    const { body } = await create({ name: 'A', expires_at: expiresAt, max_payments: 2 });
    const link = await linkRow(body.id);
    const end = new Date(expiresAt);
    const before = new Date(end.getTime() - 1);
    expect(isLinkOpen(link, before)).toBe(true);
    expect(isLinkOpen(link, end)).toBe(false);
    expect(isLinkOpen({ ...link, payments_count: 1n }, before)).toBe(true);
    expect(isLinkOpen({ ...link, payments_count: 2n }, before)).toBe(false);
    expect(isLinkOpen({ ...link, active: false }, before)).toBe(false);
    expect(isLinkOpen({ ...link, expires_at: null, max_payments: null }, end)).toBe(true);
  });

  it('counts every payment, several of one link together and many at once', async () => {
    const a = (await create({ name: 'A' })).body.id;
    const b = (await create({ name: 'B' })).body.id;
    const pay = (...ids: unknown[]) =>
      sellers.deps.writer.commit({
        load: () => Promise.resolve(),
        decide: () =>
          done(undefined, {
            rows: ids.map((id) =>
              rowWrite(countLinkPayment, { accountId: seller.id, paymentLinkId: String(id) }),
            ),
          }),
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? pay(a, b, a) : pay(b, a, a))));
    expect((await linkRow(a)).payments_count).toBe(40n);
    expect((await linkRow(b)).payments_count).toBe(20n);
  });
});
