import { COUNTED_APPROVALS } from '../balance/approvals.ts';
import {
  WITHDRAWAL_COLUMNS,
  WITHDRAWAL_STATUSES,
  type WithdrawalRow,
  type WithdrawalStatus,
} from '../balance/withdrawals.ts';
import { type Db, statement } from '../db/pool.ts';
import type { IdPage } from '../http/id-page.ts';
import { assert, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';

/** A withdrawal with its account and its approvals so far. */
export type OwnedWithdrawal = WithdrawalRow & {
  account_name: string;
  approvals: { operator_email: string; at: string }[];
};

/** Names and approvals are added to the rows that were found: they may live on another node than withdrawals. */
const owned = (found: string) =>
  `with w as materialized (${found})
   select w.*,
     (select name from accounts a where a.id = w.account_id) as account_name,
     (
       select coalesce(json_agg(json_build_object('operator_email', u.email, 'at', p.created_at) order by p.created_at), '[]')
       from ${COUNTED_APPROVALS}
       where p.account_id = w.account_id
         and p.withdrawal_id = w.id
     ) as approvals
   from w
   order by id desc`;

const withdrawalsOfAll = statement(
  'operators.withdrawals',
  owned(`select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where status = $1
     and id < $2
   order by id desc
   limit $3
   offset $4`),
);

const ownedWithdrawal = statement(
  'operators.withdrawal',
  owned(`select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where account_id = $1
     and id = $2`),
);

export async function findOwned(
  db: Pick<Db, 'query'>,
  { account_id, id }: WithdrawalRow,
): Promise<OwnedWithdrawal> {
  const [row] = await db.query<OwnedWithdrawal>(ownedWithdrawal, [account_id, id]);
  assert(row, 'a withdrawal that was decided exists');
  return row;
}

/** Every account's withdrawals in one status, newest first. */
export async function listEveryWithdrawal(
  db: Db,
  status: WithdrawalStatus,
  page: IdPage,
): Promise<{ rows: OwnedWithdrawal[]; total: bigint }> {
  const [rows, [count]] = await Promise.all([
    db.query<OwnedWithdrawal>(withdrawalsOfAll, [status, page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>('select count(*) as total from withdrawals where status = $1', [status]),
  ]);
  return { rows, total: count?.total ?? 0n };
}

// Every status is named, so that the index on (status, id) finds one id without an index of its own.
const ownerOfWithdrawal = statement(
  'operators.withdrawal_owner',
  `select account_id
   from withdrawals
   where status in (${WITHDRAWAL_STATUSES.map((status) => `'${status}'`).join(', ')})
     and id = $1`,
);

export async function ownerOf(db: Db, withdrawalId: string): Promise<string> {
  const [row] = isId(withdrawalId)
    ? await db.query<{ account_id: string }>(ownerOfWithdrawal, [withdrawalId])
    : [];
  if (!row) throw notFound('Withdrawal');
  return row.account_id;
}
