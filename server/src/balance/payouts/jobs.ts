import type { Deps } from '../../http/deps.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobHandlers, JobOutcome } from '../../jobs/run.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { done } from '../../write/effects.ts';
import { APPROVE_JOB, findWithdrawal } from '../withdrawals.ts';
import { approveAutomatically } from './automatic.ts';
import { remotePayoutNamed } from './choose.ts';
import { LOOK_AFTER_DAYS, LOOK_JOB } from './outcome.ts';
import { nameOf, PAY_JOB, recordSeen, takeUp } from './pay.ts';

/** A notice about a payout that the bank itself does not find, or does not show: after this the other looks go on. */
const MAX_LOOKS = 12;

/** Jobs may run more than once: a withdrawal that has ended is not changed. */
export function withdrawalJobs(deps: Deps): JobHandlers {
  return {
    [APPROVE_JOB]: (job) => approveAutomatically(deps, job.account_id, withdrawalOf(job)),
    [PAY_JOB]: (job) => takeUp(deps, job),
    [LOOK_JOB]: (job) => look(deps, job),
  };
}

/** Reads a payout at its bank: a notice named it, or it was paid some days ago and may have come back. */
async function look(deps: Deps, job: Job): Promise<JobOutcome> {
  const row = await findWithdrawal(deps.db, job.account_id, withdrawalOf(job));
  assert(row, 'a look is at a withdrawal');
  const provider = remotePayoutNamed(deps.rails, row.provider);
  const outcome = provider
    ? await lookAt(deps, provider, row)
    : lookLater(`no provider is named ${row.provider}`);
  if (!outcome.done && job.attempts < MAX_LOOKS) return outcome;
  await lookNext(deps, job);
  return { done: true };
}

const lookLater = (reason: string): JobOutcome => ({ done: false, reason });

async function lookAt(
  deps: Deps,
  { remote }: NonNullable<ReturnType<typeof remotePayoutNamed>>,
  row: NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>,
): Promise<JobOutcome> {
  const found = await remote.findPayout(nameOf(row));
  if (!found.ok) return lookLater(found.reason);
  if (!found.payout) return lookLater('the bank does not find the payout');
  await recordSeen(deps, row, found.payout);
  return { done: true };
}

/** The looks of a payout that was paid follow each other; the look of a notice is one alone. */
async function lookNext(deps: Deps, job: Job): Promise<void> {
  const { step } = job.payload as { step?: number };
  const [days, next] = step === undefined ? [] : LOOK_AFTER_DAYS.slice(step, step + 2);
  if (step === undefined || days === undefined || next === undefined) return;
  const runAt = new Date(deps.clock.now().getTime() + (next - days) * DAY_MS);
  const payload = { withdrawal_id: withdrawalOf(job), step: step + 1 };
  const jobs = [{ accountId: job.account_id, kind: LOOK_JOB, payload, runAt }];
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { jobs }) });
}

function withdrawalOf(job: Job): string {
  const { withdrawal_id: id } = job.payload as { withdrawal_id?: unknown };
  assert(typeof id === 'string', 'a withdrawal job names its withdrawal');
  return id;
}
