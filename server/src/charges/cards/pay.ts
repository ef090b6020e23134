import { requireSelling } from '../../accounts/facts.ts';
import { civilDateOf } from '../../brazil/calendar.ts';
import { type Brand, cardBrand, cvvLength, isExpired, isLuhnValid } from '../../brazil/cards.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { enqueue, type Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { assert, fail, invalidField, notFound } from '../../kit/errors.ts';
import type { CardAnswer, CardProvider, CardRequest } from '../../providers/provider.ts';
import type { Charge } from '../charge.ts';
import { receivePayment } from '../payments/receive.ts';
import { maxInstallmentsFor } from '../rules/fees.ts';
import { lockCharge, rememberReferences } from '../store.ts';
import { type Change, change } from '../transition.ts';
import { type CardAttempt, findAttempt, hasOpenAttempt, insertAttempt, moveAttempt } from './attempts.ts';
import { countDecline, tracesOf, waitUntil } from './defence.ts';

export type CardPayment = {
  attemptId: string;
  card: CardRequest['card'];
  installments: number | null;
  /** Where the payer sends from; null when nobody types the card. */
  address: string | null;
};
/** `wait`: there were too many refusals; the bank was not asked. */
export type CardOutcome = 'approved' | 'refused' | 'challenge' | 'unknown' | 'wait';

const ASK_AGAIN_AFTER_MS = 30 * SECOND_MS;
const CHALLENGE_LASTS_MS = 15 * MINUTE_MS;

/**
 * The attempt is on record before the provider hears of it, under the id it is asked with. Whatever happens after that
 * — no answer, a crash, a second click — the same attempt is asked about again and the payer is charged once.
 */
export async function payByCard(deps: Deps, charge: Charge, payment: CardPayment): Promise<CardOutcome> {
  const brand = requireCard(deps, payment.card);
  await requireSelling(deps, charge.accountId);
  const { address, card } = payment;
  const traces = tracesOf(deps, charge, { cardNumber: card.number, address });
  if (await waitUntil(deps.db, traces, deps.clock.now())) return 'wait';
  const attempt = await beginAttempt(deps, charge, payment, { brand, traces });
  const answer = await cardProvider(deps).chargeCard({
    reference: attempt.id,
    amountCents: charge.valueCents,
    installments: attempt.installments,
    card: payment.card,
  });
  return concludeAttempt(deps, charge, attempt, answer);
}

function cardProvider({ rails }: Deps): CardProvider {
  return rails.card ?? fail('CHARGE_NOT_PAYABLE', 'Cards are not accepted here yet');
}

function requireCard(deps: Deps, card: CardRequest['card']): Brand {
  const brand = cardBrand(card.number);
  if (!brand) throw invalidField('number', 'is not of an accepted brand');
  if (!isLuhnValid(card.number)) throw invalidField('number', 'is not a valid card number');
  if (isExpired(card.month, card.year, civilDateOf(deps.clock.now())))
    throw invalidField('expiry', 'has passed');
  if (!/^\d+$/.test(card.cvv) || card.cvv.length !== cvvLength(brand)) {
    throw invalidField('cvv', `must have ${cvvLength(brand)} digits`);
  }
  return brand;
}

async function beginAttempt(
  deps: Deps,
  { accountId, id }: Charge,
  { attemptId, card, installments }: CardPayment,
  { brand, traces }: { brand: Brand; traces: readonly string[] },
): Promise<CardAttempt> {
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, accountId, id);
    if (!charge) throw notFound('Charge');
    const earlier = await findAttempt(tx, accountId, attemptId);
    if (earlier?.chargeId === id) return earlier;
    if (earlier) fail('CHARGE_NOT_PAYABLE', 'This attempt belongs to another charge');
    await requirePayable(tx, charge);
    const attempt: CardAttempt = {
      accountId,
      id: attemptId,
      chargeId: id,
      brand,
      lastFour: card.number.slice(-4),
      installments: chosenInstallments(charge, installments),
      status: 'running',
      reason: null,
      createdAt: at,
      traces,
    };
    const reopening = reopen(charge);
    if (reopening) await change(tx, deps, [reopening], at);
    await insertAttempt(tx, attempt);
    await rememberReferences(tx, charge, [attemptId]);
    const runAt = new Date(at.getTime() + ASK_AGAIN_AFTER_MS);
    await enqueue(tx, [{ accountId, id: attemptId, kind: 'card.resolve', payload: {}, runAt }]);
    return attempt;
  });
}

async function requirePayable(tx: Tx, charge: Charge): Promise<void> {
  const byCard = charge.billingType === 'CREDIT_CARD' || charge.payerChooses;
  const open = charge.status === 'PENDING' || charge.status === 'REFUSED';
  if (!byCard || !open) fail('CHARGE_NOT_PAYABLE');
  if (await hasOpenAttempt(tx, charge)) fail('CHARGE_NOT_PAYABLE', 'A card payment is under way');
}

function chosenInstallments(charge: Charge, chosen: number | null): number {
  const installments = charge.installments ?? chosen ?? 1;
  if (installments > maxInstallmentsFor(charge.valueCents, charge.installments ?? charge.maxInstallments)) {
    throw invalidField('installments', 'is more than this charge allows');
  }
  return installments;
}

/** A refused charge waits again; a charge whose payer chooses now shows the card as chosen. */
function reopen(charge: Charge): Change | null {
  const set = { billingType: 'CREDIT_CARD' as const, dueAt: null };
  if (charge.status === 'REFUSED') return { charge, to: 'PENDING', event: 'charge.pending', set };
  if (charge.billingType === 'CREDIT_CARD') return null;
  return { charge, to: 'PENDING', event: 'charge.method_chosen', set };
}

async function concludeAttempt(
  deps: Deps,
  charge: Charge,
  attempt: CardAttempt,
  answer: CardAnswer,
): Promise<CardOutcome> {
  switch (answer.outcome) {
    case 'approved':
      await receivePayment(deps, {
        provider: cardProvider(deps).name,
        paymentReference: answer.providerReference,
        chargeReference: attempt.id,
        method: 'CREDIT_CARD',
        amountCents: charge.valueCents,
        paidAt: deps.clock.now(),
        installments: attempt.installments,
        card: { brand: attempt.brand, lastFour: attempt.lastFour },
      });
      await moveAttempt(deps.db, attempt, 'approved', null);
      break;
    case 'refused':
      await refuse(deps, attempt, answer.reason);
      break;
    case 'challenge':
      await moveAttempt(deps.db, attempt, 'challenge', null);
      break;
    case 'unknown':
      break;
  }
  return answer.outcome;
}

async function refuse(deps: Deps, attempt: CardAttempt, reason: string): Promise<void> {
  const at = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, attempt.accountId, attempt.chargeId);
    assert(charge, 'an attempt belongs to a charge');
    const ended = await moveAttempt(tx, attempt, 'refused', reason);
    if (ended) await countDecline(tx, attempt.traces, at);
    if (!ended || charge.status !== 'PENDING') return;
    await change(tx, deps, [{ charge, to: 'REFUSED', event: 'charge.refused', set: {}, cause: reason }], at);
  });
}

/** The payer answered the bank's challenge (or gave up): the provider knows how it ended. */
export async function finishChallenge(
  deps: Deps,
  charge: Charge,
  attempt: CardAttempt,
): Promise<CardOutcome> {
  if (attempt.status !== 'challenge') fail('INVALID_STATE', 'No challenge is under way');
  return concludeAttempt(deps, charge, attempt, await cardProvider(deps).findCard(attempt.id));
}

/** The payer turned away from the challenge: nothing was taken, and the charge waits as before. */
export async function abandonChallenge(deps: Deps, attempt: CardAttempt): Promise<void> {
  if (attempt.status !== 'challenge') fail('INVALID_STATE', 'No challenge is under way');
  await moveAttempt(deps.db, attempt, 'refused', 'authentication_failed');
}

/** Asks about an attempt that never got its answer, or whose challenge was left unanswered. */
export async function resolveAttempt(
  deps: Deps,
  job: Job,
  find: (accountId: string, id: string) => Promise<Charge | null>,
): Promise<JobOutcome> {
  const attempt = await findAttempt(deps.db, job.account_id, job.id);
  if (!attempt || attempt.status === 'approved' || attempt.status === 'refused') return { done: true };
  const age = deps.clock.now().getTime() - attempt.createdAt.getTime();
  if (attempt.status === 'challenge' && age < CHALLENGE_LASTS_MS)
    return { done: false, reason: 'challenge is open' };
  const charge = await find(attempt.accountId, attempt.chargeId);
  assert(charge, 'an attempt belongs to a charge');
  if (attempt.status === 'challenge') {
    await refuse(deps, attempt, 'authentication_failed');
    return { done: true };
  }
  const outcome = await concludeAttempt(deps, charge, attempt, await cardProvider(deps).findCard(attempt.id));
  return outcome === 'unknown' ? { done: false, reason: 'still unknown' } : { done: true };
}
