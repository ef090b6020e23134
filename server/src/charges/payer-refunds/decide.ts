import type { Actor } from '../../audit/record.ts';
import { LOOK_AFTER_DAYS } from '../../balance/payouts/outcome.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import { reaisFromCents } from '../../kit/money.ts';
import { type Decision, done, type Effects, type NewJobEffect, rowWrite } from '../../write/effects.ts';
import type { Context } from '../transition.ts';
import { insertPayerRefund, type PayerRefund, savePayerRefund } from './store.ts';

/** A refund whose payer says no key in this time goes back to the seller. */
const EXPIRES_AFTER_MS = 90 * DAY_MS;
/** A payer who has no key of the right owner asks the seller. */
const MAX_KEYS = 20;

type Asked = Pick<PayerRefund, 'accountId' | 'id' | 'chargeId' | 'kind' | 'amountCents'>;

/** The payer is asked for a key. What the seller never had is kept for the payer without an end. */
export function askPayer(asked: Asked, now: Date): Effects {
  const { accountId, id, kind } = asked;
  const expiry = {
    ...{ accountId, kind: 'payer_refund.expire', payload: { id } },
    runAt: new Date(now.getTime() + EXPIRES_AFTER_MS),
  };
  return {
    rows: [rowWrite(insertPayerRefund, { ...asked, createdAt: now })],
    jobs: kind === 'refund' ? [expiry] : [],
  };
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
  return done(true, {
    rows: [rowWrite(savePayerRefund, { before: refund, after })],
    jobs: isPaidByBank ? [lookJob(after, 0, new Date(now.getTime() + LOOK_AFTER_DAYS[0] * DAY_MS))] : [],
  });
}

/** What was paid may come back, as a withdrawal may. */
export function lookJob({ accountId, id }: RefundKey, step: number, runAt: Date): NewJobEffect {
  return { accountId, kind: 'payer_refund.look', payload: { id, step }, runAt };
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
    audit: [{ actor, accountId, action: 'refund.paid', target: { kind: 'refund', id }, details }],
  });
}
