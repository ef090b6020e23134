import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { needsOneServer } from '../../../test/support/one-server.ts';
import { until } from '../../../test/support/until.ts';
import { addDays, civilDateOf } from '../brazil/calendar.ts';
import { DAY_MS } from '../kit/clock.ts';
import { TREND_STATEMENTS } from './trends.ts';

let gateway: TestGateway;
let operator: Seller;
let [large, small, quiet]: Seller[] = [];
/** The first day of this small world, in São Paulo. */
let first: string;

async function paid(seller: Seller, value: number, billing_type = 'PIX'): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type, value });
  const answer = await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  expect(answer.status, answer.raw).toBe(200);
  return body.id;
}

/*
 * Day 0: `large` receives 100 and 50 by PIX, `small` 200 by card.
 * Day 1: `large` receives 300 by PIX, refunds 30 of it; one more charge is never paid; a dispute of 300 is opened.
 * The plan: 5.99% rounded up to the cent, and 2.50.
 */
beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  [large, small, quiet] = [
    await gateway.seller('Grande'),
    await gateway.seller('Pequena'),
    await gateway.seller('Parada'),
  ];
  first = civilDateOf(gateway.clock.now());
  await paid(large, 100);
  await paid(large, 50);
  await paid(small, 200, 'CREDIT_CARD');
  await gateway.advance(DAY_MS);
  const refunded = await paid(large, 300);
  await large.call('POST', `/api/v1/charges/${refunded}/refund`, { amount: 30 });
  await large.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
  await large.call('POST', `/api/v1/sandbox/charges/${await paid(large, 20)}/med`);
  await until('the day sums are folded', isFolded);
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

/** Only what is below every running transaction is folded, also those of other databases of the server. */
async function isFolded(): Promise<boolean> {
  for (const seller of [large, small]) if (seller) gateway.deps.rollups.touch(seller.id);
  await gateway.deps.rollups.fold();
  const [row] = await gateway.db.query<{ created: bigint }>(
    'select sum(created_count)::bigint as created from charge_days',
  );
  return row?.created === 6n;
}

const trends = (query: string) => operator.call('GET', `/api/v1/admin/trends${query}`);

describe('the trends of all sellers', () => {
  it('are what a person would add up by hand', async () => {
    const second = addDays(first, 1);
    const { status, body, raw } = await trends(`?from=${second}&to=${second}`);
    expect(status, raw).toBe(200);
    expect(body).toMatchObject({ from: second, to: second, previous_from: first, previous_to: first });
    expect(body.current).toEqual({
      ...{ received_count: 2, received_amount: 320, created_count: 3, conversion: 0.6667 },
      // 300: 17.97 + 2.50; 20: 1.20 + 2.50.
      fees: 24.17,
      ...{ refunds_count: 1, refunds_amount: 30, refund_rate: 0.0938 },
      ...{ disputes_count: 1, disputes_amount: 20, dispute_rate: 0.5 },
      ...{ new_sellers: 0, active_sellers: 1 },
    });
    expect(body.previous).toEqual({
      ...{ received_count: 3, received_amount: 350, created_count: 3, conversion: 1 },
      // 100: 5.99 + 2.50; 50: 3.00 + 2.50; 200: 11.98 + 2.50.
      fees: 28.47,
      ...{ refunds_count: 0, refunds_amount: 0, refund_rate: 0 },
      ...{ disputes_count: 0, disputes_amount: 0, dispute_rate: 0 },
      ...{ new_sellers: 3, active_sellers: 2 },
    });
    expect(body.by_method).toEqual([
      { billing_type: 'PIX', received_count: 2, received_amount: 320, previous_amount: 150, share: 1 },
      { billing_type: 'CREDIT_CARD', received_count: 0, received_amount: 0, previous_amount: 200, share: 0 },
      { billing_type: 'BOLETO', received_count: 0, received_amount: 0, previous_amount: 0, share: 0 },
    ]);
    const seller = (
      account: Seller | undefined,
      account_name: string,
      received_amount: number,
      previous_amount: number,
    ) => ({
      ...{ account_id: account?.id, account_name, received_amount, previous_amount },
    });
    const [grande, pequena] = [seller(large, 'Grande', 320, 150), seller(small, 'Pequena', 0, 200)];
    expect(body.largest).toEqual([grande, pequena]);
    expect(body.most_changed).toEqual([pequena, grande]);
    expect(JSON.stringify(body)).not.toContain(quiet?.id);
  });

  it('have every day of the period, and add up to its figures', async () => {
    const { body } = await trends(`?from=${first}&to=${addDays(first, 1)}`);
    expect(body.by_day).toEqual([
      {
        ...{ date: first, received_count: 3, received_amount: 350, created_count: 3, fees: 28.47 },
        ...{ refunds_amount: 0, disputes_amount: 0, new_sellers: 3, active_sellers: 2 },
      },
      {
        ...{
          date: addDays(first, 1),
          received_count: 2,
          received_amount: 320,
          created_count: 3,
          fees: 24.17,
        },
        ...{ refunds_amount: 30, disputes_amount: 20, new_sellers: 0, active_sellers: 1 },
      },
    ]);
    expect(body.current).toMatchObject({
      received_amount: 670,
      fees: 52.64,
      new_sellers: 3,
      active_sellers: 2,
    });
    expect(body.previous).toMatchObject({
      received_count: 0,
      conversion: null,
      refund_rate: null,
      dispute_rate: null,
    });
  });

  it('are of the last thirty days, today included, unless others are asked for', async () => {
    const { body } = await trends('');
    expect([body.from, body.to, body.by_day.length]).toEqual([addDays(first, -28), addDays(first, 1), 30]);
  });

  it.each([
    ['?from=2026-02-30', 'from'],
    ['?to=yesterday', 'to'],
    ['?from=2026-05-02&to=2026-05-01', 'to'],
    ['?from=2024-01-01&to=2026-01-01', 'from'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await trends(query);
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  });

  it.skipIf(needsOneServer('plans'))(
    'read sums by day through their indexes, and no charge, event or posting',
    async () => {
      for (const { name, text } of TREND_STATEMENTS) {
        const days = text.includes('$3') ? [first, first, first] : [first, first];
        const client = await gateway.db.pool.connect();
        try {
          await client.query('begin');
          await client.query('set local enable_seqscan = off');
          const { rows } = await client.query(`explain ${text}`, days);
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          expect(plan, name).not.toMatch(/on (charges|events|ledger_\w+|disputes|refunds)\b/);
          if (text.includes('_days'))
            expect(plan, `${name}\n${plan}`).toMatch(/charge_days_by_day|statement_days_claims/);
        } finally {
          await client.query('rollback');
          client.release();
        }
      }
    },
  );
});
