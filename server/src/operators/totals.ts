import type { Db } from '../db/pool.ts';
import { assert } from '../kit/errors.ts';
import { type Cents, cents, sum } from '../kit/money.ts';
import { BUCKETS, type Bucket } from '../ledger/chart.ts';

export type Totals = { accounts: bigint; cents: Record<Bucket, Cents>; owedCents: Cents; addsUp: boolean };

const sumOfBooks = `
  select count(*) as accounts,
    ${BUCKETS.map((bucket) => `coalesce(sum(${bucket}_cents), 0)::bigint as ${bucket}`).join(',\n    ')}
  from ledger_balances`;

/** Totals of the platform are summed over all accounts: there is no shared row. */
export async function readTotals(db: Db): Promise<Totals> {
  const [row] = await db.query<{ accounts: bigint } & Record<Bucket, Cents>>(sumOfBooks);
  assert(row, 'a sum is one row');
  const { accounts, ...buckets } = row;
  return {
    accounts,
    cents: buckets,
    owedCents: cents(buckets.available + buckets.reserved),
    addsUp: sum(Object.values(buckets)) === 0n && buckets.transfers === 0n,
  };
}
