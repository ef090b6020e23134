import { type Actor, systemActor } from '../audit/record.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { Job } from '../jobs/queue.ts';
import type { JobHandlers, JobOutcome } from '../jobs/run.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { assert, GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Entry } from '../ledger/chart.ts';
import type { PayoutOutcome, Answer as ProviderAnswer } from '../providers/provider.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../write/effects.ts';
import type { Operation } from '../write/writer.ts';
import {
  type Approvals,
  approvalsNeeded,
  decideApproval,
  insertApproval,
  loadApprovals,
} from './approvals.ts';
import {
  APPROVE_JOB,
  findWithdrawal,
  listFor,
  lockWithdrawal,
  saveWithdrawal,
  type WithdrawalRow,
  withdrawalAction,
  withdrawalEventData,
} from './withdrawals.ts';

const PAY_JOB = 'withdrawal.pay';
/** Long enough for the request that started the payout to record its outcome; the job is for a request that died. */
const ASK_AGAIN_MS = MINUTE_MS;

type WithdrawalKey = { accountId: string; id: string };

/** How an approved withdrawal is paid: by the books alone (sandbox), by a provider, or by hand. */
type PaidBy = 'books' | 'provider' | 'hand';

function paidBy({ rails }: Deps): PaidBy {
  if (!rails.payout) return 'hand';
  return rails.payout.local ? 'books' : 'provider';
}

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
  const command: Approve = { by, approvalsSeen, paidBy: paidBy(deps), config: deps.config };
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
  const row = await deps.writer.commitProvisionally(operation, answer);
  const after = row.payout_started_at ? await payOut(deps, row, answer) : row;
  if (answer) await deps.writer.answer(answer, after);
  return after;
}

export type ApprovalState = { withdrawal: WithdrawalRow | null; approvals: Approvals | null };
export type Approve = {
  by: Actor;
  approvalsSeen: number | undefined;
  paidBy: PaidBy;
  config: Parameters<typeof approvalsNeeded>[0];
};

/** A withdrawal that still needs another operator is returned unchanged. */
export function decideApprove(
  { withdrawal, approvals }: ApprovalState,
  { by, approvalsSeen, paidBy, config }: Approve,
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
  const { after, effects } = approval(withdrawal, paidBy, now);
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

type ChangedRow = { after: WithdrawalRow; effects: Effects };

function approval(before: WithdrawalRow, paidBy: PaidBy, now: Date): ChangedRow {
  switch (paidBy) {
    case 'books':
      return decided(before, { status: 'approved', reason: null }, now);
    // An operator pays it and records the receipt.
    case 'hand': {
      const after = { ...before, to_pay_since: now };
      return { after, effects: { rows: [rowWrite(saveWithdrawal, { before, after })] } };
    }
    // Committed before the provider is called, with a job that calls again if this process dies in between.
    case 'provider': {
      const after = { ...before, payout_started_at: now };
      const runAt = new Date(now.getTime() + ASK_AGAIN_MS);
      const payload = { withdrawal_id: before.id };
      const jobs = [{ accountId: before.account_id, kind: PAY_JOB, payload, runAt }];
      return { after, effects: { rows: [rowWrite(saveWithdrawal, { before, after })], jobs } };
    }
  }
}

/** A withdrawal that waits to be paid by hand is already approved. */
function refusedApproval(withdrawal: WithdrawalRow | null): GatewayError | null {
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

/** Returns the amount to `available`. Refused once the payout was sent: then its outcome decides. */
export async function rejectWithdrawal(
  deps: Deps,
  accountId: string,
  id: string,
  reason: string | null,
  by: Actor = systemActor(accountId),
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  if (!isId(id)) throw notFound('Withdrawal');
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => lockWithdrawal(tx, accountId, id),
      decide: (withdrawal) => decideReject(withdrawal, reason, by, now),
    },
    answer,
  );
}

export function decideReject(
  withdrawal: WithdrawalRow | null,
  reason: string | null,
  by: Actor,
  now: Date,
): Decision<WithdrawalRow> {
  const refusal = refusedEnd(withdrawal);
  if (refusal || !withdrawal) return refusal ?? notFound('Withdrawal');
  const { after, effects } = decided(withdrawal, { status: 'rejected', reason }, now);
  return done(after, together([effects, { audit: [withdrawalAction(by, 'withdrawal.rejected', after)] }]));
}

type Verdict = { status: 'approved' | 'rejected'; reason: string | null; paymentReference?: string };

/** The effects of the end of a withdrawal: row, list counts, event, and the posting of the money. */
function decided(
  before: WithdrawalRow,
  { status, reason, paymentReference }: Verdict,
  now: Date,
): ChangedRow {
  const after: WithdrawalRow = {
    ...before,
    status,
    reason,
    decided_at: now,
    payment_reference: paymentReference ?? null,
  };
  const { account_id: accountId, id } = after;
  return {
    after,
    effects: {
      rows: [rowWrite(saveWithdrawal, { before, after })],
      counts: [
        { accountId, list: listFor('pending'), change: -1 },
        { accountId, list: listFor(status), change: 1 },
      ],
      events: [
        {
          accountId,
          type: status === 'approved' ? 'withdrawal.approved' : 'withdrawal.rejected',
          withdrawalId: id,
          sequence: 1,
          audience: 'owner',
          status,
          previousStatus: 'pending',
          data: withdrawalEventData(after),
          createdAt: now,
        },
      ],
      entries: [decisionEntry(after, now)],
    },
  };
}

function decisionEntry(row: WithdrawalRow, now: Date): Entry {
  const { account_id: accountId, id, amount_cents: amountCents, status } = row;
  const common = { accountId, from: 'withdrawals', amountCents } as const;
  return {
    fact: `withdrawal:${id}:${status}`,
    withdrawalId: id,
    occurredAt: now,
    postings: [
      status === 'approved'
        ? { ...common, to: 'external', category: 'withdrawal' }
        : { ...common, to: 'available', category: 'withdrawal_reversal' },
    ],
  };
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
  const { after, effects } = decided(withdrawal, { status: 'approved', reason: null, paymentReference }, now);
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

/** Calls the provider, keyed by the withdrawal's id, and records its answer. Without an answer it stays pending. */
async function payOut(
  deps: Deps,
  withdrawal: WithdrawalRow,
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  const { account_id: accountId, id, amount_cents: amountCents, pix_key: pixKey } = withdrawal;
  if (!deps.rails.payout) return withdrawal;
  const verdict = verdictOf(await deps.rails.payout.payout({ reference: id, amountCents, pixKey }));
  if (!verdict) return withdrawal;
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => lockWithdrawal(tx, accountId, id),
      decide: (row) => decidePayout(row, verdict, now),
    },
    answer,
  );
}

/** Records the outcome of a payout; a withdrawal that has ended is not changed. */
export function decidePayout(
  withdrawal: WithdrawalRow | null,
  verdict: Verdict,
  now: Date,
): Decision<WithdrawalRow> {
  assert(withdrawal, 'a withdrawal that was paid exists');
  if (withdrawal.status !== 'pending') return done(withdrawal);
  const { after, effects } = decided(withdrawal, verdict, now);
  return done(after, effects);
}

function verdictOf(answer: ProviderAnswer<PayoutOutcome>): Verdict | null {
  if (!answer.ok) return answer.kind === 'refused' ? { status: 'rejected', reason: answer.reason } : null;
  switch (answer.status) {
    case 'succeeded':
      return { status: 'approved', reason: null };
    case 'failed':
      return { status: 'rejected', reason: answer.reason ?? 'the payout failed' };
    case 'pending':
      return null;
  }
}

/** Jobs may run more than once: a withdrawal that has ended is not changed. */
export function withdrawalJobs(deps: Deps): JobHandlers {
  return {
    [APPROVE_JOB]: (job) => approveByJob(deps, { accountId: job.account_id, id: withdrawalOf(job) }),
    [PAY_JOB]: async (job): Promise<JobOutcome> => {
      const withdrawal = await findWithdrawal(deps.db, job.account_id, withdrawalOf(job));
      assert(withdrawal, 'a payout job belongs to a withdrawal');
      if (withdrawal.status !== 'pending') return { done: true };
      const after = await payOut(deps, withdrawal);
      return after.status === 'pending'
        ? { done: false, reason: 'the payout has no outcome yet' }
        : { done: true };
    },
  };
}

async function approveByJob(deps: Deps, { accountId, id }: WithdrawalKey): Promise<JobOutcome> {
  const now = deps.clock.now();
  const by = systemActor(accountId);
  await deps.writer.commit({
    load: (tx) => lockWithdrawal(tx, accountId, id),
    decide: (withdrawal): Decision<void> => {
      if (!withdrawal || refusedApproval(withdrawal)) return done(undefined);
      const { after, effects } = decided(withdrawal, { status: 'approved', reason: null }, now);
      const audit = [withdrawalAction(by, 'withdrawal.approved', after)];
      return done(undefined, together([effects, { audit }]));
    },
  });
  return { done: true };
}

function withdrawalOf(job: Job): string {
  const { withdrawal_id: id } = job.payload as { withdrawal_id?: unknown };
  assert(typeof id === 'string', 'a withdrawal job names its withdrawal');
  return id;
}
