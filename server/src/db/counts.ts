import { randomInt } from 'node:crypto';
import { type Db, statement } from './pool.ts';
import type { Tx } from './transaction.ts';

/** A list's count is the sum of its slots. Writers pick one at random, so they seldom wait for each other. */
const SLOTS = 16;

export function randomSlot(): number {
  return randomInt(SLOTS);
}

/** For statements that count what they insert themselves. `rows` selects (account_id, list, slot, count). */
export function addToCounts(rows: string): string {
  return `insert into list_counts as counts (account_id, list, slot, count)
   ${rows}
   on conflict (account_id, list, slot) do update
     set count = counts.count + excluded.count`;
}

/** By how much the number of rows of a list changes. */
export type CountChange = { accountId: string; list: string; delta: number };

// Lists are changed in the order of their names: two transactions that move rows in opposite directions between the
// same lists do not deadlock.
const applyCounts = statement(
  'counts.apply',
  addToCounts(
    `select account_id, list, $1::smallint, sum(delta)
     from unnest($2::uuid[], $3::text[], $4::bigint[]) as change (account_id, list, delta)
     group by account_id, list
     order by account_id, list`,
  ),
);

export async function countChanges(tx: Tx, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(applyCounts, [
    randomSlot(),
    changes.map((change) => change.accountId),
    changes.map((change) => change.list),
    changes.map((change) => change.delta),
  ]);
}

export function countChange(tx: Tx, accountId: string, list: string, delta: number): Promise<void> {
  return countChanges(tx, [{ accountId, list, delta }]);
}

const sumCounts = statement(
  'counts.sum',
  `select coalesce(sum(count), 0)::bigint as total
   from list_counts
   where account_id = $1
     and list = any($2::text[])`,
);

/** The rows of one list, or of several taken together. At most 16 small rows a list are read, however long it is. */
export async function countOf(
  db: Pick<Db, 'query'>,
  accountId: string,
  ...lists: readonly string[]
): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(sumCounts, [accountId, lists]);
  return row?.total ?? 0n;
}
