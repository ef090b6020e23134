import { requireSelling } from '../../accounts/facts.ts';
import { addressOf } from '../../brazil/address.ts';
import { type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import { type Brand, cardBrand, cvvLength, isBrand, isExpired, isLuhnValid } from '../../brazil/cards.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { assert, fail, GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import { openContact } from '../../kit/sealed-text.ts';
import {
  type Authentication,
  type CardAnswer,
  type CardNumber,
  type CardPayer,
  type CardProvider,
  type CardRequest,
  type CardSource,
  type FoundCard,
  NOT_CONFIRMED,
  NOT_PROCESSED,
} from '../../providers/card.ts';
import { cardProviderNamed, type Rails } from '../../providers/rails.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { maxInstallmentsFor, priceOf } from '../rules/fees.ts';
import { cardEndsAt } from '../rules/link-charges.ts';
import { insertReference, lockCharge } from '../store.ts';
import { begunKeeping, endKeepingOf, type Keeping, storedFirst } from '../stored-cards/keep.ts';
import { type GivenBack, lockGivenBack, refusedReturn, takenAgain } from '../taken-again.ts';
import { type Change, type Context, changed } from '../transition.ts';
import {
  type CardAttempt,
  findAttempt,
  hasOpenAttempt,
  heldAttempt,
  insertAttempt,
  isAtBank,
  isUndecided,
  moveAttempt,
  movedTo,
  wasRefusedForGood,
} from './attempts.ts';
import {
  amountOf,
  type CardOutcome,
  concludeAttempt,
  keptOf,
  loadOutcome,
  NO_CARDS,
  providerOf,
  refuse,
} from './conclude.ts';
import { type CardOrigin, type Hold, holdOf, type Tries, traceOf, tracesOfOrigin } from './defence.ts';
import { countTry, lockTries } from './tries.ts';

export type CardPayment = {
  attemptId: string;
  card: CardSource;
  /** The acquirer that keeps a stored card; absent: the first. */
  provider?: string;
  /** The card is stored with the payment, as its payer agreed; absent: it is not. */
  keeping?: Keeping | null;
  installments: number | null;
  /** Null when no payer types the card: nothing is counted then. */
  origin: CardOrigin | null;
  /** What 3DS said before; absent: it was not asked. */
  authentication?: Authentication | null;
  /** Absent: the payer, by hand. */
  initiatedBy?: CardRequest['initiatedBy'];
  /** Of the payer, for the acquirer's antifraud; absent: the address of the origin, and no session. */
  device?: Pick<CardPayer, 'ip' | 'deviceSession'>;
  /** The proof of work that came with the form. */
  workBits: number;
};

/** What to send instead of a card that the acquirer does not take in this form. */
export const NOT_TAKEN: Readonly<Record<CardSource['kind'], string>> = {
  number:
    "a card number is never taken here: send the token that the acquirer's script makes of it in the payer's browser, or a stored card",
  token: 'the acquirer of this gateway takes no token',
  stored: 'the acquirer of this gateway stores no cards',
};
const ASK_AGAIN_AFTER_MS = 30 * SECOND_MS;
const CHALLENGE_LASTS_MS = 15 * MINUTE_MS;

/**
 * The attempt is committed before the provider is called, and its id is the reference of the call. After a timeout, a
 * crash or a second click the same attempt is looked up again, and the payer is charged once.
 */
export async function payByCard(
  deps: ChargeDeps,
  charge: Charge,
  payment: CardPayment,
): Promise<CardOutcome | Hold> {
  const { origin, card } = payment;
  const seen = requireCard(deps, card);
  requirePayer(deps, charge, payment);
  await requireSelling(deps, charge.accountId);
  const traces = origin
    ? [
        ...(card.kind === 'number' ? [traceOf(deps.vault, 'card', card.number)] : []),
        ...tracesOfOrigin(deps.vault, origin),
      ]
    : [];
  const begun = await beginAttempt(deps, charge, payment, { ...seen, kind: card.kind, traces });
  // The bank is not asked meanwhile, so that a tester learns nothing.
  if ('because' in begun) return begun;
  const { attempt, isNew } = begun;
  const provider = providerOf(deps, attempt);
  if (!isNew && !provider.recognisesRepeats) return lookUp(deps, charge, attempt);
  const request = await requestOf(deps, charge, attempt, payment);
  if (!payment.keeping) return concludeAttempt(deps, charge, attempt, await provider.authorise(request));
  const source = await storedFirst(deps, attempt, provider, request.source, request.payer);
  const answer: CardAnswer =
    'reason' in source ? { outcome: 'refused', ...source } : await provider.authorise({ ...request, source });
  const outcome = await concludeAttempt(deps, charge, attempt, answer);
  await endKeepingOf(deps, attempt);
  return outcome;
}

async function requestOf(
  deps: ChargeDeps,
  charge: Charge,
  attempt: CardAttempt,
  payment: CardPayment,
): Promise<CardRequest> {
  const { accountId, token } = charge;
  const [account, pagesUrl] = await Promise.all([deps.accountFacts(accountId), deps.pagesUrl(accountId)]);
  return {
    reference: attempt.id,
    amountCents: amountOf(charge, attempt),
    installments: attempt.installments,
    installmentsBy: 'merchant',
    captures: charge.capturesLater ? 'later' : 'at once',
    source: payment.card,
    authentication: payment.authentication ?? null,
    initiatedBy: payment.initiatedBy ?? 'payer',
    payer: payerOf(deps, charge, payment),
    merchantName: account.name,
    returnUrl: `${pagesUrl}/pay/${token}/challenge/return`,
  };
}

/** What an acquirer must know of the payer of a card that it has not stored. */
function requirePayer(deps: ChargeDeps, charge: Charge, payment: CardPayment): void {
  if (payment.card.kind === 'stored') return;
  const needed = acquirerFor(deps.rails, payment.provider)?.remote?.needsOfPayer ?? [];
  const payer = payerOf(deps, charge, payment);
  const missing = needed.find((field) => payer[field] === null);
  if (missing) fail('PAYER_INCOMPLETE', `The acquirer needs more of the payer: customer.${missing}`);
}

/** The customer, as far as the charge has one; else the holder of the card. */
function payerOf(
  { vault }: ChargeDeps,
  { customer }: Charge,
  { card, origin, device }: CardPayment,
): CardPayer {
  const known = customer && openContact(vault, customer);
  return {
    name: known?.name ?? (card.kind === 'stored' ? '' : card.holder),
    document: known?.cpf_cnpj ?? (card.kind === 'number' ? card.document : (origin?.document ?? null)),
    email: known?.email ?? null,
    phone: known?.phone ?? null,
    address: addressOf(known?.address),
    ip: device?.ip ?? origin?.address ?? null,
    deviceSession: device?.deviceSession ?? null,
  };
}

/** Asks the acquirer how an attempt ended. */
export async function lookUp(deps: ChargeDeps, charge: Charge, attempt: CardAttempt): Promise<CardOutcome> {
  const provider = providerOf(deps, attempt);
  const found = await provider.findCard(attempt.id);
  return concludeAttempt(deps, charge, attempt, answerFrom(found, attempt, provider, deps.clock.now()));
}

/** What an acquirer does not know of was not charged, once it is too late for it to appear. */
export function answerFrom(
  found: FoundCard,
  { createdAt }: CardAttempt,
  { mayAppearForMs }: Pick<CardProvider, 'mayAppearForMs'>,
  now: Date,
): CardAnswer {
  if (found.outcome !== 'not_found') return found;
  const mayAppear = now.getTime() - createdAt.getTime() < mayAppearForMs;
  return mayAppear ? { outcome: 'unknown' } : { outcome: 'refused', ...NOT_PROCESSED };
}

type SeenCard = { brand: Brand; lastFour: string };

/** A number is checked here; of a token or a stored card, the acquirer knows whether it is good. */
function requireCard({ clock }: ChargeDeps, card: CardSource): SeenCard {
  if (card.kind !== 'number') {
    if (!isBrand(card.brand)) throw invalidField('brand', 'is not an accepted brand');
    return { brand: card.brand, lastFour: card.lastFour };
  }
  const problem = cardProblem(card, civilDateOf(clock.now()));
  if (problem) throw invalidField(problem.field, problem.message);
  const brand = cardBrand(card.number);
  assert(brand, 'a card without a problem is of a brand');
  return { brand, lastFour: card.number.slice(-4) };
}

export function cardProblem(
  { number, month, year, cvv }: CardNumber,
  today: CivilDate,
): { field: 'number' | 'expiry' | 'cvv'; message: string } | null {
  const brand = cardBrand(number);
  if (!brand) return { field: 'number', message: 'is not of an accepted brand' };
  if (!isLuhnValid(number)) return { field: 'number', message: 'is not a valid card number' };
  if (isExpired(month, year, today)) return { field: 'expiry', message: 'has passed' };
  if (!/^\d+$/.test(cvv) || cvv.length !== cvvLength(brand))
    return { field: 'cvv', message: `must have ${cvvLength(brand)} digits` };
  return null;
}

async function beginAttempt(
  deps: ChargeDeps,
  { accountId, id }: Charge,
  payment: CardPayment,
  known: Pick<NewAttempt, 'brand' | 'lastFour' | 'kind' | 'traces'>,
): Promise<BegunAttempt | Hold> {
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit({
    load: async (tx): Promise<AttemptState> => {
      const charge = await lockCharge(tx, accountId, id);
      return {
        charge,
        earlier: charge && (await findAttempt(tx, accountId, payment.attemptId)),
        isBeingPaid: charge !== null && (await isTaken(tx, charge)),
        given: await lockGivenBack(tx, charge),
        tries: await lockTries(tx, known.traces, context.now),
        isRefusedForGood: charge !== null && (await wasRefusedForGood(tx, charge, known)),
      };
    },
    decide: (state) => decideAttempt(state, { ...payment, ...known }, context),
  });
}

async function isTaken(tx: Tx, charge: Charge): Promise<boolean> {
  if (await hasOpenAttempt(tx, charge)) return true;
  return charge.capturesLater && (await heldAttempt(tx, charge)) !== null;
}

export type AttemptState = {
  charge: Charge | null;
  earlier: CardAttempt | null;
  isBeingPaid: boolean;
  given: GivenBack;
  tries: Tries;
  /** The issuer has refused this card for this charge and wants no further try. */
  isRefusedForGood: boolean;
};
/** `isNew` false: it was begun before, by the same form. */
export type BegunAttempt = { attempt: CardAttempt; isNew: boolean };
export type NewAttempt = Pick<
  CardPayment,
  'attemptId' | 'installments' | 'workBits' | 'provider' | 'keeping'
> & {
  kind: CardSource['kind'];
  brand: Brand;
  lastFour: string;
  traces: readonly string[];
};

export function decideAttempt(
  { charge, earlier, isBeingPaid, given, tries, isRefusedForGood }: AttemptState,
  asked: NewAttempt,
  context: Context,
): Decision<BegunAttempt | Hold> {
  const { attemptId, kind, lastFour, installments: chosen, brand, traces, workBits, keeping } = asked;
  const provider = acquirerFor(context.rails, asked.provider);
  if (!provider) return new GatewayError('CHARGE_NOT_PAYABLE', NO_CARDS);
  if (!charge) return notFound('Charge');
  const { accountId, id: chargeId } = charge;
  if (earlier?.chargeId === chargeId) return done({ attempt: earlier, isNew: false });
  if (earlier) return new GatewayError('CHARGE_NOT_PAYABLE', 'This attempt belongs to another charge');
  if (!provider.takes.includes(kind)) return invalidField(kind, NOT_TAKEN[kind]);
  if (isRefusedForGood) return new GatewayError('CARD_NOT_RETRYABLE');
  if (!isPayableByCard(charge)) return new GatewayError('CHARGE_NOT_PAYABLE');
  if (isBeingPaid) return new GatewayError('CHARGE_NOT_PAYABLE', 'A card payment is under way');
  const refusal = refusedReturn(charge, given);
  if (refusal) return refusal;
  const installments = charge.installments ?? chosen ?? 1;
  if (installments > maxInstallmentsFor(charge, charge.installments ?? charge.maxInstallments))
    return invalidField('installments', 'is more than this charge allows');
  const hold = holdOf(tries, context.now, { brand, workBits });
  if (hold) return done(hold);
  const attempt: CardAttempt = {
    accountId,
    id: attemptId,
    chargeId,
    brand,
    lastFour,
    installments,
    status: 'running',
    provider: provider.name,
    providerReference: null,
    captureUntil: null,
    captureCents: null,
    reason: null,
    code: null,
    retry: null,
    challenge: null,
    createdAt: context.now,
    traces,
  };
  const runAt = new Date(context.now.getTime() + ASK_AGAIN_AFTER_MS);
  const begun: Effects = {
    rows: [
      rowWrite(insertAttempt, attempt),
      rowWrite(insertReference, { reference: attemptId, accountId, chargeId }),
      ...takenAgain(charge, given),
      ...(traces.length > 0 ? [rowWrite(countTry, { traces, at: context.now })] : []),
    ],
    jobs: [{ accountId, id: attemptId, kind: 'card.resolve', payload: {}, runAt }],
  };
  const reopening = reopen(charge, context.now);
  return done(
    { attempt, isNew: true },
    together([
      reopening ? changed(reopening, context).effects : {},
      begun,
      keeping ? begunKeeping(attempt, keeping, runAt) : {},
    ]),
  );
}

function acquirerFor(rails: Rails, name: string | undefined): CardProvider | null {
  return name === undefined ? (rails.card[0] ?? null) : cardProviderNamed(rails, name);
}

function isPayableByCard({ billingType, payerChooses, status }: Charge): boolean {
  const isByCard = billingType === 'CREDIT_CARD' || payerChooses;
  return isByCard && (status === 'PENDING' || status === 'REFUSED');
}

/** A refused charge becomes pending again; if the payer chooses the method, the card is now the chosen one. */
function reopen(charge: Charge, now: Date): Change | null {
  const byCard = { ...charge, billingType: 'CREDIT_CARD' as const };
  const set = { billingType: byCard.billingType, dueAt: cardEndsAt(charge, now), ...priceOf(byCard) };
  if (charge.status === 'REFUSED') return { charge, to: 'PENDING', event: 'charge.pending', set };
  if (charge.billingType === 'CREDIT_CARD') return null;
  return { charge, to: 'PENDING', event: 'charge.method_chosen', set };
}

/** After the payer answered the bank's challenge or gave up: the provider has the outcome. */
export async function finishChallenge(
  deps: ChargeDeps,
  charge: Charge,
  attempt: CardAttempt,
): Promise<CardOutcome> {
  if (attempt.status !== 'challenge') fail('INVALID_STATE', 'No challenge is under way');
  return lookUp(deps, charge, attempt);
}

/** The payer left the challenge: nothing was charged, and the charge is pending as before. */
export async function abandonChallenge(deps: ChargeDeps, attempt: CardAttempt): Promise<void> {
  if (attempt.status !== 'challenge') fail('INVALID_STATE', 'No challenge is under way');
  await deps.writer.commit({
    load: (tx) => loadOutcome(tx, attempt),
    decide: ({ attempt: now }): Decision<void> => {
      const given = now && isUndecided(now) ? [movedTo(now, 'refused', keptOf(NOT_CONFIRMED))] : [];
      return done(undefined, { rows: given.map((each) => rowWrite(moveAttempt, each)) });
    },
  });
}

/** Looks up an attempt without an outcome, or whose challenge was not answered. */
export async function resolveAttempt(
  deps: ChargeDeps,
  job: Job,
  find: (accountId: string, id: string) => Promise<Charge | null>,
): Promise<JobOutcome> {
  const attempt = await findAttempt(deps.db, job.account_id, job.id);
  if (!attempt || !isUndecided(attempt)) return { done: true };
  const age = deps.clock.now().getTime() - attempt.createdAt.getTime();
  if (attempt.status === 'challenge' && age < CHALLENGE_LASTS_MS)
    return { done: false, reason: 'challenge is open' };
  const charge = await find(attempt.accountId, attempt.chargeId);
  assert(charge, 'an attempt belongs to a charge');
  // A payer who confirmed and never came back has paid: the bank is asked. On our own page there was no answer.
  const outcome =
    isAtBank(attempt) || attempt.status === 'running' ? await lookUp(deps, charge, attempt) : 'challenge';
  if (outcome === 'challenge') await refuse(deps, attempt, NOT_CONFIRMED);
  return outcome === 'unknown' ? { done: false, reason: 'still unknown' } : { done: true };
}
