import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import { derivedIdAt } from '../../kit/ids.ts';
import type { CardPayer, CardProvider, CardSource, Refusal } from '../../providers/card.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import { type CardAttempt, findAttempt, isHeld, isUndecided } from '../cards/attempts.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { lockCharge } from '../store.ts';
import { type Context, changed } from '../transition.ts';
import { removalJob } from './remove.ts';
import { type Consent, findCard, insertCard, type KeptCard, moveCard } from './store.ts';

export const KEEP_JOB = 'card.keep';

export type Keeping = { consent: Consent; customerId: string };

/** The card of one payment is one card, however often the payment is repeated. */
function idOf(attempt: Pick<CardAttempt, 'id'>): string {
  return derivedIdAt(attempt.id, 'stored card');
}

/** With the attempt: whatever becomes of it, the job says what becomes of the card. */
export function begunKeeping(attempt: CardAttempt, { consent, customerId }: Keeping, runAt: Date): Effects {
  const { accountId, chargeId, provider, brand, lastFour, createdAt } = attempt;
  assert(provider !== null, 'an attempt that begins has an acquirer');
  const id = idOf(attempt);
  const card: KeptCard = {
    ...{ accountId, id, customerId, provider, brand, lastFour, chargeId, attemptId: attempt.id },
    ...{ providerCardId: null, month: null, year: null, status: 'storing', consent, createdAt },
  };
  return {
    rows: [rowWrite(insertCard, card)],
    jobs: [{ accountId, id, kind: KEEP_JOB, payload: { card_id: id }, runAt }],
  };
}

/**
 * A token is good for one use, so the card is stored first and paid with as it is stored. Its issuer is asked about it
 * without an amount before, where the acquirer can.
 */
export async function storedFirst(
  deps: ChargeDeps,
  attempt: CardAttempt,
  { vault }: CardProvider,
  source: CardSource,
  payer: CardPayer,
): Promise<Extract<CardSource, { kind: 'stored' }> | Refusal> {
  assert(vault && source.kind !== 'stored', 'a card that is stored is new to an acquirer that stores cards');
  const answer = await vault.storeCard({ reference: attempt.id, source, payer });
  if (!answer.ok) {
    const isRefused = answer.kind === 'refused';
    return { reason: isRefused ? 'invalid_data' : 'not_processed', code: null, retry: 'now' };
  }
  const { id, month, year } = answer.card;
  const { accountId, brand, lastFour } = attempt;
  const at = deps.clock.now();
  const move = {
    ...{ accountId, id: idOf(attempt), status: 'storing' as const, providerCardId: id, month, year, at },
  };
  await deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () => done(undefined, { rows: [rowWrite(moveCard, move)] }),
  });
  const stored = { kind: 'stored' as const, id, brand, lastFour };
  const checked = await vault.verifyCard?.(stored);
  // Without an answer the payment itself is the check.
  return checked?.ok && checked.refusal ? checked.refusal : stored;
}

/** Kept once its payment went well, let go of when it did not. False: the payment has not ended. */
async function endKeeping(deps: ChargeDeps, accountId: string, cardId: string): Promise<boolean> {
  const card = await findCard(deps.db, accountId, cardId);
  if (card?.status !== 'storing') return true;
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit({
    load: async (tx): Promise<KeepingState> => ({
      charge: await lockCharge(tx, accountId, card.chargeId),
      attempt: await findAttempt(tx, accountId, card.attemptId),
      card: await findCard(tx, accountId, cardId),
    }),
    decide: (state) => decideKeeping(state, context),
  });
}

export function endKeepingOf(deps: ChargeDeps, attempt: CardAttempt): Promise<boolean> {
  return endKeeping(deps, attempt.accountId, idOf(attempt));
}

type KeepingState = { charge: Charge | null; attempt: CardAttempt | null; card: KeptCard | null };

function decideKeeping({ charge, attempt, card }: KeepingState, context: Context): Decision<boolean> {
  assert(charge && attempt && card, 'a stored card belongs to a payment of a charge');
  if (card.status !== 'storing') return done(true);
  if (isUndecided(attempt)) return done(false);
  const at = context.now;
  if ((attempt.status === 'approved' || isHeld(attempt)) && card.providerCardId !== null) {
    const move = rowWrite(moveCard, { ...card, status: 'stored', at });
    const data = { stored_card_id: card.id };
    const event = 'charge.card_stored' as const;
    const { effects } = changed({ charge, to: charge.status, event, set: {}, data }, context);
    return done(true, together([effects, { rows: [move] }]));
  }
  const move = rowWrite(moveCard, { ...card, status: 'removing', at });
  return done(true, { rows: [move], jobs: [removalJob(card, at)] });
}

export async function keepCard(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { card_id: id } = job.payload as { card_id: string };
  const hasEnded = await endKeeping(deps, job.account_id, id);
  return hasEnded ? { done: true } : { done: false, reason: 'the payment has not ended' };
}
