import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { cardProviderNamed } from '../../providers/rails.ts';
import { done, type NewJobEffect, rowWrite } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { attemptsToLetGo, type CardAttempt, moveAttempt, movedTo } from './attempts.ts';

export const LET_GO_JOB = 'card.let_go';

/** What is held on a card for a charge that does not take it is let go, until the acquirer has done it. */
export function letGoJob({ accountId, id }: Pick<Charge, 'accountId' | 'id'>, runAt: Date): NewJobEffect {
  return { accountId, kind: LET_GO_JOB, payload: { charge_id: id }, runAt };
}

/** Safe to run again: what was let go before is let go. */
export async function letGo(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { charge_id: chargeId } = job.payload as { charge_id: string };
  for (const attempt of await attemptsToLetGo(deps.db, job.account_id, chargeId)) {
    const reason = await letGoAttempt(deps, attempt);
    if (reason !== null) return { done: false, reason };
  }
  return { done: true };
}

/** Null: it is let go. */
async function letGoAttempt(deps: ChargeDeps, attempt: CardAttempt): Promise<string | null> {
  const { id: reference, provider: name, providerReference } = attempt;
  const provider = cardProviderNamed(deps.rails, name);
  if (!provider) return `no acquirer is named ${name}`;
  const answer = await provider.voidAuthorisation({ reference, providerReference: providerReference ?? '' });
  if (!answer.ok) return answer.reason;
  const rows = [rowWrite(moveAttempt, movedTo(attempt, 'voided'))];
  await deps.writer.commit({ load: () => Promise.resolve(), decide: () => done(undefined, { rows }) });
  return null;
}
