import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const play = async (id: string, action: string) => {
  const answer = await seller.call('POST', `/api/v1/sandbox/charges/${id}/${action}`);
  expect(answer.status, answer.raw).toBeLessThan(300);
  return answer.body;
};
async function made(...actions: string[]): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 50 });
  for (const action of actions) await play(body.id, action);
  return body.id;
}

/** What tells people more than the status does, from the charge's own page and from the list, which must agree. */
async function stateOf(id: string) {
  const { body: charge } = await seller.call('GET', `/api/v1/charges/${id}`);
  const { body: list } = await seller.call('GET', '/api/v1/charges?limit=100');
  const { body: filtered } = await seller.call('GET', `/api/v1/charges?status=${charge.status}&limit=100`);
  const pick = ({ status, refunded_amount, dispute_status, cancel_cause }: typeof charge) => ({
    status,
    refunded_amount,
    dispute_status,
    cancel_cause,
  });
  const found = (page: typeof list) => page.data.find((each: { id: string }) => each.id === id);
  expect(pick(found(list))).toEqual(pick(charge));
  expect(pick(found(filtered))).toEqual(pick(charge));
  return pick(charge);
}

describe('beside its status', () => {
  it('a paid charge says nothing more', async () => {
    expect(await stateOf(await made('pay'))).toEqual({ status: 'RECEIVED', refunded_amount: 0 });
  });

  it('a charge says what was refunded', async () => {
    const id = await made('pay');
    const refund = await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 20.5 });
    expect(refund.status).toBe(200);
    expect(await stateOf(id)).toEqual({ status: 'RECEIVED', refunded_amount: 20.5 });
  });

  it('a disputed charge says so while the dispute is open and after it is lost, not after it is won', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      const id = await made('pay');
      const dispute = await play(id, 'med');
      expect(await stateOf(id)).toMatchObject({ status: 'RECEIVED', dispute_status: 'open' });
      const close = `/api/v1/sandbox/disputes/${dispute.id}/${outcome === 'won' ? 'win' : 'lose'}`;
      expect((await seller.call('POST', close)).status).toBe(200);
      const { dispute_status: status } = await stateOf(id);
      expect(status).toBe(outcome === 'won' ? undefined : 'lost');
    }
  });

  it('a cancelled charge says whether its seller or time ended it', async () => {
    const byTime = await made('expire');
    expect(await stateOf(byTime)).toMatchObject({ status: 'CANCELLED', cancel_cause: 'expired' });
    const bySeller = await made();
    expect((await seller.call('POST', `/api/v1/charges/${bySeller}/cancel`)).status).toBe(200);
    expect(await stateOf(bySeller)).toMatchObject({ status: 'CANCELLED', cancel_cause: 'cancelled' });
  });
});
