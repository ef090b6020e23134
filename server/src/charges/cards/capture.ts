import { type Actor, systemActor } from '../../audit/record.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { assert, GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Cents, reaisFromCents } from '../../kit/money.ts';
import type { CaptureAnswer, Refusal } from '../../providers/card.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { chargeWithDetails, type DetailedCharge } from '../details.ts';
import { receivePayment } from '../payments/receive.ts';
import { lockCharge } from '../store.ts';
import { type Change, type Context, changed } from '../transition.ts';
import { authorisationOf, type CardAttempt, findAttempt, moveAttempt, movedTo } from './attempts.ts';
import { amountOf, keptOf, loadOutcome, move, type OutcomeState, paymentOf, providerOf } from './conclude.ts';
import { letGoJob } from './let-go.ts';

export const CAPTURE_JOB = 'card.capture';
const ASK_AGAIN_AFTER_MS = 30 * SECOND_MS;

export type CaptureRequest = {
  accountId: string;
  chargeId: string;
  /** Null: all that is held. */
  amountCents: Cents | null;
};

/**
 * What is to be captured is on record before the acquirer is asked. Without an answer the charge stays as it is, and a
 * job asks again: the same capture twice takes the money once.
 */
export async function captureCharge(
  deps: ChargeDeps,
  request: CaptureRequest,
  by: Actor = systemActor(request.accountId),
  answer?: Answer<DetailedCharge>,
): Promise<DetailedCharge> {
  const { accountId, chargeId } = request;
  if (!isId(chargeId)) throw notFound('Charge');
  const context = { now: deps.clock.now(), rails: deps.rails };
  const attempt = await deps.writer.commit({
    load: async (tx): Promise<CaptureState> => {
      const charge = await lockCharge(tx, accountId, chargeId);
      return { charge, attempt: charge && (await authorisationOf(tx, charge)) };
    },
    decide: (state) => decideCapture(state, request, by, context),
  });
  if (attempt.status === 'capturing') await ask(deps, attempt);
  const detailed = await chargeWithDetails(deps, accountId, chargeId);
  if (answer) await deps.writer.answer(answer, detailed);
  return detailed;
}

export type CaptureState = { charge: Charge | null; attempt: CardAttempt | null };

/** The attempt as it is to be captured, or as it was captured before. */
export function decideCapture(
  { charge, attempt }: CaptureState,
  { amountCents }: Pick<CaptureRequest, 'amountCents'>,
  actor: Actor,
  context: Context,
): Decision<CardAttempt> {
  if (!charge) return notFound('Charge');
  if (!attempt) return notCapturable(notHeld(charge));
  const heldCents = amountOf(charge, attempt);
  const captureCents = amountCents ?? heldCents;
  const isSame = attempt.captureCents === captureCents;
  if (isSame && (attempt.status === 'capturing' || attempt.status === 'approved')) return done(attempt);
  if (attempt.status === 'capturing') return notCapturable('Another amount is being captured');
  if (attempt.status === 'approved')
    return notCapturable('It was captured before; what is held is captured once');
  if (attempt.status !== 'authorised' || charge.status !== 'PENDING')
    return notCapturable('What was held is let go');
  if (!attempt.captureUntil || attempt.captureUntil <= context.now)
    return notCapturable('The time to capture it has ended');
  if (captureCents > heldCents)
    return invalidField('amount', `exceeds the ${reaisFromCents(heldCents)} that are held`);
  if (captureCents < heldCents && charge.split.length > 0)
    return invalidField('amount', 'a charge with a split is captured as a whole');
  const { accountId, id } = charge;
  const after: CardAttempt = { ...attempt, status: 'capturing', captureCents };
  const runAt = new Date(context.now.getTime() + ASK_AGAIN_AFTER_MS);
  const details = { amount: reaisFromCents(captureCents) };
  return done(after, {
    rows: [rowWrite(moveAttempt, movedTo(attempt, 'capturing', { captureCents }))],
    jobs: [{ accountId, kind: CAPTURE_JOB, payload: { attempt_id: attempt.id }, runAt }],
    audit: [
      { actor, accountId, action: 'charge.capture_requested', target: { kind: 'charge', id }, details },
    ],
  });
}

function notCapturable(message?: string): GatewayError {
  return new GatewayError('CHARGE_NOT_CAPTURABLE', message);
}

function notHeld({ capturesLater, status }: Charge): string | undefined {
  if (!capturesLater)
    return 'It is captured when it is paid: create it with capture false to capture it yourself';
  return status === 'PENDING' ? 'Nothing is held: the card was not authorised yet' : undefined;
}

/** Asks the acquirer; it stays `capturing` without an answer. */
async function ask(deps: ChargeDeps, attempt: CardAttempt): Promise<CaptureAnswer['outcome']> {
  const { id: reference, providerReference, captureCents } = attempt;
  assert(providerReference !== null && captureCents !== null, 'what is captured is held');
  const amountCents = captureCents;
  const answer = await providerOf(deps, attempt).capture({ reference, providerReference, amountCents });
  switch (answer.outcome) {
    case 'captured':
      await receivePayment(deps, {
        ...(await paymentOf(deps, attempt, providerReference)),
        amountCents,
        isCapture: true,
      });
      await move(deps, attempt, 'approved');
      break;
    case 'refused':
      await refuseCapture(deps, attempt, answer);
      break;
    case 'unknown':
      break;
  }
  return answer.outcome;
}

async function refuseCapture(deps: ChargeDeps, attempt: CardAttempt, refusal: Refusal): Promise<void> {
  const context = { now: deps.clock.now(), rails: deps.rails };
  await deps.writer.commit({
    load: (tx) => loadOutcome(tx, attempt),
    decide: (state) => decideRefusedCapture(state, refusal, context),
  });
}

/** Nothing was taken: the charge is refused, so that the payer may pay again, and what may still be held is let go. */
export function decideRefusedCapture(
  { charge, attempt }: OutcomeState,
  refusal: Refusal,
  context: Context,
): Decision<void> {
  assert(charge && attempt, 'an attempt belongs to a charge');
  if (attempt.status !== 'capturing') return done(undefined);
  const ended: Effects = {
    rows: [rowWrite(moveAttempt, movedTo(attempt, 'voiding', keptOf(refusal)))],
  };
  if (charge.status !== 'PENDING') {
    return done(undefined, { ...ended, jobs: [letGoJob(charge, context.now)] });
  }
  const change: Change = {
    ...{ charge, to: 'REFUSED', event: 'charge.refused' },
    ...{ set: { dueAt: null }, cause: refusal.reason },
  };
  return done(undefined, together([changed(change, context).effects, ended]));
}

/** Goes on until the acquirer has said how a capture ended. */
export async function resolveCapture(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { attempt_id: id } = job.payload as { attempt_id: string };
  const attempt = await findAttempt(deps.db, job.account_id, id);
  if (attempt?.status !== 'capturing') return { done: true };
  const outcome = await ask(deps, attempt);
  return outcome === 'unknown' ? { done: false, reason: 'still unknown' } : { done: true };
}
