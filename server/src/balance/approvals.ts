import type { Actor } from '../audit/record.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Config } from '../kit/config.ts';
import { assert, GatewayError } from '../kit/errors.ts';
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

/** Approvals that count: not those of operators that were removed or blocked since. */
export const COUNTED_APPROVALS = `withdrawal_approvals p
   join users u on u.account_id = p.operator_account_id and u.id = p.operator_id and u.role = 'operator'
   join accounts o on o.id = p.operator_account_id and o.status = 'active'`;

// The operator who added another may know its password. So an approval counts for the first operator of the chain, who
// was added by the installation, even if that one was removed or blocked since. `$3` is about to approve.
const countApprovals = statement(
  'withdrawals.count_approvals',
  `with recursive approved as (
     select p.operator_account_id as account_id, u.added_by
     from ${COUNTED_APPROVALS}
     where p.account_id = $1
       and p.withdrawal_id = $2
   ), counted as (
     select account_id, added_by
     from approved
     union
     select u.account_id, u.added_by
     from users u
     where u.account_id = $3
   ), chain as (
     select account_id, added_by
     from counted
     union
     select u.account_id, u.added_by
     from chain
     join users u on u.account_id = chain.added_by
   )
   select (select count(*) from approved)::integer as approvals,
     exists (
       select 1 from withdrawal_approvals where account_id = $1 and withdrawal_id = $2 and operator_account_id = $3
     ) as "hasApproved",
     count(*) filter (where added_by is null)::integer as persons
   from chain`,
);

/** The approvals of a withdrawal so far, and the count with one more. */
export type Approvals = {
  approvals: number;
  /** Whether this operator has approved it before. */
  hasApproved: boolean;
  /** How many independent persons have approved, including this operator. */
  persons: number;
};

export async function loadApprovals(
  tx: Tx,
  accountId: string,
  id: string,
  operator: Actor,
): Promise<Approvals> {
  const [counted] = await tx.query<Approvals>(countApprovals, [accountId, id, operator.accountId]);
  assert(counted, 'a count is one row');
  return counted;
}

const SAME_PERSON =
  'Operators count as one with the operator who added them, and one of yours approved it already; ' +
  'an operator who goes back to another first operator must approve';

/**
 * Whether one more approval is enough, or why it is refused. With `approvals_seen`, an operator who meant to give the
 * first approval does not give the last one by accident.
 */
export function decideApproval(
  { approvals, hasApproved, persons }: Approvals,
  needed: 1 | 2,
  approvalsSeen: number | undefined,
): 'enough' | 'first' | GatewayError {
  const isEnough = persons >= needed;
  if (!isEnough && hasApproved) return new GatewayError('SECOND_APPROVAL_REQUIRED');
  if (approvals !== (approvalsSeen ?? approvals)) {
    const message = `The withdrawal has ${approvals} approvals, not ${approvalsSeen}`;
    return new GatewayError('CHANGED_MEANWHILE', message);
  }
  if (isEnough) return 'enough';
  const total = approvals + (hasApproved ? 0 : 1);
  return total > persons ? new GatewayError('SECOND_APPROVAL_REQUIRED', SAME_PERSON) : 'first';
}
