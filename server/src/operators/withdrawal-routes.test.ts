import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';

let gateway: TestGateway;
let operator: Seller;
let first: Seller;
let second: Seller;

beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  [first, second] = await Promise.all([gateway.seller(), gateway.seller()]);
  for (const seller of [first, second]) {
    const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 1_000 });
    await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  }
  await waitForCacheExpiry();
});
afterAll(() => gateway.stop());
afterEach(async () => expect(await gateway.audit()).toEqual([]));

async function request(seller: Seller): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/withdrawals', { amount: 40, pix_key: '11144477735' });
  return body.id;
}
const decide = (id: string, what: string, body?: object) =>
  operator.call('POST', `/api/v1/admin/withdrawals/${id}/${what}`, body);
const list = async (query = '') => (await operator.call('GET', `/api/v1/admin/withdrawals${query}`)).body;
const available = async (seller: Seller) => (await seller.call('GET', '/api/v1/balance')).body.available;

describe('withdrawals of every account', () => {
  it('are approved by id alone', async () => {
    const id = await request(first);
    const before = await available(first);
    expect(await decide(id, 'approve')).toMatchObject({
      status: 200,
      body: { object: 'withdrawal', id, account_id: first.id, amount: 40, status: 'approved' },
    });
    expect(await available(first)).toBe(before);
  });

  it('are rejected with a reason that the seller sees, and the money is back', async () => {
    const before = await available(second);
    const id = await request(second);
    const rejected = await decide(id, 'reject', { reason: 'the key is not yours' });
    expect(rejected.body).toMatchObject({ account_id: second.id, status: 'rejected' });
    expect(await available(second)).toBe(before);
    const { body } = await second.call('GET', '/api/v1/withdrawals?status=rejected');
    expect(body.data[0]).toMatchObject({ id, reason: 'the key is not yours' });
  });

  it('are decided once', async () => {
    const id = await request(first);
    await decide(id, 'approve');
    for (const again of [await decide(id, 'approve'), await decide(id, 'reject', { reason: 'late' })]) {
      expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    }
  });

  it('are not rejected without a reason', async () => {
    const id = await request(first);
    expect(await decide(id, 'reject', {})).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { reason: 'is required' } },
    });
    await decide(id, 'approve');
  });

  it('are listed newest first, the pending ones unless a status is asked for', async () => {
    const ids = [await request(first), await request(second), await request(first)].reverse();
    const page = await list('?limit=2');
    expect(page).toMatchObject({ object: 'list', total: 3, has_more: true });
    const rest = await list(`?limit=2&cursor=${page.next_cursor}`);
    const shown = [...page.data, ...rest.data];
    expect(shown.map((each: { id: string }) => each.id)).toEqual(ids);
    expect(shown.map((each: { account_id: string }) => each.account_id)).toEqual([
      first.id,
      second.id,
      first.id,
    ]);
    await decide(String(ids[0]), 'approve');
    expect((await list()).total).toBe(2);
    expect((await list('?status=approved')).data[0]).toMatchObject({ id: ids[0], status: 'approved' });
    expect((await list('?status=rejected')).total).toBe(1);
  });

  it('are not listed by an unknown status', async () => {
    const answer = await operator.call('GET', '/api/v1/admin/withdrawals?status=gone');
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
});
