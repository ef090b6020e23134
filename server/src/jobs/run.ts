import type { Db } from '../db/pool.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { maskedText } from '../kit/masked-text.ts';
import {
  claimDue,
  EVERY_KIND,
  finish,
  type Job,
  type Lane,
  postpone,
  RENEW_EVERY_MS,
  renewLeases,
  setAside,
} from './queue.ts';

export type JobOutcome = { done: true } | { done: false; reason: string };
export type JobHandler = (job: Job) => Promise<JobOutcome>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

type Context = { db: Db; clock: Clock; log: Log };

const MAX_DELAY_MS = 10 * MINUTE_MS;
/** At most 144 attempts per day, so at least seven days: longer than any provider's outage (decision 0024). */
export const MAX_ATTEMPTS = 1_020;

/** 2, 4, 8 … seconds after the first, second, third … attempt, then every ten minutes. */
export function delayMsAfter(attempts: number): number {
  return Math.min(SECOND_MS * 2 ** attempts, MAX_DELAY_MS);
}

/** Runs the due jobs of a lane once. Returns how many were claimed: a caller may repeat it until there are none. */
export async function runDueJobs(
  context: Context,
  handlers: JobHandlers,
  lane: Lane = EVERY_KIND,
): Promise<number> {
  const jobs = await claimDue(context.db, context.clock.now(), lane);
  const running = new Set(jobs);
  const renewal = setInterval(() => void renewRunning(context, running), RENEW_EVERY_MS).unref();
  try {
    await Promise.all(jobs.map((job) => runJob(context, handlers, job).finally(() => running.delete(job))));
  } finally {
    clearInterval(renewal);
  }
  return jobs.length;
}

async function renewRunning({ db, log }: Context, running: ReadonlySet<Job>): Promise<void> {
  await renewLeases(db, [...running]).catch((error: unknown) => {
    log.warn({ err: error }, 'leases of jobs were not renewed');
  });
}

async function runJob({ db, clock, log }: Context, handlers: JobHandlers, job: Job): Promise<void> {
  const outcome = await attempt(handlers, job);
  if (outcome.done) {
    await finish(db, job);
    return;
  }
  const facts = { job: job.id, kind: job.kind, attempts: job.attempts, reason: outcome.reason };
  if (job.attempts >= MAX_ATTEMPTS) {
    log.error(facts, 'job failed: set aside for an operator');
    await setAside(db, job, clock.now(), outcome.reason);
    return;
  }
  log.warn(facts, 'job postponed');
  await postpone(db, job, new Date(clock.now().getTime() + delayMsAfter(job.attempts)), outcome.reason);
}

async function attempt(handlers: JobHandlers, job: Job): Promise<JobOutcome> {
  // Attempts are counted at the claim, so a job that crashes its process every time also ends here.
  if (job.attempts > MAX_ATTEMPTS) return { done: false, reason: 'every attempt is used up' };
  const handler = handlers[job.kind];
  if (!handler) return { done: false, reason: `no handler for ${job.kind}` };
  try {
    return await handler(job);
  } catch (error) {
    return { done: false, reason: maskedText(error instanceof Error ? error.message : String(error)) };
  }
}
