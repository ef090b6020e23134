import { afterEach, describe, expect } from 'vitest';
import { civilDateOf } from '../../server/src/brazil/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { reconcileDue } from '../../server/src/reconciliation/due.ts';
import { endOfCivilDate } from '../../server/src/reconciliation/schedule.ts';
import type { Seller } from '../support/gateway.ts';
import { it } from '../support/psp-fixtures.ts';
import type { PspGateway } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

let place: PspGateway;
let seller: Seller;
let operator: Seller;

it.beforeAll(async ({ place: started }) => {
  place = started;
  seller = await place.gateway.seller();
  operator = await place.gateway.operator();
});
afterEach(async () => {
  await place.psp.behave({ callbacks: null, status5xx: null });
  expect(await place.gateway.audit()).toEqual([]);
  expect((await place.psp.state()).violations).toEqual([]);
});

const PATH = '/api/v1/admin/reconciliation';
const create = async (value: number) =>
  (await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value })).body;
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
/** The PSP tells in its own time; then everything that follows is done. */
const become = (id: string, what: string, isSo: (charge: Awaited<ReturnType<typeof read>>) => boolean) =>
  until(what, async () => {
    await place.gateway.runDue();
    return isSo(await read(id));
  });

/** As a worker does it after the day: every list of it that is due. */
async function reconcileAt(afterDayMs: number): Promise<void> {
  const now = new Date(endOfCivilDate(today).getTime() + afterDayMs);
  while ((await reconcileDue(place.gateway.deps, now)) > 0);
}
const today = civilDateOf(new Date());
async function todaysResult() {
  const { body } = await operator.call('GET', PATH);
  return body.data.find(({ day }: { day: string }) => day === today);
}
const verdicts = ({ totals }: { totals: Record<string, { count: number }> }) =>
  Object.entries(totals).flatMap(([verdict, { count }]) => (count === 0 ? [] : [`${verdict} ${count}`]));

describe('what a PSP received on a day', () => {
  it('is not reconciled while its list cannot be read, and says so', async () => {
    await place.psp.behave({ status5xx: { on: 'pix.list' } });
    await reconcileAt(HOUR_MS);
    expect(await todaysResult()).toMatchObject({
      ...{ provider: 'main', kind: 'pix', state: 'incomplete', totals: null },
      reason: expect.stringMatching(/^50\d/),
    });
  });

  it('matches: paid, refunded, returned because of its amount; and what no notice told is booked', async () => {
    await place.psp.behave({ refunds: 'at once' });
    const [paid, refunded, wrong] = [await create(10), await create(20), await create(30)];
    await place.psp.pay(paid.pix.txid);
    await place.psp.pay(refunded.pix.txid);
    await become(refunded.id, 'it is paid', ({ status }) => status === 'RECEIVED');
    await become(paid.id, 'it is paid', ({ status }) => status === 'RECEIVED');
    await seller.call('POST', `/api/v1/charges/${refunded.id}/refund`, { amount: 5 });
    await become(refunded.id, 'a part went back', (charge) => charge.refunded_amount === 5);
    await place.psp.pay(wrong.pix.txid, { amount: '1.00' });
    await become(wrong.id, 'it went back', (charge) => charge.returned_payments?.[0]?.status === 'returned');

    const unheard = await create(40);
    await place.psp.behave({ callbacks: { lost: 1 } });
    await place.psp.pay(unheard.pix.txid);
    expect((await read(unheard.id)).status).toBe('PENDING');
    await place.psp.pay(null, { withoutCharge: true, amount: '7.00' });

    await reconcileAt(DAY_MS);
    expect((await read(unheard.id)).status).toBe('RECEIVED');
    const day = await todaysResult();
    expect(verdicts(day)).toEqual(['matched 4', 'unknown 1']);
    expect(day).toMatchObject({
      state: 'complete',
      reason: null,
      listed: 78,
      booked: 71,
      open_differences: 1,
    });
  });

  it('that the PSP does not know of is missing there', async () => {
    const charge = await create(50);
    await place.psp.pay(charge.pix.txid);
    await become(charge.id, 'it is paid', ({ status }) => status === 'RECEIVED');
    // Our record has a payment that is in no list; the one that is in the list then counts as a second one.
    await place.gateway.db.query(
      `update charges set payment_reference = 'E0000000020260101000000000000000' where id = $1`,
      [charge.id],
    );
    await place.gateway.db.query('update reconciliation_days set next_at = now() where day = $1', [today]);
    await reconcileAt(4 * DAY_MS);
    const day = await todaysResult();
    expect(day.totals).toMatchObject({
      matched: { count: 5 },
      missing_there: { count: 1, listed: 0, booked: 50 },
    });
    const { body } = await operator.call('GET', `${PATH}/${day.id}/differences?state=open`);
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ verdict: 'missing_there', charge_id: charge.id, account_id: seller.id }),
      ]),
    );
  });
});
