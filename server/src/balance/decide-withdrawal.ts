import { type Approvals, decideApproval } from '../accounts/two-persons.ts';
import { over } from '../alerts/alert.ts';
import { type Actor, systemActor } from '../audit/record.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { assert, GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../write/effects.ts';
import type { Operation } from '../write/writer.ts';
import { approvalsNeeded, insertApproval, loadApprovals } from './approvals.ts';
import { requireOwnCustody } from './custody.ts';
import { unclearSource } from './payouts/outcome.ts';
import {
  BY_HAND,
  firstCall,
  type Payment,
  payJob,
  paymentOf,
  refusedNotPaid,
  sendFirst,
} from './payouts/pay.ts';
import { type ChangedRow, ended } from './withdrawal-end.ts';
import {
  findWithdrawal,
  lockWithdrawal,
  saveWithdrawal,
  type WithdrawalRow,
  withdrawalAction,
} from './withdrawals.ts';

type WithdrawalKey = { accountId: string; id: string };

/**
 * Approves a pending withdrawal. With a payout provider, the provider is called first and its answer decides: the
 * withdrawal returned may be approved, rejected, or still pending with the payout in progress.
 */
export async function approveWithdrawal(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
  approvalsSeen?: number,
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  if (!isId(id)) throw notFound('Withdrawal');
  requireOwnCustody(deps);
  const row = await findWithdrawal(deps.db, accountId, id);
  const payment = row ? await paymentOf(deps, row) : BY_HAND;
  const command: Approve = { by, approvalsSeen, ...payment, config: deps.config };
  const now = deps.clock.now();
  const operation: Operation<ApprovalState, WithdrawalRow> = {
    load: async (tx) => {
      const withdrawal = await lockWithdrawal(tx, accountId, id);
      const isOperator = by.kind === 'user' && withdrawal !== null;
      return { withdrawal, approvals: isOperator ? await loadApprovals(tx, accountId, id, by) : null };
    },
    decide: (state) => decideApprove(state, command, now),
  };
  if (command.paidBy !== 'provider') return deps.writer.commit(operation, answer);
  // Until the provider has answered, the idempotency key answers that the payout is in progress.
  const intent = await deps.writer.commitProvisionally(operation, answer);
  const after = intent.payout_started_at ? await sendFirst(deps, intent, answer) : intent;
  if (answer) await deps.writer.answer(answer, after);
  return after;
}

export type ApprovalState = { withdrawal: WithdrawalRow | null; approvals: Approvals | null };
export type Approve = Payment & {
  by: Actor;
  approvalsSeen: number | undefined;
  config: Parameters<typeof approvalsNeeded>[0];
};

/** A withdrawal that still needs another operator is returned unchanged. */
export function decideApprove(
  { withdrawal, approvals }: ApprovalState,
  { by, approvalsSeen, config, ...payment }: Approve,
  now: Date,
): Decision<WithdrawalRow> {
  const refusal = refusedApproval(withdrawal);
  if (refusal || !withdrawal) return refusal ?? notFound('Withdrawal');
  const verdict = approvals
    ? decideApproval(approvals, approvalsNeeded(config, withdrawal.amount_cents), approvalsSeen)
    : 'enough';
  if (verdict instanceof GatewayError) return verdict;
  const approved = approvals && !approvals.hasApproved ? approvalEffects(withdrawal, by, now) : {};
  if (verdict === 'first') {
    const audit = [withdrawalAction(by, 'withdrawal.first_approval', withdrawal)];
    return done(withdrawal, together([approved, { audit }]));
  }
  const { after, effects } = begun(withdrawal, payment, now);
  const audit = [withdrawalAction(by, 'withdrawal.approved', withdrawal)];
  return done(after, together([approved, effects, { audit }]));
}

function approvalEffects({ account_id, id }: WithdrawalRow, by: Actor, now: Date): Effects {
  assert(by.userId, 'a person approves');
  const row = {
    accountId: account_id,
    withdrawalId: id,
    operatorId: by.userId,
    operatorAccountId: by.accountId,
    createdAt: now,
  };
  return { rows: [rowWrite(insertApproval, row)] };
}

/** What follows the approval. */
export function begun(before: WithdrawalRow, payment: Payment, now: Date): ChangedRow {
  switch (payment.paidBy) {
    case 'books':
      return ended(before, { status: 'approved', reason: null }, now);
    // An operator pays it and records the receipt.
    case 'hand': {
      const after = { ...before, to_pay_since: now };
      return { after, effects: { rows: [rowWrite(saveWithdrawal, { before, after })] } };
    }
    // Committed before the provider is called, with a job that calls again if this process dies in between.
    case 'provider': {
      const after = { ...before, payout_started_at: now, ...firstCall(payment, now) };
      const jobs = [payJob(before, now)];
      return { after, effects: { rows: [rowWrite(saveWithdrawal, { before, after })], jobs } };
    }
  }
}

/** A withdrawal that waits to be paid by hand is already approved. */
export function refusedApproval(withdrawal: WithdrawalRow | null): GatewayError | null {
  if (!withdrawal?.to_pay_since || withdrawal.status !== 'pending') return refusedEnd(withdrawal);
  return new GatewayError('INVALID_STATE', 'The withdrawal is approved; record its payment when it was made');
}

/** Only a pending withdrawal whose payout has not started can be rejected. */
function refusedEnd(withdrawal: WithdrawalRow | null): GatewayError | null {
  if (!withdrawal) return notFound('Withdrawal');
  if (withdrawal.status === 'pending' && !withdrawal.payout_started_at) return null;
  const state = withdrawal.status === 'pending' ? 'being paid' : withdrawal.status;
  return new GatewayError('INVALID_STATE', `The withdrawal is already ${state}`);
}

/** `notPaid`: of a payout that was sent, and whose outcome the bank does not say: its statement shows that it was not paid. */
export type Rejection = { reason: string | null; notPaid?: boolean };

/** Returns the amount to `available`. Refused once the payout was sent: then its outcome decides. */
export async function rejectWithdrawal(
  deps: Deps,
  accountId: string,
  id: string,
  rejection: Rejection,
  by: Actor = systemActor(accountId),
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  if (!isId(id)) throw notFound('Withdrawal');
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => lockWithdrawal(tx, accountId, id),
      decide: (withdrawal) => decideReject(withdrawal, rejection, by, now),
    },
    answer,
  );
}

export function decideReject(
  withdrawal: WithdrawalRow | null,
  { reason, notPaid = false }: Rejection,
  by: Actor,
  now: Date,
): Decision<WithdrawalRow> {
  if (notPaid && withdrawal?.status === 'pending' && withdrawal.payout_started_at) {
    return refusedNotPaid(withdrawal, now) ?? givenUp(withdrawal, reason, by, now);
  }
  const refusal = refusedEnd(withdrawal);
  if (refusal || !withdrawal) return refusal ?? notFound('Withdrawal');
  const { after, effects } = ended(withdrawal, { status: 'rejected', reason }, now);
  return done(after, together([effects, { audit: [withdrawalAction(by, 'withdrawal.rejected', after)] }]));
}

/** A bank that says later that it was paid after all is an alert. */
function givenUp(
  withdrawal: WithdrawalRow,
  reason: string | null,
  by: Actor,
  now: Date,
): Decision<WithdrawalRow> {
  const verdict = { status: 'rejected', reason } as const;
  const { after, effects } = ended(withdrawal, verdict, now, { payout_state: 'failed' });
  const rows = [over(unclearSource(withdrawal.id), now)];
  const audit = [withdrawalAction(by, 'withdrawal.not_paid', after)];
  return done(after, together([effects, { rows, audit }]));
}

/** An approved withdrawal was paid by hand: the seller now sees it as approved. */
export async function recordPaymentByHand(
  deps: Deps,
  { accountId, id }: WithdrawalKey,
  paymentReference: string,
  by: Actor,
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  if (!isId(id)) throw notFound('Withdrawal');
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: async (tx): Promise<PaidByHandState> => {
        const otherId = await withdrawalPaidBy(tx, id, paymentReference);
        return { withdrawal: await lockWithdrawal(tx, accountId, id), otherId };
      },
      decide: (state) => decidePaidByHand(state, paymentReference, by, now),
    },
    answer,
  );
}

export type PaidByHandState = {
  withdrawal: WithdrawalRow | null;
  /** Another withdrawal that has this payment reference. */
  otherId: string | null;
};

export function decidePaidByHand(
  { withdrawal, otherId }: PaidByHandState,
  paymentReference: string,
  by: Actor,
  now: Date,
): Decision<WithdrawalRow> {
  if (otherId) return invalidField('reference', `was recorded for the withdrawal ${otherId}`);
  if (!withdrawal) return notFound('Withdrawal');
  if (withdrawal.status !== 'pending' || !withdrawal.to_pay_since) {
    return new GatewayError(
      'INVALID_STATE',
      'Only an approved withdrawal that waits for its payment can be recorded as paid',
    );
  }
  const { after, effects } = ended(withdrawal, { status: 'approved', reason: null, paymentReference }, now);
  return done(after, together([effects, { audit: [withdrawalAction(by, 'withdrawal.paid', after)] }]));
}

const byReceipt = statement(
  'withdrawals.by_receipt',
  'select id from withdrawals where payment_reference = $1 and id <> $2 limit 1',
);

const lockReceipt = statement(
  'withdrawals.lock_receipt',
  `select pg_advisory_xact_lock(hashtextextended('withdrawals.payment_reference ' || $1, 0))`,
);

/** A payment reference is used once over all accounts. Two requests at once wait for each other. */
async function withdrawalPaidBy(tx: Tx, id: string, reference: string): Promise<string | null> {
  await tx.query(lockReceipt, [reference]);
  const [other] = await tx.query<{ id: string }>(byReceipt, [reference, id]);
  return other?.id ?? null;
}
