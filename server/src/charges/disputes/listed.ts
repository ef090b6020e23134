import { type Db, statement } from '../../db/pool.ts';
import type { ListedCharge } from '../list-conditions.ts';

const STATUS_AT = 14;

const openAmong = statement(
  'disputes.open_among',
  `select charge_id as "chargeId"
   from disputes
   where account_id = $1
     and charge_id = any($2::uuid[])
     and status = 'open'`,
);

/**
 * Tells open disputes from lost ones. Few charges are disputed, and only for those are disputes read: a statement of its
 * own, because a subquery for each row cannot be sent to one node.
 */
export async function withOpenDisputes(
  db: Db,
  accountId: string,
  rows: ListedCharge[],
): Promise<ListedCharge[]> {
  const disputed = rows.filter((row) => row[STATUS_AT] !== null).map(([id]) => id);
  if (disputed.length === 0) return rows;
  const open = await db.query<{ chargeId: string }>(openAmong, [accountId, disputed]);
  const ids = new Set(open.map(({ chargeId }) => chargeId));
  return rows.map((row) =>
    ids.has(row[0]) ? (row.with(STATUS_AT, 'open') as unknown as ListedCharge) : row,
  );
}
