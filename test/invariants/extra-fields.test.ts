import { describe, expect } from 'vitest';
import { ENDPOINTS, type World } from '../support/endpoints.ts';
import { it } from '../support/invariant-fixtures.ts';
import { send } from '../support/send-sample.ts';

let world: World;
it.beforeAll(({ world: started }) => {
  world = started;
});

const FOREIGN_ID = '01a1dd1b-0000-7000-8000-000000000000';

/** Names of columns and answers that no request may set. */
const wishes = () => ({
  ...{
    id: FOREIGN_ID,
    object: 'balance',
    account_id: world.other.id,
    accountId: world.other.id,
    user_id: FOREIGN_ID,
  },
  ...{
    status: 'RECEIVED',
    paid_cents: 1,
    paidCents: 1,
    paid_value: 1,
    net_value: 1_000_000,
    netValueCents: 1,
  },
  ...{ platform_fee: 0, platformFeeCents: 0, fee_basis_points: 0, feeFixedCents: 0, reserve_amount: 0 },
  ...{ refunded_amount: 5, payment_date: '2020-01-01T00:00:00Z', created_at: '2020-01-01T00:00:00Z' },
  ...{ has_split: true, charge_id: 1, token: 'mine', payments_count: 9, deleted_at: '2020-01-01T00:00:00Z' },
  ...{ role: 'operator', account_status: 'active', identity_verified: true, payment_provider: 'mine' },
  ...{ toString: 'x', hasOwnProperty: 'x', prototype: 'x' },
});

async function withWishes(name: string) {
  const endpoint = ENDPOINTS.find((each) => each.name === name);
  if (!endpoint) throw new Error(`there is no ${name}`);
  const body = endpoint.body(world);
  const reply = await send(world, endpoint, JSON.stringify({ ...wishes(), ...body }));
  expect(reply.status, reply.text).toBeLessThan(300);
  expect(reply.text).not.toContain(FOREIGN_ID);
  expect(reply.text).not.toContain('2020-01-01');
  return reply.body;
}

describe('fields that no request has', () => {
  it('are not applied to a charge', async () => {
    const charge = await withWishes('POST /charges');
    const shown = (await world.seller.call('GET', `/api/v1/charges/${charge.id}`)).body;
    for (const each of [charge, shown]) {
      expect(each).toMatchObject({
        ...{ object: 'charge', status: 'PENDING', value: 10, platform_fee: 3.1, net_value: 6.9 },
        ...{ refunded_amount: 0, payment_date: null },
      });
    }
    expect((await world.other.call('GET', `/api/v1/charges/${charge.id}`)).status).toBe(404);
    expect((await world.other.call('GET', '/api/v1/charges')).body.total).toBe(0);
  });

  it('do not make a card charge paid, nor a boleto', async () => {
    const names = ['POST /charges (card)', 'POST /charges (boleto)'];
    for (const name of names)
      expect(await withWishes(name)).toMatchObject({ status: 'PENDING', payment_date: null });
  });

  it('refuse a refund, because a misspelt amount would return everything', async () => {
    const path = `/api/v1/charges/${world.paidCharge}/refund`;
    for (const field of ['amout', 'Amount', 'value']) {
      const { status, body } = await world.seller.call('POST', path, { [field]: 0.01 });
      expect([status, body.details]).toEqual([400, { [field]: 'is not a field of this operation' }]);
    }
  });

  it('are not applied to a customer, a product or a payment link', async () => {
    const customer = await withWishes('POST /customers');
    expect(customer).toMatchObject({ object: 'customer', name: 'Ana' });
    expect((await world.other.call('GET', `/api/v1/customers/${customer.id}`)).status).toBe(404);
    expect(await withWishes('POST /products')).toMatchObject({ object: 'product', active: true });
    expect(await withWishes('PUT /products/{id}')).toMatchObject({ id: world.product, price: 11 });
    expect(await withWishes('POST /payment-links')).toMatchObject({ payments_count: 0, active: true });
  });

  it('are not applied to a withdrawal', async () => {
    const withdrawal = await withWishes('POST /withdrawals');
    expect(withdrawal).toMatchObject({ object: 'withdrawal', amount: 0.01, status: 'pending' });
    expect((await world.other.call('GET', '/api/v1/withdrawals')).body.total).toBe(0);
  });

  it('are not applied to a webhook or a key', async () => {
    expect(await withWishes('POST /webhooks')).toMatchObject({
      webhook: { active: true, secret: 'a secret' },
    });
    expect(await withWishes('PATCH /webhooks/{id}')).toMatchObject({ webhook: { id: world.webhook } });
    const { id } = await withWishes('POST /keys');
    const token = { authorization: `Bearer ${world.seller.token}` };
    const { keys } = (await world.gateway.call('GET', '/api/v1/keys', undefined, token)).body;
    expect(keys).toContainEqual(expect.objectContaining({ id, status: 'active', last_used_at: null }));
  });

  it('are not applied to an account', async () => {
    const before = (await world.seller.call('GET', '/api/v1/account')).body;
    await withWishes('PATCH /account');
    const after = (await world.seller.call('GET', '/api/v1/account')).body;
    const { name, phone, payout_pix_key } = {
      name: 'Loja',
      phone: '11999990000',
      payout_pix_key: 'loja@example.com',
    };
    expect(after).toEqual({ ...before, name, phone, payout_pix_key });
    const charge = await withWishes('POST /charges (card)');
    expect(charge.platform_fee).toBe(13.47);
  });

  it('cannot make an account an operator', async () => {
    const { token, account } = await withWishes('POST /auth/register');
    expect(account).toMatchObject({
      identity_verified: false,
      payment_provider: 'sandbox',
      email: 'nova@example.com',
    });
    const headers = { authorization: `Bearer ${token}` };
    const admin = await world.gateway.call('GET', '/api/v1/admin/accounts', undefined, headers);
    expect([admin.status, admin.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('reach nothing inside either', async () => {
    const split = [
      { recipient_id: world.other.id, amount: 1, type: 'percent', basisPoints: 9_000, amount_cents: '900' },
    ];
    const customer = { ...wishes(), name: 'Ana' };
    const body = { billing_type: 'PIX', value: 10, split, customer };
    const charge = (await world.seller.call('POST', '/api/v1/charges', body)).body;
    expect(charge.split).toEqual([
      { recipient_id: world.other.id, type: 'amount', amount: 1, percent: null, description: null },
    ]);
    expect(charge.customer).toEqual({ name: 'Ana', email: null, cpf_cnpj: null, phone: null, address: null });
    await world.seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
    expect((await world.other.call('GET', '/api/v1/balance')).body.available).toBe(1);
    expect(await world.gateway.audit()).toEqual([]);
  });
});
