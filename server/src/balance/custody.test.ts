import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  operator = await gateway.operator();
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 1_000 });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
});
afterAll(() => gateway.stop());
afterEach(async () => {
  expect(await gateway.audit()).toEqual([]);
});

const hold = (custody: 'own' | 'acquirer') => {
  gateway.deps.config = { ...gateway.deps.config, GUICHE_CUSTODY: custody };
};
const request = (headers: Record<string, string> = {}) =>
  seller.call('POST', '/api/v1/withdrawals', { amount: 100, pix_key: 'ana@example.com' }, headers);
const balance = async () => (await seller.call('GET', '/api/v1/balance')).body.available;
const refused = { status: 400, body: { code: 'WITHDRAWALS_BY_ACQUIRER' } };

describe('where the acquirer pays sellers out', () => {
  it('no withdrawal is taken, and the balance stays; its key is free for the day when that changes', async () => {
    hold('acquirer');
    const before = await balance();
    const key = { 'idempotency-key': 'W1' };
    expect(await request(key)).toMatchObject(refused);
    expect([await balance(), (await seller.call('GET', '/api/v1/withdrawals')).body.total]).toEqual([
      before,
      0,
    ]);
    hold('own');
    expect((await request(key)).status).toBe(201);
  });

  it('one from before is not approved, and can be rejected, which puts the money back', async () => {
    hold('own');
    const before = await balance();
    const { id } = (await request()).body;
    hold('acquirer');
    const path = `/api/v1/admin/withdrawals/${id}`;
    expect(await operator.call('POST', `${path}/approve`)).toMatchObject(refused);
    expect(await seller.call('POST', `/api/v1/sandbox/withdrawals/${id}/approve`)).toMatchObject(refused);
    const rejected = await operator.call('POST', `${path}/reject`, { reason: 'Paid out by the acquirer' });
    expect(rejected.body.status).toBe('rejected');
    expect(await balance()).toBe(before);
  });

  it('sales, refunds and balances are kept as ever', async () => {
    hold('acquirer');
    const before = await balance();
    const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 50 });
    await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
    expect(await balance()).toBeGreaterThan(before);
    const refund = await seller.call('POST', `/api/v1/charges/${body.id}/refund`, {});
    expect(refund.body.status).toBe('succeeded');
  });
});
