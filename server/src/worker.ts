import type { KeyUses } from './accounts/auth/keys.ts';
import { deleteOldSessions } from './accounts/auth/old-sessions.ts';
import { deleteOldTries } from './accounts/auth/tries.ts';
import type { GatewayDeps } from './assemble.ts';
import { withdrawalJobs } from './balance/decide-withdrawal.ts';
import { deleteOldCardTries } from './charges/cards/tries.ts';
import type { ChargeDeps } from './charges/deps.ts';
import { runDueCharges } from './charges/due.ts';
import { chargeJobs } from './charges/jobs.ts';
import { comparisonTasks } from './charges/pix/comparison.ts';
import { sealOldPayers } from './charges/seal-payers.ts';
import { deleteOldChanges } from './db/trusted-cache.ts';
import { deleteExpiredKeys } from './http/idempotency.ts';
import { deleteOldRequests } from './http/request-log/list.ts';
import type { Task } from './jobs/loop.ts';
import { type JobHandlers, runDueJobs } from './jobs/run.ts';
import { livesOf } from './retention/lives.ts';
import type { Sweep } from './retention/retention.ts';

const MAX_ROUNDS = 100_000;

function jobHandlers(deps: ChargeDeps): JobHandlers {
  return { ...chargeJobs(deps), ...withdrawalJobs(deps) };
}

/** The tasks of the worker role. */
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
    deps.retention.task(oldRows(deps)),
    { name: 'payer data of old rows', idleMs: 1_000, run: () => sealOldPayers(deps) },
  ];
}

/** What is removed row by row when it is old enough. Events, deliveries and the audit log go by partitions. */
export function oldRows(deps: GatewayDeps): Sweep[] {
  const { db, config } = deps;
  const { answersMs, requestLogMs, sessionsMs } = livesOf(config);
  return [
    { kind: 'idempotency keys', run: () => deleteExpiredKeys(db, answersMs) },
    { kind: 'requests', run: () => deleteOldRequests(db, requestLogMs) },
    { kind: 'sessions', run: () => deleteOldSessions(db, sessionsMs) },
    { kind: 'card tries', run: () => deleteOldCardTries(deps) },
    { kind: 'sign-in tries', run: () => deleteOldTries(db) },
    { kind: 'account changes', run: () => deleteOldChanges(db) },
  ];
}

/** Tasks of every process: they watch the database and save what was collected in memory. */
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

/** Runs everything that is due until nothing is left: a move of the sandbox clock answers after that. */
export async function runEverythingDue(deps: GatewayDeps): Promise<void> {
  const handlers = jobHandlers(deps);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const charges = await runDueCharges(deps);
    const jobs = await runDueJobs(deps, handlers);
    if (charges + jobs === 0) {
      await deps.dispatcher.drain();
      deps.clock.endSkippedTime();
      return;
    }
  }
  throw new Error('work kept falling due: the limit of rounds is reached');
}
