import { type Actor, recordAction, systemActor } from '../../audit/record.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { enqueue } from '../../jobs/queue.ts';
import { fail, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Cents, reaisFromCents } from '../../kit/money.ts';
import type { Entry } from '../../ledger/chart.ts';
import { BalanceTooLow, post } from '../../ledger/post.ts';
import { refunderNamed } from '../../providers/rails.ts';
import { type Charge, refundable } from '../charge.ts';
import { refundPostings } from '../rules/settlement.ts';
import type { SplitPart } from '../rules/split.ts';
import { lockCharge, saveCharges } from '../store.ts';
import { confirmRefund, withRefundHeld } from './outcome.ts';
import { partsTakenBack } from './split-reversal.ts';
import { findRefund, insertRefund, type Refund } from './store.ts';

export type RefundRequest = {
  accountId: string;
  id: string;
  chargeId: string;
  /** Null: all that is left. */
  amountCents: Cents | null;
  reason: string | null;
  reverseSplit: boolean;
};

/**
 * Takes the money back from the seller and records the refund in one transaction. Where it is given back at once, that
 * is recorded in the same one; otherwise the money is held until whoever received the payment has confirmed or refused
 * to give it back, and a job asks until then. Only then is the charge refunded, and told to be.
 */
export async function refundCharge(
  deps: Deps,
  request: RefundRequest,
  by: Actor = systemActor(request.accountId),
): Promise<Refund> {
  if (!isId(request.chargeId)) throw notFound('Charge');
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, request.accountId, request.chargeId);
    if (!charge) throw notFound('Charge');
    const earlier = await findRefund(tx, request.accountId, request.id);
    if (earlier) return earlier;
    const refund = newRefund(charge, request, at);
    await insertRefund(tx, refund);
    await recordRefund(tx, by, refund);
    const takenBack = await partsTakenBack(tx, charge, refund);
    await takeBack(tx, charge, refund, takenBack);
    const held = withRefundHeld(charge, refund.amountCents, takenBack);
    if (refunderNamed(deps.rails, charge.paymentProvider)?.refundsAtOnce) {
      return confirmRefund(tx, deps, { before: charge, held }, refund, at);
    }
    await saveCharges(tx, [{ before: charge, after: held }]);
    await enqueue(tx, [
      { accountId: refund.accountId, id: refund.id, kind: 'refund.send', payload: {}, runAt: at },
    ]);
    return refund;
  });
}

function newRefund(charge: Charge, request: RefundRequest, at: Date): Refund {
  if (charge.status !== 'RECEIVED') fail('CHARGE_NOT_REFUNDABLE');
  const left = refundable(charge);
  const amountCents = request.amountCents ?? left;
  if (left === 0n) fail('REFUND_EXCEEDS_VALUE', 'Nothing is left of the charge to refund');
  if (amountCents > left) {
    fail('REFUND_EXCEEDS_VALUE', undefined, { amount: 'exceeds what is left of the charge' });
  }
  return { ...request, amountCents, status: 'pending', failure: null, createdAt: at };
}

async function takeBack(
  tx: Tx,
  charge: Charge,
  refund: Refund,
  takenBack: readonly SplitPart[],
): Promise<void> {
  try {
    await post(tx, [refundEntry(charge, refund, takenBack)]);
  } catch (error) {
    if (!(error instanceof BalanceTooLow) || error.accountId === charge.accountId) throw error;
    const message = `recipient ${error.accountId} does not have its part any more; without it the owner pays all`;
    fail('INSUFFICIENT_BALANCE', `reverse_split: ${message}`, { reverse_split: message });
  }
}

function refundEntry(charge: Charge, refund: Refund, takenBack: readonly SplitPart[]): Entry {
  return {
    fact: `refund:${refund.id}`,
    chargeId: charge.id,
    occurredAt: refund.createdAt,
    postings: refundPostings(charge, refund.amountCents, takenBack),
    mustCover: [charge.accountId, ...takenBack.map((part) => part.recipientId)],
  };
}

async function recordRefund(tx: Tx, actor: Actor, refund: Refund): Promise<void> {
  const { accountId, id, chargeId, reason, reverseSplit } = refund;
  const amount = reaisFromCents(refund.amountCents);
  const details = { charge_id: chargeId, amount, reason, ...(reverseSplit && { reverse_split: true }) };
  const target = { kind: 'refund', id };
  await recordAction(tx, { actor, accountId, action: 'refund.requested', target, details });
}
