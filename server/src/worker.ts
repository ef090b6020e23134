import type { KeyUses } from './accounts/auth/keys.ts';
import { forgetOldTries } from './accounts/auth/tries.ts';
import type { GatewayDeps } from './assemble.ts';
import { withdrawalJobs } from './balance/decide-withdrawal.ts';
import { forgetOldDeclines } from './charges/cards/defence.ts';
import type { ChargeDeps } from './charges/deps.ts';
import { runDueCharges } from './charges/due.ts';
import { chargeJobs } from './charges/jobs.ts';
import { comparisonTasks } from './charges/pix/comparison.ts';
import { forgetOldChanges } from './db/trusted-cache.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { forgetOldRequests } from './http/request-log/list.ts';
import type { Task } from './jobs/loop.ts';
import { type JobHandlers, runDueJobs } from './jobs/run.ts';

const ROUNDS_AT_MOST = 100_000;

function jobHandlers(deps: ChargeDeps): JobHandlers {
  return { ...chargeJobs(deps), ...withdrawalJobs(deps) };
}

/** What the worker role does, for ever. */
export function workerTasks(deps: GatewayDeps): Task[] {
  const handlers = jobHandlers(deps);
  return [
    { name: 'due charges', idleMs: 500, run: () => runDueCharges(deps) },
    {
      name: 'jobs',
      idleMs: 250,
      run: () => runDueJobs(deps, handlers),
      onWork: (wake) => deps.wake.jobs.listen(wake),
    },
    deps.dispatcher.task(),
    ...comparisonTasks(deps),
    { name: 'old idempotency keys', idleMs: 60_000, run: () => forgetOldKeys(deps.db) },
    { name: 'old card declines', idleMs: 60_000, run: () => forgetOldDeclines(deps) },
    { name: 'old sign-in tries', idleMs: 60_000, run: () => forgetOldTries(deps.db) },
    { name: 'old requests', idleMs: 60_000, run: () => forgetOldRequests(deps.db) },
    { name: 'old account changes', idleMs: 60_000, run: () => forgetOldChanges(deps.db) },
  ];
}

/** What every process does beside its role: it watches its database, and writes down what it gathered in memory. */
export function upkeepTasks(deps: ChargeDeps, uses: KeyUses): Task[] {
  return [
    deps.probe.task(),
    { name: 'rollups', idleMs: 1_000, run: () => foldDueRollups(deps) },
    { name: 'key uses', idleMs: 2_000, run: () => uses.save() },
    { name: 'request log', idleMs: 1_000, run: () => deps.requestLog.save() },
  ];
}

async function foldDueRollups({ rollups }: ChargeDeps): Promise<number> {
  await rollups.foldDue();
  return 0;
}

/** Runs everything that is due now, until nothing is: time travel answers only then. */
export async function runEverythingDue(deps: GatewayDeps): Promise<void> {
  const handlers = jobHandlers(deps);
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    const charges = await runDueCharges(deps);
    const jobs = await runDueJobs(deps, handlers);
    if (charges + jobs === 0) {
      await deps.dispatcher.drain();
      deps.clock.endSkippedTime();
      return;
    }
  }
  throw new Error('work kept falling due without end');
}
