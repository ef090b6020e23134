import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import type { CardHint } from '../../providers/card.ts';
import { done, type NewJobEffect } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { findCharge, findChargeByReference } from '../find.ts';
import { type CardAttempt, findAttempt } from './attempts.ts';
import { lookUp } from './pay.ts';

export const LOOK_JOB = 'card.look';
/** After this many the job that resolves the attempt goes on alone. */
const MAX_LOOKS = 6;

/** A notice named these payments: jobs read each one at the acquirer. Returns how many are known. */
export async function enqueueCardLooks(
  deps: ChargeDeps,
  provider: string,
  hints: readonly CardHint[],
): Promise<number> {
  const references = new Set(hints.flatMap((hint) => ('reference' in hint ? [hint.reference] : [])));
  const found = await Promise.all([...references].map((each) => attemptOf(deps, each)));
  const named = found.flatMap((attempt) => (attempt?.provider === provider ? [attempt] : []));
  const runAt = deps.clock.now();
  const jobs: NewJobEffect[] = named.map(({ accountId, id }) => ({
    ...{ accountId, kind: LOOK_JOB, payload: { attempt_id: id }, runAt },
  }));
  if (jobs.length > 0)
    await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { jobs }) });
  return named.length;
}

async function attemptOf(deps: ChargeDeps, reference: string): Promise<CardAttempt | null> {
  const charge = await findChargeByReference(deps, reference);
  return charge && findAttempt(deps.db, charge.accountId, reference);
}

/** Also of what was refused here: the acquirer may have taken the payment after all. */
const MAY_HAVE_CHANGED: readonly CardAttempt['status'][] = ['running', 'challenge', 'refused'];

export async function lookAtAttempt(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { attempt_id: id } = job.payload as { attempt_id: string };
  const attempt = await findAttempt(deps.db, job.account_id, id);
  if (!attempt || !MAY_HAVE_CHANGED.includes(attempt.status)) return { done: true };
  const charge = await findCharge(deps, attempt.accountId, attempt.chargeId);
  assert(charge, 'an attempt belongs to a charge');
  const outcome = await lookUp(deps, charge, attempt);
  const isOpen = outcome === 'unknown' && job.attempts < MAX_LOOKS;
  return isOpen ? { done: false, reason: 'the acquirer has not said how it ended' } : { done: true };
}
