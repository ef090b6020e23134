import { type Db, statement } from './pool.ts';
import type { Tx } from './transaction.ts';

/** A list's count is the sum of its slots. Each write picks one at random, so that writes seldom wait for each other. */
const SLOTS = 16;

/**
 * For a statement that counts what it inserts. `rows` selects (account_id, list, change). Lists are changed in the order
 * of their names: transactions that move rows between the same lists in opposite directions do not deadlock.
 */
export function addToCounts(rows: string): string {
  return `insert into list_counts as counts (account_id, list, slot, count)
   select account_id, list, floor(random() * ${SLOTS})::smallint, change
   from (${rows}) as changes (account_id, list, change)
   order by list
   on conflict (account_id, list, slot) do update
     set count = counts.count + excluded.count`;
}

const applyChanges = statement(
  'counts.apply',
  addToCounts('select $1::uuid, list, change from unnest($2::text[], $3::bigint[]) as given (list, change)'),
);

export async function countChanges(
  tx: Tx,
  accountId: string,
  changes: Record<string, number>,
): Promise<void> {
  await tx.query(applyChanges, [accountId, Object.keys(changes), Object.values(changes)]);
}

export async function countChange(tx: Tx, accountId: string, list: string, change: number): Promise<void> {
  await countChanges(tx, accountId, { [list]: change });
}

const sumCounts = statement(
  'counts.sum',
  `select coalesce(sum(count), 0)::bigint as total
   from list_counts
   where account_id = $1
     and list = any($2::text[])`,
);

/** The rows of one list, or of several together: at most 16 small rows per list are read, however long it is. */
export async function countOf(
  db: Pick<Db, 'query'>,
  accountId: string,
  ...lists: readonly string[]
): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(sumCounts, [accountId, lists]);
  return row?.total ?? 0n;
}
