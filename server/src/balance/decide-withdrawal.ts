import { type Actor, systemActor } from '../audit/record.ts';
import { countChanges } from '../db/counts.ts';
import { statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { emit } from '../events/emit.ts';
import type { Deps } from '../http/deps.ts';
import { enqueue, type Job } from '../jobs/queue.ts';
import type { JobHandlers, JobOutcome } from '../jobs/run.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { assert, fail, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Entry } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import type { Answer, PayoutOutcome } from '../providers/provider.ts';
import { approvedByEnough } from './approvals.ts';
import { withdrawalEventData } from './shapes.ts';
import {
  APPROVE_JOB,
  findWithdrawal,
  listFor,
  recordWithdrawal,
  WITHDRAWAL_COLUMNS,
  type WithdrawalRow,
} from './withdrawals.ts';

const PAY_JOB = 'withdrawal.pay';
/** Long enough for the call that started the payout to settle it; the job is for when that call died. */
const ASK_AGAIN_MS = MINUTE_MS;

type Named = { accountId: string; id: string };

/** `by: 'provider'`: the payout has an outcome. Anyone else decides only what was never sent to be paid. */
type Decision = {
  status: 'approved' | 'rejected';
  reason: string | null;
  by: 'us' | 'provider';
  paymentReference?: string;
};

/**
 * Approves a pending withdrawal. Where the provider pays for real, it is asked first and its answer decides: the
 * withdrawal that comes back may be approved, rejected, or still pending with the payout under way.
 */
export async function approveWithdrawal(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
  approvalsSeen?: number,
): Promise<WithdrawalRow> {
  const named = { accountId, id };
  const row = isId(id) && (await transaction(deps.db, (tx) => approve(deps, tx, named, by, approvalsSeen)));
  if (!row) return refuse(deps, accountId, id);
  return row.status === 'pending' && row.payout_started_at ? payOut(deps, row) : row;
}

const lockUndecided = statement(
  'withdrawals.lock_undecided',
  `select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where account_id = $1
     and id = $2
     and status = 'pending'
     and payout_started_at is null
     and to_pay_since is null
   for update`,
);

/** Null when there is nothing to approve. What still waits for another operator comes back as it was. */
async function approve(
  deps: Deps,
  tx: Tx,
  named: Named,
  by: Actor,
  approvalsSeen: number | undefined,
): Promise<WithdrawalRow | null> {
  const [row] = await tx.query<WithdrawalRow>(lockUndecided, [named.accountId, named.id]);
  if (!row) return null;
  if (by.kind === 'user' && !(await approvedByEnough(deps, tx, row, by, approvalsSeen))) {
    await recordWithdrawal(tx, by, 'withdrawal.first_approval', row);
    return row;
  }
  await recordWithdrawal(tx, by, 'withdrawal.approved', row);
  if (!deps.rails.payout) return waitForPayment(deps, tx, named);
  if (!deps.rails.payout.local) return startPayout(deps, tx, named);
  return decideOnce(deps, tx, named, { status: 'approved', reason: null, by: 'us' });
}

const markToPay = statement(
  'withdrawals.wait_for_payment',
  `update withdrawals
   set to_pay_since = $3
   where account_id = $1
     and id = $2
   returning ${WITHDRAWAL_COLUMNS}`,
);

/** No provider of this installation sends money: an operator pays it and records the receipt. */
async function waitForPayment(deps: Deps, tx: Tx, { accountId, id }: Named): Promise<WithdrawalRow | null> {
  const [row] = await tx.query<WithdrawalRow>(markToPay, [accountId, id, deps.clock.now()]);
  return row ?? null;
}

const lockToPay = statement(
  'withdrawals.lock_to_pay',
  `select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where account_id = $1
     and id = $2
     and status = 'pending'
     and to_pay_since is not null
   for update`,
);

/** The payment of an approved withdrawal was made by hand: from now on it is approved for the seller, too. */
export async function recordPaymentByHand(
  deps: Deps,
  { accountId, id }: Named,
  paymentReference: string,
  by: Actor,
): Promise<WithdrawalRow> {
  const named = { accountId, id };
  const decision: Decision = { status: 'approved', reason: null, by: 'us', paymentReference };
  const paid =
    isId(id) &&
    (await transaction(deps.db, async (tx) => {
      await requireUnused(tx, id, paymentReference);
      const [waiting] = await tx.query<WithdrawalRow>(lockToPay, [accountId, id]);
      const row = waiting ? await decideOnce(deps, tx, named, decision) : null;
      if (row) await recordWithdrawal(tx, by, 'withdrawal.paid', row);
      return row;
    }));
  if (paid) return paid;
  const withdrawal = await findWithdrawal(deps.db, accountId, id);
  if (!withdrawal) throw notFound('Withdrawal');
  fail('INVALID_STATE', 'Only an approved withdrawal that waits for its payment can be recorded as paid');
}

const byReceipt = statement(
  'withdrawals.by_receipt',
  'select id from withdrawals where payment_reference = $1 and id <> $2 limit 1',
);

const lockReceipt = statement(
  'withdrawals.lock_receipt',
  `select pg_advisory_xact_lock(hashtextextended('withdrawals.payment_reference ' || $1, 0))`,
);

/** One payment pays one withdrawal, whoever's they are. Two who record it at once wait for each other. */
async function requireUnused(tx: Tx, id: string, reference: string): Promise<void> {
  await tx.query(lockReceipt, [reference]);
  const [other] = await tx.query<{ id: string }>(byReceipt, [reference, id]);
  if (other) throw invalidField('reference', `was recorded for the withdrawal ${other.id}`);
}

/** Puts the amount back into `available`. Refused once the payout was sent: then only its outcome decides. */
export async function rejectWithdrawal(
  deps: Deps,
  accountId: string,
  id: string,
  reason: string | null,
  by: Actor = systemActor(accountId),
): Promise<WithdrawalRow> {
  const decision: Decision = { status: 'rejected', reason, by: 'us' };
  const rejected = isId(id) && (await settle(deps, { accountId, id }, decision, by));
  return rejected || refuse(deps, accountId, id);
}

async function refuse(deps: Deps, accountId: string, id: string): Promise<never> {
  const withdrawal = await findWithdrawal(deps.db, accountId, id);
  if (!withdrawal) throw notFound('Withdrawal');
  if (withdrawal.to_pay_since && withdrawal.status === 'pending') {
    fail('INVALID_STATE', 'The withdrawal is approved; record its payment when it was made');
  }
  const state = withdrawal.status === 'pending' ? 'being paid' : withdrawal.status;
  fail('INVALID_STATE', `The withdrawal is already ${state}`);
}

const decide = statement(
  'withdrawals.decide',
  `update withdrawals
   set status = $3,
       reason = $4,
       decided_at = $5,
       payment_reference = $7
   where account_id = $1
     and id = $2
     and status = 'pending'
     and (payout_started_at is null or $6)
   returning ${WITHDRAWAL_COLUMNS}`,
);

/** Whoever decides is in the log; the outcome of a payout is not: its approval was. */
async function settle(
  deps: Deps,
  named: Named,
  decision: Decision,
  by: Actor | null,
): Promise<WithdrawalRow | null> {
  return transaction(deps.db, async (tx) => {
    const row = await decideOnce(deps, tx, named, decision);
    if (row && by) await recordWithdrawal(tx, by, `withdrawal.${decision.status}`, row);
    return row;
  });
}

/** The only writer of a decision. Null when there is nothing pending to decide, and then nothing changed. */
async function decideOnce(
  deps: Deps,
  tx: Tx,
  { accountId, id }: Named,
  { status, reason, by, paymentReference }: Decision,
): Promise<WithdrawalRow | null> {
  const now = deps.clock.now();
  const values = [accountId, id, status, reason, now, by === 'provider', paymentReference ?? null];
  const [row] = await tx.query<WithdrawalRow>(decide, values);
  if (!row) return null;
  await countChanges(tx, accountId, { [listFor('pending')]: -1, [listFor(status)]: 1 });
  await emitDecision(deps, tx, row, now);
  await post(tx, [decisionEntry(row, now)]);
  return row;
}

async function emitDecision(deps: Deps, tx: Tx, row: WithdrawalRow, now: Date): Promise<void> {
  await emit(tx, [
    {
      accountId: row.account_id,
      id: deps.ids.next(),
      type: row.status === 'approved' ? 'withdrawal.approved' : 'withdrawal.rejected',
      withdrawalId: row.id,
      sequence: 1,
      audience: 'owner',
      status: row.status,
      previousStatus: 'pending',
      data: withdrawalEventData(row),
      createdAt: now,
    },
  ]);
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

const markStarted = statement(
  'withdrawals.start_payout',
  `update withdrawals
   set payout_started_at = $3
   where account_id = $1
     and id = $2
     and status = 'pending'
     and payout_started_at is null
   returning ${WITHDRAWAL_COLUMNS}`,
);

/** On record before the provider hears of it, with a job that asks again should this process die in between. */
async function startPayout(deps: Deps, tx: Tx, { accountId, id }: Named): Promise<WithdrawalRow | null> {
  const now = deps.clock.now();
  const [row] = await tx.query<WithdrawalRow>(markStarted, [accountId, id, now]);
  if (!row) return null;
  const runAt = new Date(now.getTime() + ASK_AGAIN_MS);
  const payload = { withdrawal_id: id };
  await enqueue(tx, [{ accountId, id: deps.ids.next(), kind: PAY_JOB, payload, runAt }]);
  return row;
}

/** Asks the provider, keyed by the withdrawal's id, and settles by its answer. No answer yet: it stays pending. */
async function payOut(deps: Deps, withdrawal: WithdrawalRow): Promise<WithdrawalRow> {
  const { account_id: accountId, id, amount_cents: amountCents, pix_key: pixKey } = withdrawal;
  if (!deps.rails.payout) return withdrawal;
  const answer = await deps.rails.payout.payout({ reference: id, amountCents, pixKey });
  const decision = decisionOf(answer);
  if (!decision) return withdrawal;
  const settled = await settle(deps, { accountId, id }, decision, null);
  const now = settled ?? (await findWithdrawal(deps.db, accountId, id));
  assert(now, 'a withdrawal that was paid exists');
  return now;
}

function decisionOf(answer: Answer<PayoutOutcome>): Decision | null {
  if (!answer.ok) {
    return answer.kind === 'refused' ? { status: 'rejected', reason: answer.reason, by: 'provider' } : null;
  }
  switch (answer.status) {
    case 'succeeded':
      return { status: 'approved', reason: null, by: 'provider' };
    case 'failed':
      return { status: 'rejected', reason: answer.reason ?? 'the payout failed', by: 'provider' };
    case 'pending':
      return null;
  }
}

/** Jobs may run more than once: what is decided already is done. */
export function withdrawalJobs(deps: Deps): JobHandlers {
  return {
    [APPROVE_JOB]: async (job) => {
      const named = { accountId: job.account_id, id: withdrawalOf(job) };
      const decision: Decision = { status: 'approved', reason: null, by: 'us' };
      await settle(deps, named, decision, systemActor(named.accountId));
      return { done: true };
    },
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

function withdrawalOf(job: Job): string {
  const { withdrawal_id: id } = job.payload as { withdrawal_id?: unknown };
  assert(typeof id === 'string', 'a withdrawal job names its withdrawal');
  return id;
}
