import { giveUseBack } from '../catalog/coupon-uses.ts';
import type { EventType } from '../events/catalogue.ts';
import type { ChargeEventData } from '../events/payload.ts';
import { assert } from '../kit/errors.ts';
import { reaisFromCents } from '../kit/money.ts';
import type { Rails } from '../providers/rails.ts';
import { type Effects, type NewEventEffect, type RowWrite, rowWrite } from '../write/effects.ts';
import { cancelAtBankJobs, leavesItsBoleto } from './boletos/cancel.ts';
import { letGoJob } from './cards/let-go.ts';
import { CANCEL_CAUSES, type Charge, type Status } from './charge.ts';
import { couponUseOf } from './coupon-use.ts';
import { removalJobs } from './pix/removal.ts';
import { presentPurchase } from './purchase.ts';
import { splitParts } from './rules/split.ts';
import { saveCharge } from './store.ts';

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

/** What a decision knows besides state and command. */
export type Context = { readonly now: Date; readonly rails: Rails };

export type Change = {
  charge: Charge;
  to: Status;
  event: EventType;
  set: Partial<Charge>;
  /** Why, where the event's name does not say it. */
  cause?: string;
  /** What the event says beside the charge. */
  data?: Partial<ChargeEventData>;
};

export type Changed = { after: Charge; effects: Effects };

/** A move of a charge: its row, its event and its split recipients' events, and the removal of code and boleto it no longer has. */
export function changed(change: Change, context: Context): Changed {
  const { charge: before } = change;
  const after = applied(change);
  return {
    after,
    effects: {
      rows: [rowWrite(saveCharge, { before, after }), ...givenBack(after)],
      events: [ownerEvent(change, after, context.now), ...recipientEvents(change, after, context.now)],
      jobs: [
        ...(leavesItsCode(before, after) ? removalJobs(context, after) : []),
        ...(leavesItsBoleto(before, after) ? cancelAtBankJobs(context, after) : []),
        ...(leavesItsHold(before, after) ? [letGoJob(after, context.now)] : []),
      ],
    },
  };
}

/** An end without a payment gives the use of a coupon back, also that of a refused card, which may be tried again. */
function givenBack(after: Charge): RowWrite[] {
  const use = after.status === 'REFUSED' || after.status === 'CANCELLED' ? couponUseOf(after) : null;
  return use ? [rowWrite(giveUseBack, use)] : [];
}

/** A change of a charge that no event announces. */
export function saved(before: Charge, after: Charge): Effects {
  return { rows: [rowWrite(saveCharge, { before, after })] };
}

/** The PIX code must not be paid any more: the charge was cancelled, or paid in another way. */
function leavesItsCode(before: Charge, after: Charge): boolean {
  if (after.status === 'CANCELLED') return before.status !== 'CANCELLED';
  return before.status !== 'RECEIVED' && after.status === 'RECEIVED' && after.billingType !== 'PIX';
}

/** What may be held on a card for the charge is let go. */
function leavesItsHold(before: Charge, after: Charge): boolean {
  const takesNothing = after.status === 'CANCELLED' || after.status === 'REFUSED';
  return after.capturesLater && takesNothing && before.status === 'PENDING';
}

function applied({ charge, to, set, cause }: Change): Charge {
  assert(to === charge.status || mayMove(charge.status, to), `${charge.status} → ${to} is a legal move`);
  const cancelCause = to === 'CANCELLED' ? (CANCEL_CAUSES.find((each) => each === cause) ?? null) : null;
  return Object.assign({ ...charge }, set, {
    status: to,
    eventSequence: charge.eventSequence + 1,
    cancelCause,
  });
}

function ownerEvent({ charge, event, cause, data = {} }: Change, after: Charge, at: Date): NewEventEffect {
  return {
    accountId: after.accountId,
    type: event,
    chargeId: after.id,
    sequence: after.eventSequence,
    audience: 'owner',
    billingType: after.billingType,
    previousBillingType: charge.billingType,
    status: after.status,
    previousStatus: charge.status,
    data: { ...eventData(after), ...(cause ? { cause } : {}), ...data },
    createdAt: at,
  };
}

/** Each split recipient is notified of the payment on its own account, with its own amount. */
function recipientEvents({ charge, event }: Change, after: Charge, at: Date): NewEventEffect[] {
  if (event !== 'charge.paid' || after.split.length === 0) return [];
  return splitParts(after.valueCents, after.split).map((part) => ({
    accountId: part.recipientId,
    type: event,
    chargeId: after.id,
    sequence: after.eventSequence,
    audience: 'split_recipient',
    status: after.status,
    previousStatus: charge.status,
    data: { ...eventData(after), split_amount: reaisFromCents(part.amountCents) },
    createdAt: at,
  }));
}

/** A boleto paid late or with its discount: fee, reserve and net are of this amount, not of the value. */
function paidOtherwise({ paidCents, valueCents }: Charge): number | undefined {
  return paidCents === null || paidCents === valueCents ? undefined : reaisFromCents(paidCents);
}

/** What an event says of its charge, fixed at the moment of the change. */
export function eventData(charge: Charge): ChargeEventData {
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
    oversold: charge.oversold || undefined,
    purchase: charge.purchase ? presentPurchase(charge.purchase) : undefined,
    refunded_amount: reaisFromCents(charge.refundedCents),
    postback_url: charge.postbackUrl,
  };
}
