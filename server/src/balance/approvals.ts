import { approvalsReader, countedApprovals } from '../accounts/two-persons.ts';
import { statement } from '../db/pool.ts';
import type { Config } from '../kit/config.ts';
import type { Cents } from '../kit/money.ts';
import type { RowWriter } from '../write/effects.ts';

/** Withdrawals above GUICHE_TWO_PERSON_ABOVE need two persons. */
export function approvalsNeeded({ GUICHE_TWO_PERSON_ABOVE: bound }: Config, amountCents: Cents): 1 | 2 {
  return bound !== null && amountCents > bound ? 2 : 1;
}

export type Approval = {
  accountId: string;
  withdrawalId: string;
  operatorId: string;
  operatorAccountId: string;
  createdAt: Date;
};

export const insertApproval: RowWriter<Approval> = {
  statement: statement(
    'withdrawals.add_approval',
    `insert into withdrawal_approvals (account_id, withdrawal_id, operator_id, operator_account_id, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[])
     returning operator_id`,
  ),
  values: (approvals) => [
    approvals.map((approval) => approval.accountId),
    approvals.map((approval) => approval.withdrawalId),
    approvals.map((approval) => approval.operatorId),
    approvals.map((approval) => approval.operatorAccountId),
    approvals.map((approval) => approval.createdAt),
  ],
  writes: 'all',
};

export const COUNTED_APPROVALS = countedApprovals('withdrawal_approvals');

export const loadApprovals = approvalsReader(
  'withdrawals.count_approvals',
  'withdrawal_approvals',
  'withdrawal_id',
);
