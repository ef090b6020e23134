import { afterEach, beforeEach, describe, expect } from 'vitest';
import { comparePix } from '../../server/src/charges/pix/comparison.ts';
import type { Seller } from '../support/gateway.ts';
import { it } from '../support/psp-fixtures.ts';
import type { PspGateway } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

let place: PspGateway;
let seller: Seller;

it.beforeAll(({ place: started }) => {
  place = started;
});
beforeEach(async () => {
  await place.psp.behave({ callbacks: { lost: 1 }, status5xx: null, refunds: 'held' });
  seller = await place.gateway.seller();
});
afterEach(async () => {
  expect(await place.gateway.audit()).toEqual([]);
});

const create = async () =>
  (await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 })).body;
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const compare = async () => {
  await place.gateway.db.query('update pix_comparisons set refunds_compared_at = to_timestamp(0)');
  expect(await comparePix(place.gateway.deps, place.provider)).toBe(true);
};
const balance = async () => (await seller.call('GET', '/api/v1/balance')).body;
const disputes = async () => (await seller.call('GET', '/api/v1/disputes')).body.total;
const refundsOf = async (endToEndId: string) =>
  (await place.psp.state()).refunds.filter((refund) => refund.endToEndId === endToEndId);
const jobsLeft = () => place.gateway.db.query(`select 1 from jobs where kind = 'stray.return'`);

describe("what the payer's bank takes back of a payment that is being returned", () => {
  async function paidTwice() {
    const { id, pix } = await create();
    await place.psp.pay(pix.txid);
    await compare();
    const before = await balance();
    const { endToEndId } = await place.psp.pay(pix.txid, { again: true });
    return { id: id as string, endToEndId, before };
  }

  it('is not taken from the payment that settled the charge, and is not returned again', async () => {
    const { id, endToEndId, before } = await paidTwice();
    await place.psp.med(endToEndId, '100.00', { status: 'DEVOLVIDO' });
    await compare();
    await compare();
    expect(await read(id)).toMatchObject({
      status: 'RECEIVED',
      refundable_amount: 100,
      returned_payments: [{ payment_reference: endToEndId, amount: 100, status: 'returned' }],
    });
    expect([await disputes(), await balance()]).toEqual([0, before]);
    await place.gateway.runDue();
    expect(await jobsLeft()).toEqual([]);
    expect(await refundsOf(endToEndId)).toHaveLength(1);
  });

  it('in part leaves only the rest to return', async () => {
    const { id, endToEndId, before } = await paidTwice();
    await place.psp.med(endToEndId, '40.00', { status: 'DEVOLVIDO' });
    await compare();
    await compare();
    await place.psp.behave({ refunds: 'at once' });
    await until('the rest went back', async () => {
      await place.gateway.advance(1_000);
      return (await read(id)).returned_payments[0].status === 'returned';
    });
    expect(await refundsOf(endToEndId)).toMatchObject([{ valor: '40.00' }, { valor: '60.00' }]);
    expect([await disputes(), await balance()]).toEqual([0, before]);
  });

  it('and is still under way, or came to nothing, changes nothing here', async () => {
    const { id, endToEndId, before } = await paidTwice();
    const { id: medId } = await place.psp.med(endToEndId, '100.00');
    await compare();
    await place.psp.finishRefund(medId, 'NAO_REALIZADO');
    await compare();
    expect((await read(id)).returned_payments).toMatchObject([{ amount: 100, status: 'returning' }]);
    expect([await disputes(), await balance()]).toEqual([0, before]);
  });

  it('ends the return to a charge that was cancelled', async () => {
    await place.psp.behave({ status5xx: { on: 'cob.patch' } });
    const { id, pix } = await create();
    await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    const { endToEndId } = await place.psp.pay(pix.txid);
    await place.psp.med(endToEndId, '100.00', { status: 'DEVOLVIDO' });
    await compare();
    expect(await read(id)).toMatchObject({
      status: 'CANCELLED',
      returned_payments: [{ amount: 100, status: 'returned' }],
    });
    expect([await disputes(), (await balance()).total]).toEqual([0, 0]);
  });
});
