import { DISPUTE_STATUSES, type Dispute, type DisputeStatus } from '../charges/disputes/dispute.ts';
import { DISPUTE_COLUMNS, type DisputeRow, disputeFrom } from '../charges/disputes/store.ts';
import { type Db, statement } from '../db/pool.ts';
import type { IdPage } from '../http/id-page.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';

const newestOf = (status: DisputeStatus) => `(
       select *
       from disputes
       where status = '${status}'
         and '${status}' = any($1::text[])
         and id < $2
       order by id desc
       limit $3::bigint + $4::bigint
     )`;

// The newest of each status are read by the index on (status, id), and the newest of those are the page.
const disputesOfAll = statement(
  'operators.disputes',
  `with page as materialized (
     select newest.*
     from (${DISPUTE_STATUSES.map(newestOf).join(' union all ')}) as newest
     order by id desc
     limit $3
     offset $4
   )
   select ${DISPUTE_COLUMNS},
     (select name from accounts a where a.id = page.account_id) as "accountName"
   from page
   order by id desc`,
);

/** A dispute with the name of its account. */
export type OwnedDispute = Dispute & { accountName: string };

/** Every account's disputes, newest first. */
export async function listEveryDispute(
  db: Db,
  status: DisputeStatus | undefined,
  page: IdPage,
): Promise<{ rows: OwnedDispute[]; total: bigint }> {
  const statuses = status ? [status] : DISPUTE_STATUSES;
  const [rows, [count]] = await Promise.all([
    db.query<DisputeRow & { accountName: string }>(disputesOfAll, [
      statuses,
      page.below,
      page.limit + 1,
      page.offset,
    ]),
    db.query<{ total: bigint }>('select count(*) as total from disputes where status = any($1::text[])', [
      statuses,
    ]),
  ]);
  return { rows: rows.map(disputeFrom), total: count?.total ?? 0n };
}

// Every status is named, so that the index on (status, id) finds one id without an index of its own.
const ownerOfDispute = statement(
  'operators.dispute_owner',
  `with found as materialized (
     select account_id
     from disputes
     where status in (${DISPUTE_STATUSES.map((status) => `'${status}'`).join(', ')})
       and id = $1
   )
   select account_id as "accountId", (select name from accounts a where a.id = found.account_id) as "accountName"
   from found`,
);

type Owner = { accountId: string; accountName: string };

export async function ownerOf(db: Db, disputeId: string): Promise<Owner> {
  const [row] = isId(disputeId) ? await db.query<Owner>(ownerOfDispute, [disputeId]) : [];
  if (!row) throw notFound('Dispute');
  return row;
}
