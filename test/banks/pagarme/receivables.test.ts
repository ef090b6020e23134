import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, civilDateOf } from '../../../server/src/brazil/calendar.ts';
import { readSettlements, sourcesOf } from '../../../server/src/charges/receivables/acquirer.ts';
import { waitForCacheExpiry } from '../../../server/src/db/trusted-cache.ts';
import { DAY_MS } from '../../../server/src/kit/clock.ts';
import type { OpenBanks } from '../../../server/src/providers/banks/open.ts';
import { type Seller, startGateway, type TestGateway } from '../../support/gateway.ts';
import { liveSeller } from '../../support/live-seller.ts';
import { CUSTOMER, openedBanks } from './live.ts';
import { type Pagarme, startPagarme } from './pagarme.ts';

/** Of the simulator: the days between two installments, and the part of each that it keeps. */
const [DAYS, KEPT] = [31, 0.04];

let there: Pagarme;
let banks: OpenBanks;
let gateway: TestGateway;
let seller: Seller;
let customer: string;

beforeAll(async () => {
  there = await startPagarme({ payableDays: DAYS });
  gateway = await startGateway({
    liveRules: true,
    rails: (rails, db) => {
      banks = openedBanks(there, db);
      return { ...rails, card: banks.card };
    },
  });
});
beforeEach(async () => {
  await there.behave({ faults: [] });
  seller = await liveSeller(gateway);
  await gateway.db.query(`update accounts set card_settlement = 'installments' where id = $1`, [seller.id]);
  await waitForCacheExpiry();
  customer = (await seller.call('POST', '/api/v1/customers', CUSTOMER)).body.id;
});
afterEach(async () => expect(await gateway.audit()).toEqual([]));
afterAll(async () => {
  await gateway?.stop();
  await Promise.all(banks?.all.map((bank) => bank.close()) ?? []);
  await there?.stop();
});

async function sold(value: number, installments: number): Promise<string> {
  const { token, holder, brand, lastFour } = await there.token();
  const answer = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'CREDIT_CARD', value, installments, customer_id: customer },
    card: { token, holder, brand, last_four: lastFour },
  });
  expect(answer).toMatchObject({ status: 201, body: { status: 'RECEIVED' } });
  return answer.body.id;
}

const today = civilDateOf(new Date());
const dayOf = (installment: number) => addDays(today, DAYS * installment);
const balance = async () => (await seller.call('GET', '/api/v1/balance')).body;
const rows = async () => (await seller.call('GET', '/api/v1/receivables')).body.data;

function read(installment: number): Promise<boolean> {
  const [source] = sourcesOf(gateway.deps);
  if (!source) throw new Error('the acquirer says what it pays');
  return readSettlements(gateway.deps, source, dayOf(installment));
}
async function readAll(): Promise<void> {
  for (const installment of [1, 2, 3]) expect(await read(installment)).toBe(true);
}

describe('what Pagar.me pays for a sale', () => {
  it('becomes available when it says so, and not because its day has come', async () => {
    await sold(300, 3);
    await gateway.advance(200 * DAY_MS);
    expect(await balance()).toMatchObject({ available: 0, reserved: 0, receivable: 264.59 });
    await readAll();
    const known = { status: 'expected', confirmed_by: 'acquirer', provider_fee_amount: 100 * KEPT };
    expect(await rows()).toMatchObject(
      [1, 2, 3].map((installment) => ({ ...known, installment, expected_on: dayOf(installment) })),
    );

    await there.payUpTo(dayOf(1));
    expect(await Promise.all([read(1), read(1), read(1)])).toEqual([true, true, true]);
    expect(await balance()).toMatchObject({ available: 83.79, reserved: 4.41, receivable: 176.39 });
    await readAll();
    expect(await balance()).toMatchObject({ available: 83.79, reserved: 4.41, receivable: 176.39 });
  });

  it('is less by what went back to the payer before it came', async () => {
    const id = await sold(300, 3);
    const refund = await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 100 });
    expect(refund).toMatchObject({ status: 200 });
    await gateway.runDue();
    expect(await balance()).toMatchObject({ available: 0, reserved: 0, receivable: 164.59 });
    await there.payUpTo(dayOf(3));
    await readAll();
    const after = await balance();
    expect(after.receivable).toBe(0);
    expect(after.available + after.reserved).toBeCloseTo(164.59, 10);
  });

  it('is read again when the acquirer did not answer', async () => {
    await sold(100, 1);
    await there.payUpTo(dayOf(1));
    await there.behave({ faults: [{ kind: 'fail before', on: 'payable.list', times: 1 }] });
    expect(await read(1)).toBe(false);
    expect(await balance()).toMatchObject({ available: 0 });
    expect(await read(1)).toBe(true);
    const { available, reserved, receivable } = await balance();
    expect(receivable).toBe(0);
    expect(available + reserved).toBeCloseTo(91.51, 10);
  });
});
