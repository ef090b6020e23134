import type { Actor } from '../audit/record.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { assert, GatewayError } from '../kit/errors.ts';

/** Approvals that count: not those of operators that were removed or blocked since. */
export const countedApprovals = (rows: string) => `${rows} p
   join users u on u.account_id = p.operator_account_id and u.id = p.operator_id and u.role = 'operator'
   join accounts o on o.id = p.operator_account_id and o.status = 'active'`;

/** The approvals so far of what needs two persons, and the count with one more. */
export type Approvals = {
  approvals: number;
  /** Whether this operator has approved it before. */
  hasApproved: boolean;
  /** How many independent persons have approved, including this operator. */
  persons: number;
};

/**
 * Reads the approvals in `rows`, which have `account_id`, `operator_account_id`, `operator_id` and the id of what is
 * approved in `subject`. The operator who added another may know its password. So an approval counts for the first
 * operator of the chain, who was added by the installation, even if that one was removed or blocked since. `$3` is about
 * to approve.
 */
export function approvalsReader(name: string, rows: string, subject: string) {
  const count = statement(
    name,
    `with recursive approved as (
     select p.operator_account_id as account_id, u.added_by
     from ${countedApprovals(rows)}
     where p.account_id = $1
       and p.${subject} = $2
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
       select 1 from ${rows} p where p.account_id = $1 and p.${subject} = $2 and p.operator_account_id = $3
     ) as "hasApproved",
     count(*) filter (where added_by is null)::integer as persons
   from chain`,
  );
  return async (tx: Tx, accountId: string, id: string, operator: Actor): Promise<Approvals> => {
    const [counted] = await tx.query<Approvals>(count, [accountId, id, operator.accountId]);
    assert(counted, 'a count is one row');
    return counted;
  };
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
