import type { Actor } from '../audit/record.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { Config } from '../kit/config.ts';
import { assert, fail } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import type { WithdrawalRow } from './withdrawals.ts';

/** Two persons stand behind a large withdrawal, where the installation says what is large. */
export function approvalsNeeded({ GUICHE_TWO_PERSON_ABOVE: bound }: Config, amountCents: Cents): 1 | 2 {
  return bound !== null && amountCents > bound ? 2 : 1;
}

const insertApproval = statement(
  'withdrawals.add_approval',
  `insert into withdrawal_approvals (account_id, withdrawal_id, operator_id, operator_account_id, created_at)
   values ($1, $2, $3, $4, $5)
   on conflict (account_id, withdrawal_id, operator_id) do nothing
   returning operator_id`,
);

/** Who approved and counts: an operator that was removed or blocked meanwhile does not. */
export const COUNTED_APPROVALS = `withdrawal_approvals p
   join users u on u.account_id = p.operator_account_id and u.id = p.operator_id and u.role = 'operator'
   join accounts o on o.id = p.operator_account_id and o.status = 'active'`;

// Whoever added an operator may know its password. So an approval is that of the operator at the top of the line, whom
// the installation made, be it removed or blocked since.
const countApprovals = statement(
  'withdrawals.count_approvals',
  `with recursive counted as (
     select p.operator_account_id as account_id, u.added_by
     from ${COUNTED_APPROVALS}
     where p.account_id = $1
       and p.withdrawal_id = $2
   ), line as (
     select account_id, added_by
     from counted
     union
     select u.account_id, u.added_by
     from line
     join users u on u.account_id = line.added_by
   )
   select (select count(*) from counted) as approvals, count(*) filter (where added_by is null) as persons
   from line`,
);

const SAME_PERSON =
  'Operators count as one with whoever added them, and one of yours approved it already; ' +
  'an operator who goes back to another first operator must approve';

/**
 * Adds the operator's approval to a withdrawal that the caller has locked. True when no other is needed. Whoever says
 * how many approvals they saw is not taken for the last when they meant to be the first.
 */
export async function approvedByEnough(
  deps: Deps,
  tx: Tx,
  withdrawal: WithdrawalRow,
  operator: Actor,
  approvalsSeen: number | undefined,
): Promise<boolean> {
  assert(operator.userId, 'a person approves');
  const { account_id: accountId, id, amount_cents: amountCents } = withdrawal;
  const approval = [accountId, id, operator.userId, operator.accountId, deps.clock.now()];
  const added = await tx.query(insertApproval, approval);
  const [counted] = await tx.query<{ approvals: bigint; persons: bigint }>(countApprovals, [accountId, id]);
  assert(counted, 'a count is one row');
  const isEnough = counted.persons >= approvalsNeeded(deps.config, amountCents);
  if (!isEnough && added.length === 0) fail('SECOND_APPROVAL_REQUIRED');
  const before = Number(counted.approvals) - added.length;
  if (before !== (approvalsSeen ?? before)) {
    fail('CHANGED_MEANWHILE', `The withdrawal has ${before} approvals, not ${approvalsSeen}`);
  }
  if (isEnough) return true;
  if (counted.approvals > counted.persons) fail('SECOND_APPROVAL_REQUIRED', SAME_PERSON);
  return false;
}
