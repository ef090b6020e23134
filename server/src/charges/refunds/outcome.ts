import { recordAction, systemActor } from '../../audit/record.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, cents, reaisFromCents } from '../../kit/money.ts';
import { post } from '../../ledger/post.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import type { Answer, RefundOutcome } from '../../providers/provider.ts';
import { refunderNamed } from '../../providers/rails.ts';
import { type Charge, refundable } from '../charge.ts';
import { lessReserve, ownPart, refundPostings, undoClaim } from '../rules/settlement.ts';
import type { SplitPart } from '../rules/split.ts';
import { lockCharge } from '../store.ts';
import { change } from '../transition.ts';
import { partsTakenBack } from './split-reversal.ts';
import { findRefund, type Refund } from './store.ts';

/** `before`: as the charge is stored; `held`: the same with the refund's amount set aside. */
type HeldCharge = { before: Charge; held: Charge };

export function withRefundHeld(charge: Charge, amountCents: Cents, takenBack: readonly SplitPart[]): Charge {
  const refundingCents = cents(charge.refundingCents + amountCents);
  return { ...charge, refundingCents, ...lessReserve(charge, ownPart(amountCents, takenBack)) };
}

/** The payer has the money: it leaves the books, and the charge says so. */
export async function confirmRefund(
  tx: Tx,
  deps: Deps,
  { before, held }: HeldCharge,
  refund: Refund,
  at: Date,
): Promise<Refund> {
  const { accountId, id, chargeId, amountCents } = refund;
  await endRefund(tx, refund, 'succeeded', null);
  const isAll = refundable(held) === 0n && held.disputedCents === 0n;
  const isLast = held.refundingCents === amountCents;
  await change(
    tx,
    deps,
    [
      {
        charge: before,
        to: isAll && isLast ? 'REFUNDED' : 'RECEIVED',
        event: 'charge.refunded',
        set: {
          refundedCents: cents(held.refundedCents + amountCents),
          refundingCents: cents(held.refundingCents - amountCents),
          reserveHeldCents: held.reserveHeldCents,
          dueAt: held.dueAt,
        },
      },
    ],
    at,
  );
  await post(tx, [
    {
      fact: `refund:${id}:settled`,
      chargeId,
      occurredAt: at,
      postings: [{ accountId, from: 'refunds', to: 'external', amountCents, category: 'refund' }],
    },
  ]);
  return { ...refund, status: 'succeeded' };
}

/** The payer will not have the money: exactly what was taken for it goes back to whom it was taken from. */
async function failRefund(tx: Tx, deps: Deps, charge: Charge, refund: Refund, reason: string): Promise<void> {
  const at = deps.clock.now();
  await endRefund(tx, refund, 'failed', reason);
  const accounts = [charge.accountId, ...charge.split.map((item) => item.recipientId)];
  const taken = await postingsOf(tx, accounts, charge.id, `refund:${refund.id}`);
  const { postings, ...reserve } = undoClaim(charge, taken, at);
  const set = { refundingCents: cents(charge.refundingCents - refund.amountCents), ...reserve };
  await change(
    tx,
    deps,
    [{ charge, to: charge.status, event: 'payment.refund_failed', set, cause: reason }],
    at,
  );
  await post(tx, [{ fact: `refund:${refund.id}:failed`, chargeId: charge.id, occurredAt: at, postings }]);
  const { accountId, id } = refund;
  const details = { charge_id: charge.id, amount: reaisFromCents(refund.amountCents), reason };
  const target = { kind: 'refund', id };
  await recordAction(tx, {
    actor: systemActor(accountId),
    accountId,
    action: 'refund.failed',
    target,
    details,
  });
}

async function endRefund(
  tx: Tx,
  { accountId, id, status: known }: Refund,
  status: 'succeeded' | 'failed',
  failure: string | null,
): Promise<void> {
  const ended = await tx.query(
    `update refunds
     set status = $3, failure = $4
     where account_id = $1
       and id = $2
       and status = $5
     returning id`,
    [accountId, id, status, failure, known],
  );
  assert(ended.length === 1, "a refund ends once, under its charge's lock");
}

/**
 * Taken for failed, and given back all the same: the provider's books win, also when the seller has spent the money
 * meanwhile. Null: our books have not that much left of the charge; a refund or dispute that holds it may end.
 */
async function takeAgain(tx: Tx, charge: Charge, refund: Refund, at: Date): Promise<Charge | null> {
  const { id, amountCents } = refund;
  if (charge.status !== 'RECEIVED' || refundable(charge) < amountCents) return null;
  const takenBack = await partsTakenBack(tx, charge, refund);
  const postings = refundPostings(charge, amountCents, takenBack);
  await post(tx, [{ fact: `refund:${id}:again`, chargeId: charge.id, occurredAt: at, postings }]);
  return withRefundHeld(charge, amountCents, takenBack);
}

/** What the provider says of a refund, whoever brought the news. Safe to hear again. */
export async function concludeRefund(
  deps: Deps,
  { accountId, chargeId, id }: Pick<Refund, 'accountId' | 'chargeId' | 'id'>,
  outcome: RefundOutcome,
): Promise<void> {
  if (outcome.status === 'pending') return;
  const at = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, accountId, chargeId);
    const refund = await findRefund(tx, accountId, id);
    assert(charge && refund, 'a refund belongs to a charge');
    if (refund.status === 'succeeded' || refund.status === outcome.status) return;
    if (outcome.status === 'failed') {
      await failRefund(tx, deps, charge, refund, outcome.reason ?? 'the provider could not give it back');
      return;
    }
    const held = refund.status === 'failed' ? await takeAgain(tx, charge, refund, at) : charge;
    if (held) await confirmRefund(tx, deps, { before: charge, held }, refund, at);
    else
      deps.log.error({ charge: chargeId, refund: id }, 'a failed refund was made; it does not fit our books');
  });
}

/** A refund's name at a provider: letters and digits only. */
export function refundReference(id: string): string {
  return id.replaceAll('-', '');
}

/** Asks whoever received the payment to give it back, keyed by the refund's id, until the outcome is known. */
export async function sendRefund(deps: Deps, job: Job): Promise<JobOutcome> {
  const [row] = await deps.db.query<RefundToSend>(
    `select r.account_id as "accountId", r.id, r.charge_id as "chargeId", r.amount_cents as "amountCents", r.status,
       c.payment_reference as "paymentReference", c.payment_provider as "paymentProvider"
     from refunds r
     join charges c on c.account_id = r.account_id and c.id = r.charge_id
     where r.account_id = $1
       and r.id = $2`,
    [job.account_id, job.id],
  );
  if (row?.status !== 'pending') return { done: true };
  const refunder = refunderNamed(deps.rails, row.paymentProvider);
  if (!refunder) return { done: false, reason: `no provider is named ${row.paymentProvider}` };
  const outcome = outcomeOf(
    await refunder.refund({
      reference: refundReference(row.id),
      paymentReference: row.paymentReference,
      amountCents: row.amountCents,
    }),
  );
  if (outcome.status === 'pending') return { done: false, reason: outcome.reason ?? 'the refund is pending' };
  await concludeRefund(deps, row, outcome);
  return { done: true };
}

type RefundToSend = Pick<Refund, 'accountId' | 'id' | 'chargeId' | 'amountCents' | 'status'> & {
  paymentReference: string;
  paymentProvider: string | null;
};

/** No answer is no outcome: it is asked about again under the same name. */
export function outcomeOf(answer: Answer<RefundOutcome>): RefundOutcome {
  if (answer.ok) return answer;
  return { status: answer.kind === 'refused' ? 'failed' : 'pending', reason: answer.reason };
}
