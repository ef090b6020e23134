import { type Actor, recordAction, systemActor } from '../audit/record.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { enqueue, type Job } from '../jobs/queue.ts';
import type { JobOutcome } from '../jobs/run.ts';
import { assert, fail, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, cents, reaisFromCents } from '../kit/money.ts';
import { type Entry, transfer } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import { type Charge, refundable } from './charge.ts';
import { fromReserve, refundPostings } from './settlement.ts';
import { reversedParts, splitParts } from './split.ts';
import { lockCharge } from './store.ts';
import { change } from './transition.ts';

export type Refund = {
  accountId: string;
  id: string;
  chargeId: string;
  amountCents: Cents;
  reason: string | null;
  reverseSplit: boolean;
  status: 'pending' | 'succeeded' | 'failed';
  createdAt: Date;
};

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
 * Takes the money back from the seller and records the refund in one transaction. A local provider settles in the same
 * one; otherwise the money waits in `refunds` until the provider has confirmed, and a job asks until it does.
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
    const left = cents(refundable(charge) - refund.amountCents);
    await change(
      tx,
      deps,
      [
        {
          charge,
          to: left === 0n && charge.disputedCents === 0n ? 'REFUNDED' : 'RECEIVED',
          event: 'charge.refunded',
          set: {
            refundedCents: cents(charge.refundedCents + refund.amountCents),
            ...lessReserve(charge, refund.amountCents),
          },
        },
      ],
      at,
    );
    await post(tx, [refundEntry(charge, refund)]);
    if (deps.provider.local) return settleRefund(tx, refund, at);
    await enqueue(tx, [
      { accountId: refund.accountId, id: refund.id, kind: 'refund.send', payload: {}, runAt: at },
    ]);
    return refund;
  });
}

/** A claim uses the charge's own reserve first; with nothing left to release, nothing is due any more. */
export function lessReserve(charge: Charge, amountCents: Cents): Pick<Charge, 'reserveHeldCents' | 'dueAt'> {
  const reserveHeldCents = cents(charge.reserveHeldCents - fromReserve(charge, amountCents));
  return { reserveHeldCents, dueAt: reserveHeldCents > 0n ? charge.dueAt : null };
}

function newRefund(charge: Charge, request: RefundRequest, at: Date): Refund {
  if (charge.status !== 'RECEIVED') fail('CHARGE_NOT_REFUNDABLE');
  const left = refundable(charge);
  const amountCents = request.amountCents ?? left;
  if (amountCents > left || left === 0n) {
    fail('REFUND_EXCEEDS_VALUE', undefined, { amount: 'exceeds what is left of the charge' });
  }
  return { ...request, amountCents, status: 'pending', createdAt: at };
}

function refundEntry(charge: Charge, refund: Refund): Entry {
  assert(charge.paidCents, 'a received charge was paid');
  const reversed = refund.reverseSplit
    ? reversedParts(
        splitParts(charge.valueCents, charge.split),
        charge.paidCents,
        charge.refundedCents,
        refund.amountCents,
      )
    : [];
  return {
    fact: `refund:${refund.id}`,
    chargeId: charge.id,
    occurredAt: refund.createdAt,
    postings: [
      ...reversed.flatMap((part) => transfer(part.recipientId, charge.accountId, part.amountCents)),
      ...refundPostings(charge, refund.amountCents),
    ],
    mustCover: [charge.accountId, ...reversed.map((part) => part.recipientId)],
  };
}

const REFUND_COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", amount_cents as "amountCents", reason,
  reverse_split as "reverseSplit", status, created_at as "createdAt"`;

async function findRefund(tx: Tx, accountId: string, id: string): Promise<Refund | null> {
  const [row] = await tx.query<Refund>(
    `select ${REFUND_COLUMNS} from refunds where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return row ?? null;
}

export async function refundsOf(deps: Deps, accountId: string, chargeId: string): Promise<Refund[]> {
  return deps.db.query<Refund>(
    `select ${REFUND_COLUMNS} from refunds where account_id = $1 and charge_id = $2 order by id`,
    [accountId, chargeId],
  );
}

async function insertRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.query(
    `insert into refunds (account_id, id, charge_id, amount_cents, reason, reverse_split, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      refund.accountId,
      refund.id,
      refund.chargeId,
      refund.amountCents,
      refund.reason,
      refund.reverseSplit,
      refund.status,
      refund.createdAt,
    ],
  );
}

async function recordRefund(tx: Tx, actor: Actor, refund: Refund): Promise<void> {
  const { accountId, id, chargeId, reason } = refund;
  const details = { charge_id: chargeId, amount: reaisFromCents(refund.amountCents), reason };
  const target = { kind: 'refund', id };
  await recordAction(tx, { actor, accountId, action: 'refund.requested', target, details });
}

/** The payer has the money: it leaves the books. */
async function settleRefund(tx: Tx, refund: Refund, at: Date): Promise<Refund> {
  const settled = await tx.query(
    `update refunds
     set status = 'succeeded'
     where account_id = $1
       and id = $2
       and status = 'pending'
     returning id`,
    [refund.accountId, refund.id],
  );
  if (settled.length === 0) return { ...refund, status: 'succeeded' };
  const { accountId, amountCents } = refund;
  await post(tx, [
    {
      fact: `refund:${refund.id}:settled`,
      chargeId: refund.chargeId,
      occurredAt: at,
      postings: [{ accountId, from: 'refunds', to: 'external', amountCents, category: 'refund' }],
    },
  ]);
  return { ...refund, status: 'succeeded' };
}

/** Asks the provider to pay the refund out, keyed by the refund's id, until it says that it has. */
export async function sendRefund(deps: Deps, job: Job): Promise<JobOutcome> {
  const [row] = await deps.db.query<Refund & { paymentReference: string }>(
    `select r.account_id as "accountId", r.id, r.charge_id as "chargeId", r.amount_cents as "amountCents", r.reason,
       r.reverse_split as "reverseSplit", r.status, r.created_at as "createdAt",
       c.payment_reference as "paymentReference"
     from refunds r
     join charges c on c.account_id = r.account_id and c.id = r.charge_id
     where r.account_id = $1
       and r.id = $2`,
    [job.account_id, job.id],
  );
  if (row?.status !== 'pending') return { done: true };
  const { paymentReference, ...refund } = row;
  const answer = await deps.provider.refund({
    reference: refund.id,
    paymentReference,
    amountCents: refund.amountCents,
  });
  if (!answer.ok) return { done: false, reason: answer.reason };
  if (answer.status !== 'succeeded') return { done: false, reason: `refund is ${answer.status}` };
  await transaction(deps.db, (tx) => settleRefund(tx, refund, deps.clock.now()));
  return { done: true };
}
