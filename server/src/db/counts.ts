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

// Lists are changed in the order of their names: two transactions that move rows in opposite directions between the
// same lists do not deadlock.
const applyCounts = statement(
  'counts.apply',
  addToCounts(
    `select $1::uuid, list, $2::smallint, delta
     from unnest($3::text[], $4::bigint[]) as change (list, delta)
     order by list`,
  ),
);

export async function countChanges(
  tx: Tx,
  accountId: string,
  changes: Record<string, number>,
): Promise<void> {
  const lists = Object.keys(changes);
  await tx.query(applyCounts, [accountId, randomSlot(), lists, Object.values(changes)]);
}

export async function countChange(tx: Tx, accountId: string, list: string, delta: number): Promise<void> {
  await countChanges(tx, accountId, { [list]: delta });
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
