import { describe, expect, it } from 'vitest';
import { type Fetch, isGuicheError, reais } from '../../sdk/src/main.ts';
import { startReceiver } from '../support/receiver.ts';
import { failureOf } from '../support/sdk.ts';
import { openStreet, RAILS, type Rail, type Shop, type Street, streetsOfFile } from './shop.ts';

let street: Street;
let shop: Shop;

const streets = streetsOfFile();
const openShopOn = (rail: Rail) =>
  streets(rail, async (opened) => {
    street = opened;
    shop = await street.open();
  });

const order = { billing_type: 'PIX', value: reais(12) } as const;

/** The request arrives and takes effect; the answer is lost on its way, as often as told. */
function losingAnswers(times: number): Fetch {
  let lost = 0;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (lost === times) return response;
    lost += 1;
    await response.arrayBuffer();
    throw new TypeError('terminated');
  };
}

describe.each(RAILS)('the same request twice on %s', (rail) => {
  openShopOn(rail);

  it('under the same key is one charge, at the same time too', async () => {
    const options = { idempotencyKey: 'order-77' };
    const create = () => shop.client.charges.create(order, options);
    const made = await Promise.all([create(), create(), create()]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = shop.client.charges.create({ ...order, value: reais(13) }, options);
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', idempotencyKey: 'order-77' });
  });

  it('with keys of its own is two charges', async () => {
    const [first, second] = [
      await shop.client.charges.create(order),
      await shop.client.charges.create(order),
    ];
    expect(first.id).not.toBe(second.id);
  });

  it('because the answer was lost makes one charge and one refund', async () => {
    const seller = await street.open('Loja sem rede');
    const unsteady = seller.client.with({ fetch: losingAnswers(1) });
    const { charges, balance } = unsteady;
    const { id } = await charges.create(order);
    expect((await seller.client.charges.list()).total).toBe(1);
    await street.pay({ client: unsteady }, id);
    const unlucky = seller.client.with({ fetch: losingAnswers(2) });
    await street.refund({ client: unlucky }, id, { amount: reais(1) });
    expect((await charges.retrieve(id)).refunds).toHaveLength(1);
    expect((await balance.retrieve()).total).toBeLessThan(12);
  });

  it('by hand with the key of the error is one charge', async () => {
    const seller = await street.open('Loja sem sorte');
    const hopeless = seller.client.with({ fetch: losingAnswers(9), maxRetries: 0 });
    const error = await failureOf(hopeless.charges.create(order));
    if (!isGuicheError(error, 'CONNECTION_FAILED')) throw error;
    await seller.client.charges.create(order, { idempotencyKey: String(error.idempotencyKey) });
    expect((await seller.client.charges.list()).total).toBe(1);
  });
});

describe.each(RAILS)('an error about a charge on %s', (rail) => {
  openShopOn(rail);

  it('of a bad field names the field', async () => {
    const error = await failureOf(shop.client.charges.create({ ...order, customer_id: 'nobody' }));
    expect(isGuicheError(error) && [error.status, Object.keys(error.details)]).toEqual([
      400,
      ['customer_id'],
    ]);
    expect(isGuicheError(error) && error.requestId).toBeTruthy();
  });

  it('for another seller’s charge is the one for a charge that never was', async () => {
    const { id } = await shop.client.charges.create(order);
    const stranger = await street.open('Outra loja');
    const [foreign, unknown] = [
      await failureOf(stranger.client.charges.retrieve(id)),
      await failureOf(stranger.client.charges.retrieve('0190a0a0-0000-7000-8000-000000000000')),
    ];
    expect(foreign).toMatchObject({ name: 'NotFoundError', code: 'NOT_FOUND' });
    const plain = (error: Error) => error.message.replace(/request \S+\)/, 'request)');
    expect(plain(foreign)).toBe(plain(unknown));
  });
});

describe.each(RAILS)('money that cannot be kept, on %s,', (rail) => {
  openShopOn(rail);

  /** Whatever the reason: shown with the charge, with the payer again, and nothing of it stays here. */
  async function expectReturned(seller: Shop, id: string, reason: string, amount = 12) {
    await street.rest();
    const { returned_payments: returned } = await seller.client.charges.retrieve(id);
    expect(returned).toMatchObject([{ reason, amount, status: 'returned' }]);
    const { postings } = await seller.client.charges.ledger(id);
    const left = postings.filter(({ from, to }) => from === 'refunds' && to === 'external');
    expect(left.map((posting) => posting.amount)).toEqual([amount]);
  }

  it('because the charge is paid already goes back, and the first payment stays', async () => {
    const seller = await street.open('Loja paga duas vezes');
    const { charges, balance } = seller.client;
    const { id } = await charges.create(order);
    const paid = await street.pay(seller, id);
    const before = await balance.retrieve();
    await street.pay(seller, id, { again: true, times: 3 });
    await expectReturned(seller, id, 'paid_twice');
    expect(await charges.retrieve(id)).toMatchObject({ status: 'RECEIVED', net_value: paid.net_value });
    expect(await balance.retrieve()).toEqual(before);
  });

  it.each(['cancelled', 'expired'] as const)('because the charge was %s before goes back', async (how) => {
    const seller = await street.open('Loja que desistiu');
    const { charges, sandbox, balance } = seller.client;
    const { id } = await charges.create(order);
    // The payer's app had the code on its screen: it is paid before it could be taken away.
    await (how === 'cancelled' ? charges.cancel(id) : sandbox.expire(id));
    await street.pay(seller, id, { times: 2 });
    await expectReturned(seller, id, 'charge_not_payable');
    expect((await charges.retrieve(id)).status).toBe('CANCELLED');
    expect(await balance.retrieve()).toMatchObject({ available: 0, reserved: 0, total: 0 });
  });

  it('because it is another amount goes back, and the right amount is taken after it', async () => {
    const seller = await street.open('Loja do valor errado');
    const { charges, balance } = seller.client;
    const { id } = await charges.create(order);
    await street.pay(seller, id, { amount: reais(11.99) });
    await expectReturned(seller, id, 'wrong_amount', 11.99);
    expect((await charges.retrieve(id)).status).toBe('PENDING');
    expect(await balance.retrieve()).toMatchObject({ available: 0, reserved: 0, total: 0 });
    const paid = await street.pay(seller, id, { again: true });
    expect(paid).toMatchObject({ status: 'RECEIVED', paid_value: 12 });
    expect((await balance.retrieve()).available).toBe(paid.net_value);
  });
});

describe('an error', () => {
  openShopOn('the sandbox');

  it('of a wrong key says to check the key, and does not show it', async () => {
    const apiKey = `${shop.apiKey.slice(0, -6)}AAAAAA`;
    const error = await failureOf(street.client({ apiKey }).balance.retrieve());
    expect(error).toMatchObject({ name: 'AuthenticationError', code: 'API_KEY_INVALID', status: 401 });
    expect(error.message).toMatch(/Check that the key belongs to this gateway/);
    expect(error.message).not.toContain(apiKey);
  });

  it('of a gateway that is not there says where it was looked for', async () => {
    const nowhere = street.client({ baseUrl: 'http://127.0.0.1:9', apiKey: shop.apiKey, maxRetries: 0 });
    const error = await failureOf(nowhere.balance.retrieve());
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'CONNECTION_FAILED', status: null });
    expect(error.message).toMatch(
      /^No answer from http:\/\/127\.0\.0\.1:9 \(1 try\): .+ Is the gateway running/,
    );
  });

  it('of a redirect says so, and the key goes nowhere else', async () => {
    const [asked, target] = [await startReceiver(), await startReceiver()];
    asked.respondWith((_request, response) => void response.writeHead(307, { location: target.url }).end());
    const client = street.client({ baseUrl: asked.url, apiKey: shop.apiKey });
    const error = await failureOf(client.charges.create(order));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 307 });
    expect([asked.received.length, target.received.length]).toEqual([1, 0]);
    await Promise.all([asked.stop(), target.stop()]);
  });

  it('of a page that is not the API is said to be one', async () => {
    const wrong = street.client({ baseUrl: `${street.baseUrl}/pay`, apiKey: shop.apiKey });
    const error = await failureOf(wrong.balance.retrieve());
    expect(['UNEXPECTED_ANSWER', 'NOT_FOUND']).toContain(isGuicheError(error) && error.code);
    expect(error.message).toMatch(/baseUrl/);
  });
});

describe('a rate limit', () => {
  it('is told at once where no retry is wanted, with the seconds to wait', async () => {
    const busy = await openStreet({ environment: { GUICHE_RATE_GENERAL: '3' } });
    const seller = await busy.open();
    const impatient = seller.client.with({ maxRetries: 0 });
    const errors = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => impatient.balance.retrieve().catch((reason: unknown) => reason)),
    );
    const refused = errors.find((error) => isGuicheError(error, 'RATE_LIMIT_EXCEEDED'));
    expect(refused).toMatchObject({ name: 'RateLimitError', status: 429 });
    expect(isGuicheError(refused) && refused.retryAfter).toBeGreaterThan(0);
    await busy.close();
  });
});

describe('signing in', () => {
  openShopOn('the sandbox');

  it('gives a token that makes, shows and ends keys', async () => {
    const { email, password } = shop;
    const { token } = await street.client({}).auth.login({ email, password });
    const client = street.client({ token: String(token) });
    expect((await client.auth.session()).user.email).toBe(email);
    const key = await client.keys.create({ name: 'second' });
    const names = (await client.keys.list()).data.map(({ name }) => name);
    expect(names.sort()).toEqual(['e2e', 'second']);
    const byKey = street.client({ apiKey: key.api_key });
    expect((await byKey.account.retrieve()).email).toBe(email);
    await expect(byKey.keys.list()).rejects.toMatchObject({ code: 'JWT_REQUIRED' });
    await client.keys.remove(key.id);
    await expect(byKey.account.retrieve()).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
    await client.auth.logout();
    await expect(client.keys.list()).rejects.toMatchObject({ code: 'JWT_INVALID' });
  });

  it('fails alike for a wrong password and a wrong e-mail', async () => {
    const { auth } = street.client({});
    const wrong = [
      await failureOf(auth.login({ email: shop.email, password: 'wrong' })),
      await failureOf(auth.login({ email: 'nobody@example.com', password: 'wrong' })),
    ];
    for (const error of wrong) expect(error).toMatchObject({ code: 'INVALID_CREDENTIALS', status: 401 });
  });
});

describe.each(RAILS)('an operator on %s', (rail) => {
  openShopOn(rail);

  it('approves, blocks, sets fees, decides withdrawals and sees that everything adds up', async () => {
    const { operators } = await street.operator();
    const seller = await street.open('Loja vigiada');
    const { client } = seller;
    await operators.accounts.setFeePlan(seller.id, { percent: 5.99, fixed: reais(0) });
    const charge = await client.charges.create({ billing_type: 'PIX', value: reais(99.9) });
    expect(charge).toMatchObject({ platform_fee: 5.99, net_value: 93.91 });
    await street.pay(seller, charge.id);
    const { id } = await client.withdrawals.create({ amount: reais(50), pix_key: 'a@example.com' });
    expect((await operators.withdrawals.list({ status: 'pending' })).data.map((each) => each.id)).toContain(
      id,
    );
    expect((await operators.withdrawals.approve(id)).status).toBe('approved');
    await operators.accounts.block(seller.id, { reason: 'documents missing' });
    await expect(client.charges.create(order)).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_ACTIVE',
      status: 403,
    });
    expect((await client.charges.retrieve(charge.id)).status).toBe('RECEIVED');
    await operators.accounts.approve(seller.id);
    await client.charges.create(order);
    expect(await operators.ledger.audit()).toMatchObject({ ok: true, differences: [] });
    expect((await operators.ledger.totals()).adds_up).toBe(true);
  });

  it('is not a seller', async () => {
    const error = await failureOf(shop.client.operators.accounts.list());
    expect(error).toMatchObject({ name: 'PermissionError', code: 'FORBIDDEN', status: 403 });
  });
});
