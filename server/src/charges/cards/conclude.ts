import type { Tx } from '../../db/transaction.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { assert, fail } from '../../kit/errors.ts';
import { type Cents, reaisFromCents } from '../../kit/money.ts';
import type { CardAnswer, CardProvider, Refusal } from '../../providers/card.ts';
import { cardProviderNamed } from '../../providers/rails.ts';
import { type Decision, done, type Effects, type RowWrite, rowWrite, together } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import type { Payment } from '../payments/decide.ts';
import { receivePayment } from '../payments/receive.ts';
import { totalFor } from '../rules/fees.ts';
import { lockCharge } from '../store.ts';
import { type Change, type Context, changed } from '../transition.ts';
import {
  type AttemptMove,
  type CardAttempt,
  findAttempt,
  isUndecided,
  moveAttempt,
  movedTo,
} from './attempts.ts';
import { letGoJob } from './let-go.ts';
import { giveTryBack } from './tries.ts';

export type CardOutcome = CardAnswer['outcome'];

export const NO_CARDS = 'Cards are not accepted here yet';
/** What is not captured is let go while the acquirer still can. */
const LET_GO_BEFORE_MS = HOUR_MS;

export function providerOf(
  { rails }: Pick<ChargeDeps, 'rails'>,
  { provider }: Pick<CardAttempt, 'provider'>,
): CardProvider {
  return cardProviderNamed(rails, provider) ?? fail('CHARGE_NOT_PAYABLE', NO_CARDS);
}

export function amountOf(charge: Charge, { installments }: Pick<CardAttempt, 'installments'>): Cents {
  const total = totalFor(charge, installments);
  assert(total, 'an attempt has a number of installments that has a total');
  return total;
}

export async function paymentOf(
  deps: ChargeDeps,
  attempt: CardAttempt,
  paymentReference: string,
): Promise<Omit<Payment, 'amountCents'>> {
  const { accountId, id, installments, brand, lastFour } = attempt;
  const { name, remote } = providerOf(deps, attempt);
  const { cardSettlement: plan } = await deps.accountFacts(accountId);
  return {
    provider: name,
    paymentReference,
    chargeReference: id,
    method: 'CREDIT_CARD',
    paidAt: deps.clock.now(),
    installments,
    card: { brand, lastFour },
    settles: { plan, confirmedBy: plan === 'installments' && remote?.settlements ? 'acquirer' : 'calendar' },
  };
}

export async function concludeAttempt(
  deps: ChargeDeps,
  charge: Charge,
  attempt: CardAttempt,
  answer: CardAnswer,
): Promise<CardOutcome> {
  switch (answer.outcome) {
    case 'approved':
      await receivePayment(deps, {
        ...(await paymentOf(deps, attempt, answer.providerReference)),
        amountCents: amountOf(charge, attempt),
      });
      await move(deps, attempt, 'approved');
      break;
    case 'authorised':
      await hold(deps, attempt, answer.providerReference);
      break;
    case 'refused':
      await refuse(deps, attempt, answer);
      break;
    case 'challenge':
      await move(deps, attempt, 'challenge', { challenge: answer.step });
      break;
    case 'unknown':
      break;
  }
  return answer.outcome;
}

/** Changes the attempt only; one that has ended does not change. */
export async function move(
  deps: ChargeDeps,
  attempt: CardAttempt,
  status: AttemptMove['status'],
  set: Partial<AttemptMove> = {},
): Promise<void> {
  const rows = [
    rowWrite(moveAttempt, movedTo(attempt, status, set)),
    ...(status === 'approved' ? triesBack(attempt) : []),
  ];
  await deps.writer.commit({ load: () => Promise.resolve(), decide: () => done(undefined, { rows }) });
}

/** A card that its issuer has accepted is not one that is being tested. */
function triesBack({ traces, createdAt: at }: CardAttempt): RowWrite[] {
  return traces.length > 0 ? [rowWrite(giveTryBack, { traces, at })] : [];
}

export function keptOf(refusal: Refusal | null): Pick<CardAttempt, 'reason' | 'code' | 'retry'> {
  return { reason: refusal?.reason ?? null, code: refusal?.code ?? null, retry: refusal?.retry ?? null };
}

export async function refuse(deps: ChargeDeps, attempt: CardAttempt, refusal: Refusal): Promise<void> {
  const context = { now: deps.clock.now(), rails: deps.rails };
  await deps.writer.commit({
    load: (tx) => loadOutcome(tx, attempt),
    decide: (state) => decideRefusal(state, refusal, context),
  });
}

async function hold(deps: ChargeDeps, attempt: CardAttempt, providerReference: string): Promise<void> {
  const { holdsForMs } = providerOf(deps, attempt);
  const context = { now: deps.clock.now(), rails: deps.rails };
  await deps.writer.commit({
    load: (tx) => loadOutcome(tx, attempt),
    decide: (state) => decideHold(state, { providerReference, holdsForMs }, context),
  });
}

export async function loadOutcome(
  tx: Tx,
  { accountId, id, chargeId }: Pick<CardAttempt, 'accountId' | 'id' | 'chargeId'>,
): Promise<OutcomeState> {
  return {
    charge: await lockCharge(tx, accountId, chargeId),
    attempt: await findAttempt(tx, accountId, id),
  };
}

export type OutcomeState = { charge: Charge | null; attempt: CardAttempt | null };

export type Held = { providerReference: string; holdsForMs: number };

/** The seller has until then to capture it. A charge that takes nothing any more has it let go at once. */
export function decideHold(
  { charge, attempt }: OutcomeState,
  { providerReference, holdsForMs }: Held,
  context: Context,
): Decision<void> {
  assert(charge && attempt, 'an attempt belongs to a charge');
  // The payer gave up, and the bank had said yes.
  const isLate = attempt.status === 'refused';
  if (!isUndecided(attempt) && !isLate) return done(undefined);
  const captureUntil = new Date(attempt.createdAt.getTime() + holdsForMs);
  if (isLate || charge.status !== 'PENDING') {
    const rows = [rowWrite(moveAttempt, movedTo(attempt, 'voiding', { providerReference, captureUntil }))];
    return done(undefined, { rows, jobs: [letGoJob(charge, context.now)] });
  }
  const held = movedTo(attempt, 'authorised', { providerReference, captureUntil });
  const change: Change = {
    ...{ charge, to: 'PENDING', event: 'charge.authorized' },
    set: { dueAt: new Date(captureUntil.getTime() - LET_GO_BEFORE_MS) },
    data: {
      authorized_value: reaisFromCents(amountOf(charge, attempt)),
      capture_until: captureUntil.toISOString(),
    },
  };
  const rows = [rowWrite(moveAttempt, held), ...triesBack(attempt)];
  return done(undefined, together([changed(change, context).effects, { rows }]));
}

/** The refusal ends the attempt; the charge is refused unless it has moved meanwhile. The try stays counted. */
export function decideRefusal(
  { charge, attempt }: OutcomeState,
  refusal: Refusal,
  context: Context,
): Decision<void> {
  assert(charge && attempt, 'an attempt belongs to a charge');
  if (!isUndecided(attempt)) return done(undefined);
  const ended: Effects = {
    rows: [rowWrite(moveAttempt, movedTo(attempt, 'refused', keptOf(refusal)))],
  };
  if (charge.status !== 'PENDING') return done(undefined, ended);
  const change: Change = {
    ...{ charge, to: 'REFUSED', event: 'charge.refused' },
    ...{ set: { dueAt: null }, cause: refusal.reason },
  };
  return done(undefined, together([changed(change, context).effects, ended]));
}
