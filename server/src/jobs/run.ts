import type { Db } from '../db/pool.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { claimDue, finish, type Job, postpone } from './queue.ts';

export type JobOutcome = { done: true } | { done: false; reason: string };
export type JobHandler = (job: Job) => Promise<JobOutcome>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

type Context = { db: Db; clock: Clock; log: Log };

const MAX_DELAY_MS = 10 * MINUTE_MS;

/** Runs what is due once. Returns how many jobs it took, so that a caller may go on until there are none. */
export async function runDueJobs(context: Context, handlers: JobHandlers): Promise<number> {
  const jobs = await claimDue(context.db, context.clock.now());
  await Promise.all(jobs.map((job) => runJob(context, handlers, job)));
  return jobs.length;
}

async function runJob({ db, clock, log }: Context, handlers: JobHandlers, job: Job): Promise<void> {
  const outcome = await attempt(handlers, job);
  if (outcome.done) {
    await finish(db, job);
    return;
  }
  log.warn({ job: job.id, kind: job.kind, attempts: job.attempts, reason: outcome.reason }, 'job postponed');
  const delayMs = Math.min(SECOND_MS * 2 ** job.attempts, MAX_DELAY_MS);
  await postpone(db, job, new Date(clock.now().getTime() + delayMs), outcome.reason);
}

async function attempt(handlers: JobHandlers, job: Job): Promise<JobOutcome> {
  const handler = handlers[job.kind];
  if (!handler) return { done: false, reason: `no handler for ${job.kind}` };
  try {
    return await handler(job);
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
