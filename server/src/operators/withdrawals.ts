import { type Db, statement } from '../db/pool.ts';
import type { IdPage } from '../http/id-page.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import {
  WITHDRAWAL_COLUMNS,
  WITHDRAWAL_STATUSES,
  type WithdrawalRow,
  type WithdrawalStatus,
} from '../payouts/withdrawals.ts';

const withdrawalsOfAll = statement(
  'operators.withdrawals',
  `select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where status = $1
     and id < $2
   order by id desc
   limit $3
   offset $4`,
);

/** Every account's withdrawals in one status, newest first. */
export async function listEveryWithdrawal(
  db: Db,
  status: WithdrawalStatus,
  page: IdPage,
): Promise<{ rows: WithdrawalRow[]; total: bigint }> {
  const [rows, [count]] = await Promise.all([
    db.query<WithdrawalRow>(withdrawalsOfAll, [status, page.below, page.limit + 1, page.offset]),
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
