import { type Db, statement } from './pool.ts';
import type { Tx } from './transaction.ts';

/** The count of a list is the sum of its slots. Each write uses a random slot, so that writes rarely wait. */
const SLOTS = 16;

/**
 * For a statement that counts what it inserts. `rows` selects (account_id, list, change). Lists are changed in the order
 * of their names: transactions that move rows between the same lists in opposite directions do not deadlock.
 */
export function addToCounts(rows: string): string {
  return `insert into list_counts as counts (account_id, list, slot, count)
   select account_id, list, floor(random() * ${SLOTS})::smallint, change
   from (${rows}) as changes (account_id, list, change)
   order by account_id, list
   on conflict (account_id, list, slot) do update
     set count = counts.count + excluded.count`;
}

/** By how much the number of rows of a list changes. */
export type CountChange = { accountId: string; list: string; change: number };

const applyChanges = statement(
  'counts.apply',
  addToCounts(`select account_id, list, sum(change)
     from unnest($1::uuid[], $2::text[], $3::bigint[]) as given (account_id, list, change)
     group by account_id, list`),
);

export async function countChanges(tx: Tx, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(applyChanges, [
    changes.map(({ accountId }) => accountId),
    changes.map(({ list }) => list),
    changes.map(({ change }) => change),
  ]);
}

const sumCounts = statement(
  'counts.sum',
  `select coalesce(sum(count), 0)::bigint as total
   from list_counts
   where account_id = $1
     and list = any($2::text[])`,
);

/** The number of rows of one list, or of several together. Reads at most 16 small rows per list. */
export async function countOf(
  db: Pick<Db, 'query'>,
  accountId: string,
  ...lists: readonly string[]
): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(sumCounts, [accountId, lists]);
  return row?.total ?? 0n;
}
