import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCharges, settleTables } from '../../../../bench/bulk-load.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { addDays, civilDateOf, startOfCivilDate } from '../../brazil/calendar.ts';
import { DAY_MS, monotonicMs } from '../../kit/clock.ts';

/** Enough for anything that grows with the number of charges to show: it would be twenty times slower. */
const FEW = 1_000;
const MANY = 20_000;
const MAX_TIMES_SLOWER = 3;
const WARM_UP = 10;
const MEASURED = 60;

let gateway: TestGateway;
let few: Seller;
let many: Seller;

async function loaded(count: number): Promise<Seller> {
  const seller = await gateway.seller();
  await loadCharges(gateway.deps, seller.id, count);
  return seller;
}

beforeAll(async () => {
  gateway = await startGateway();
  few = await loaded(FEW);
  many = await loaded(MANY);
  await settleTables(gateway.deps);
  await gateway.db.query('vacuum (analyze) charge_days, charge_values, statement_days, reserve_days');
}, 240_000);
afterAll(() => gateway.stop());

const daysAgo = (days: number) =>
  startOfCivilDate(addDays(civilDateOf(gateway.clock.now()), -days)).toISOString();

const noonOf = (days: number) => new Date(Date.parse(daysAgo(days)) + DAY_MS / 2).toISOString();

const QUESTIONS: [string, () => string][] = [
  ['overview', () => '/overview?days=30'],
  ['list of charges', () => '/charges?status=RECEIVED&limit=100'],
  ['search by reference', () => '/charges?search=order-500'],
  ['search for nothing', () => '/charges?search=123456789'],
  ['reserve', () => '/balance/reserve'],
  ['calendar', () => '/balance/calendar'],
  ['statement', () => '/transactions?limit=100'],
  ['statement by fact', () => '/balance/statement?limit=100'],
  ['statement by fact of a fortnight', () => `/balance/statement?created_from=${daysAgo(14)}&limit=100`],
  ['statement of a category', () => '/transactions?category=fee&limit=100'],
  ['statement of a type', () => '/transactions?type=credit&limit=100'],
  ['statement of a fortnight', () => `/transactions?created_from=${daysAgo(14)}&limit=100`],
  ['statement of a day and a half', () => `/transactions?created_from=${noonOf(3)}&created_to=${daysAgo(1)}`],
  [
    'withdrawals of a fortnight',
    () => `/transactions?category=withdrawal&created_from=${daysAgo(14)}&created_to=${daysAgo(1)}`,
  ],
];

async function timeOf(seller: Seller, path: string): Promise<number> {
  const begin = monotonicMs();
  const { status } = await seller.call('GET', `/api/v1${path}`);
  expect(status).toBe(200);
  return monotonicMs() - begin;
}

const median = (times: number[]) => times.sort((one, other) => one - other)[times.length >> 1] ?? 0;

describe(`with ${MANY} charges instead of ${FEW}`, () => {
  it.each(QUESTIONS)('the %s costs about the same', async (_title, path) => {
    const [short, long]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < WARM_UP + MEASURED; turn += 1) {
      const times = [await timeOf(few, path()), await timeOf(many, path())] as const;
      if (turn < WARM_UP) continue;
      short.push(times[0]);
      long.push(times[1]);
    }
    expect(median(long) / median(short)).toBeLessThan(MAX_TIMES_SLOWER);
  });
});
