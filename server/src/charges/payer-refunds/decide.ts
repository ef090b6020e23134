import type { Actor } from '../../audit/record.ts';
import { LOOK_AFTER_DAYS } from '../../balance/payouts/outcome.ts';
import type { PayerRefundEventData } from '../../events/payload.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import { reaisFromCents } from '../../kit/money.ts';
import {
  type Decision,
  done,
  type Effects,
  type NewEventEffect,
  type NewJobEffect,
  rowWrite,
} from '../../write/effects.ts';
import type { Context } from '../transition.ts';
import { insertPayerRefund, markReminded, type PayerRefund, savePayerRefund } from './store.ts';

/** A refund whose payer says no key in this time goes back to the seller. */
const EXPIRES_AFTER_MS = 90 * DAY_MS;
const REMINDED_BEFORE_MS = 7 * DAY_MS;
/** A payer who has no key of the right owner asks the seller. */
const MAX_KEYS = 20;

type Asked = Pick<PayerRefund, 'accountId' | 'id' | 'chargeId' | 'kind' | 'amountCents'>;

/** The payer is asked for a key. What the seller never had is kept for the payer without an end. */
export function askPayer(asked: Asked, now: Date): Effects {
  const { accountId, id, kind } = asked;
  const endsAt = new Date(now.getTime() + EXPIRES_AFTER_MS);
  const remindsAt = new Date(endsAt.getTime() - REMINDED_BEFORE_MS);
  const jobs: NewJobEffect[] = [
    { accountId, kind: 'payer_refund.remind', payload: { id }, runAt: remindsAt },
    { accountId, kind: 'payer_refund.expire', payload: { id }, runAt: endsAt },
  ];
  return {
    rows: [rowWrite(insertPayerRefund, { ...asked, createdAt: now })],
    jobs: kind === 'refund' ? jobs : [],
    events: [changed({ ...asked, createdAt: now }, 'asked', now)],
  };
}

type Step = PayerRefundEventData['step'];
/** Their place among the events of one refund. */
const SEQUENCE: Record<Step, number> = { asked: 1, refused: 2, ending: 3, paid: 4, expired: 5 };

/** For the mails to the payer. */
function changed(
  { accountId, id, chargeId, kind, amountCents, createdAt }: Asked & Pick<PayerRefund, 'createdAt'>,
  step: Step,
  now: Date,
): NewEventEffect {
  const endsAt = kind === 'refund' ? new Date(createdAt.getTime() + EXPIRES_AFTER_MS).toISOString() : null;
  const data: PayerRefundEventData = {
    ...{ refund_id: id, charge_id: chargeId, amount: reaisFromCents(amountCents), step, ends_at: endsAt },
  };
  return {
    ...{ accountId, type: 'payer_refund.changed', sequence: SEQUENCE[step], audience: 'owner' },
    ...{ data, createdAt: now },
  };
}

/** Before the page ends; once. */
export function decideReminder(refund: PayerRefund | null, now: Date): Decision<void> {
  if (refund?.status !== 'waiting' || refund.remindedAt !== null) return done(undefined);
  return done(undefined, {
    rows: [rowWrite(markReminded, { ...refund, at: now })],
    events: [changed(refund, 'ending', now)],
  });
}

/** `ended`: this key came too late, or there were too many. */
export type KeyTaken = 'taken' | 'ended';

export function decideKey(
  refund: PayerRefund | null,
  key: { plain: string; sealed: string },
  { now, rails }: Context,
): Decision<KeyTaken> {
  if (refund?.status !== 'waiting' || refund.keyNumber >= MAX_KEYS) return done('ended');
  const keyNumber = refund.keyNumber + 1;
  // The page can be opened by other persons, too: only a bank that checks the owner of a key pays without a person.
  const able = rails.payout.filter(
    ({ verifiesOwner, onlyFor }) => verifiesOwner && (onlyFor?.(key.plain) ?? true),
  );
  const provider = (able.find(({ onlyFor }) => onlyFor) ?? able[0])?.name ?? null;
  const after: PayerRefund = {
    ...refund,
    ...{ status: 'sending', pixKey: key.sealed, keyNumber, provider, failure: null },
  };
  return done('taken', {
    rows: [rowWrite(savePayerRefund, { before: refund, after })],
    jobs: provider === null ? [] : [sendJob(after, now)],
  });
}

function sendJob({ accountId, id, keyNumber }: PayerRefund, runAt: Date): NewJobEffect {
  return { accountId, kind: 'payer_refund.send', payload: { id, key_number: keyNumber }, runAt };
}

type RefundKey = Pick<PayerRefund, 'accountId' | 'id'>;
export type Ended = { status: 'done' } | { status: 'waiting'; failure: string } | { status: 'expired' };

/** True: it is as wanted. Another key may have been given meanwhile: then nothing changes. */
export function decideEnd(
  refund: PayerRefund | null,
  { keyNumber, now }: { keyNumber: number; now: Date },
  ended: Ended,
): Decision<boolean> {
  if (!refund || refund.keyNumber !== keyNumber) return done(false);
  if (refund.status === ended.status) return done(true);
  const from = ended.status === 'expired' ? 'waiting' : 'sending';
  if (refund.status !== from) return done(false);
  const failure = ended.status === 'waiting' ? ended.failure : null;
  const doneAt = ended.status === 'done' ? now : null;
  const after = { ...refund, status: ended.status, failure, doneAt };
  const isPaidByBank = ended.status === 'done' && refund.provider !== null;
  const step = stepOf(after);
  return done(true, {
    rows: [rowWrite(savePayerRefund, { before: refund, after })],
    events: step ? [changed(after, step, now)] : [],
    jobs: isPaidByBank ? [lookJob(after, 0, new Date(now.getTime() + LOOK_AFTER_DAYS[0] * DAY_MS))] : [],
  });
}

/** A refund that is done has the event of its charge. */
function stepOf({ status, kind }: PayerRefund): Step | null {
  if (status === 'waiting') return 'refused';
  if (status === 'expired') return 'expired';
  return status === 'done' && kind === 'return' ? 'paid' : null;
}

/** What was paid may come back, as a withdrawal may. */
export function lookJob({ accountId, id }: RefundKey, step: number, runAt: Date): NewJobEffect {
  return { accountId, kind: 'payer_refund.look', payload: { id, step }, runAt };
}

/** An operator found that the key is not the payer's: the payer is asked for another one. */
export function decideRefusedByHand(
  refund: PayerRefund | null,
  { reason, actor }: { reason: string; actor: Actor },
  now: Date,
): Decision<PayerRefund> {
  if (!refund) return notFound('Payer refund');
  if (refund.status !== 'sending' || refund.provider !== null) {
    return new GatewayError('INVALID_STATE', 'It is not waiting to be paid by hand');
  }
  const { accountId, id, chargeId } = refund;
  const after: PayerRefund = { ...refund, status: 'waiting', failure: reason };
  const details = { charge_id: chargeId, reason };
  return done(after, {
    rows: [rowWrite(savePayerRefund, { before: refund, after })],
    events: [changed(after, 'refused', now)],
    audit: [{ actor, accountId, action: 'refund.key_refused', target: { kind: 'refund', id }, details }],
  });
}

/** An operator has paid it at a bank. While a provider may be paying it, no person does. A job takes it out of the books. */
export function decidePaidByHand(
  refund: PayerRefund | null,
  reference: string,
  actor: Actor,
  now: Date,
): Decision<PayerRefund> {
  if (!refund) return notFound('Payer refund');
  if (refund.status === 'done' && refund.reference === reference) return done(refund);
  if (refund.status !== 'sending' || refund.provider !== null) {
    return new GatewayError('INVALID_STATE', 'It is not waiting to be paid by hand');
  }
  const { accountId, id, chargeId } = refund;
  const after: PayerRefund = { ...refund, status: 'done', reference, doneAt: now };
  const details = { charge_id: chargeId, amount: reaisFromCents(refund.amountCents), reference };
  return done(after, {
    rows: [rowWrite(savePayerRefund, { before: refund, after })],
    jobs: [sendJob(after, now)],
    events: refund.kind === 'return' ? [changed(after, 'paid', now)] : [],
    audit: [{ actor, accountId, action: 'refund.paid', target: { kind: 'refund', id }, details }],
  });
}
