import type { Tx } from '../db/transaction.ts';
import type { EventType } from '../events/catalogue.ts';
import { emit, type NewEvent } from '../events/emit.ts';
import type { Deps } from '../http/deps.ts';
import { assert } from '../kit/errors.ts';
import { reaisFromCents } from '../kit/money.ts';
import type { Entry } from '../ledger/chart.ts';
import type { Charge, Status } from './charge.ts';
import { enqueueRemoval } from './pix/removal.ts';
import { splitParts } from './rules/split.ts';
import { type ChangedCharge, type ChargeEvent, saveCharges, settleAndPostAtOnce } from './store.ts';

/** Every legal move. Nothing else writes `status`. */
const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ['RECEIVED', 'REFUSED', 'CANCELLED', 'OVERDUE'],
  OVERDUE: ['RECEIVED', 'CANCELLED'],
  REFUSED: ['PENDING'],
  RECEIVED: ['REFUNDED'],
  REFUNDED: [],
  CANCELLED: [],
};

export function mayMove(from: Status, to: Status): boolean {
  return MOVES[from].includes(to);
}

export type Change = {
  charge: Charge;
  to: Status;
  event: EventType;
  set: Partial<Charge>;
  /** Why, where the event's name does not say it. */
  cause?: string;
};

/** Moves locked charges and records each move's event, set-based. Returns them as they now stand. */
export async function change(tx: Tx, deps: Deps, changes: readonly Change[], at: Date): Promise<Charge[]> {
  if (changes.length === 0) return [];
  const changed = prepare(deps, changes, at);
  await saveCharges(tx, changed);
  await enqueueRemoval(
    tx,
    deps,
    changed.filter(leavesItsCode).map(({ after }) => after),
  );
  await emit(
    tx,
    changes.flatMap((item, index) => recipientEvents(deps, item, changed[index] as ChangedCharge, at)),
  );
  return changed.map((item) => item.after);
}

/**
 * The same for charges that were read without a lock and concern only their owner (no split), together with their
 * postings, in one statement. Fails with a serialization failure when one of them has moved meanwhile.
 */
export async function settleAtOnce(
  deps: Deps,
  changes: readonly Change[],
  entries: readonly Entry[],
  at: Date,
): Promise<Charge[]> {
  assert(
    changes.every((item) => item.charge.split.length === 0),
    'only their owners are concerned',
  );
  const changed = prepare(deps, changes, at);
  await settleAndPostAtOnce(deps.db, changed, entries);
  return changed.map((item) => item.after);
}

/** Nobody is to pay it any more by the code it has: it was cancelled, or paid in another way. */
function leavesItsCode({ before, after }: ChangedCharge): boolean {
  if (after.status === 'CANCELLED') return before.status !== 'CANCELLED';
  return before.status !== 'RECEIVED' && after.status === 'RECEIVED' && after.billingType !== 'PIX';
}

function prepare(deps: Deps, changes: readonly Change[], at: Date): ChangedCharge[] {
  return changes.map((item) => {
    deps.rollups.touch(item.charge.accountId);
    const after = apply(item);
    return { before: item.charge, after, event: ownerEvent(deps, item, after, at) };
  });
}

function apply({ charge, to, set }: Change): Charge {
  assert(to === charge.status || mayMove(charge.status, to), `${charge.status} → ${to} is a legal move`);
  return { ...charge, ...set, status: to, eventSequence: charge.eventSequence + 1 };
}

function ownerEvent(deps: Deps, { event, cause }: Change, after: Charge, at: Date): ChargeEvent {
  const data = cause ? { ...eventData(after), cause } : eventData(after);
  return { id: deps.ids.next(), type: event, data, createdAt: at };
}

/** Each split recipient hears of the payment on its own account, with its own amount. */
function recipientEvents(
  deps: Deps,
  { event }: Change,
  { before, after }: ChangedCharge,
  at: Date,
): NewEvent[] {
  if (event !== 'charge.paid' || after.split.length === 0) return [];
  const parts = splitParts(after.valueCents, after.split);
  for (const part of parts) deps.rollups.touch(part.recipientId);
  return parts.map((part) => ({
    accountId: part.recipientId,
    id: deps.ids.next(),
    type: event,
    chargeId: after.id,
    sequence: after.eventSequence,
    audience: 'split_recipient',
    status: after.status,
    previousStatus: before.status,
    data: { ...eventData(after), split_amount: reaisFromCents(part.amountCents) },
    createdAt: at,
  }));
}

/** A boleto paid late or with its discount: fee, reserve and net are of this amount, not of the value. */
function paidOtherwise({ paidCents, valueCents }: Charge): number | undefined {
  return paidCents === null || paidCents === valueCents ? undefined : reaisFromCents(paidCents);
}

/** What an event says of its charge, fixed at the moment of the change. */
export function eventData(charge: Charge): object {
  return {
    charge: {
      id: charge.id,
      status: charge.status,
      billing_type: charge.billingType,
      value: reaisFromCents(charge.valueCents),
      net_value: reaisFromCents(charge.netValueCents),
      description: charge.description,
      external_reference: charge.externalReference,
      payment_date: charge.paidAt?.toISOString() ?? null,
    },
    customer: charge.customer ? { name: charge.customer.name, email: charge.customer.email } : null,
    paid_value: paidOtherwise(charge),
    refunded_amount: reaisFromCents(charge.refundedCents),
    postback_url: charge.postbackUrl,
  };
}
