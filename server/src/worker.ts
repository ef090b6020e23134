import type { KeyUses } from './accounts/auth/keys.ts';
import { deleteOldSessions } from './accounts/auth/old-sessions.ts';
import { RECOVERY_JOB, sendRecovery } from './accounts/auth/recover.ts';
import { deleteOldTries } from './accounts/auth/tries.ts';
import { checkDueDomains } from './accounts/domains/check.ts';
import { deleteOldNotices } from './accounts/inbox/inbox.ts';
import { deleteOldMailTries } from './accounts/mail-tries.ts';
import type { GatewayDeps } from './assemble.ts';
import { coverageTasks } from './balance/payouts/coverage.ts';
import { withdrawalJobs } from './balance/payouts/jobs.ts';
import { scheduleJobs } from './balance/schedule/run.ts';
import { removeOldContents } from './bank-files/remove-old.ts';
import { bankFileTask, runBankFiles } from './bank-files/work.ts';
import { boletoComparisonTasks } from './charges/boletos/comparison.ts';
import { deleteOldCardTries } from './charges/cards/tries.ts';
import type { ChargeDeps } from './charges/deps.ts';
import { runDueCharges } from './charges/due.ts';
import { fillSearchWords } from './charges/fill-search-words.ts';
import { chargeJobs } from './charges/jobs.ts';
import { comparisonTasks } from './charges/pix/comparison.ts';
import { settlementTasks } from './charges/receivables/acquirer.ts';
import { runDueReceivables } from './charges/receivables/due.ts';
import { sealOldPayers } from './charges/seal-payers.ts';
import { deleteOldChanges } from './db/trusted-cache.ts';
import { removeUnusedFiles } from './files/sweep.ts';
import { deleteExpiredKeys } from './http/idempotency.ts';
import { deleteOldRequests } from './http/request-log/list.ts';
import type { Task } from './jobs/loop.ts';
import type { Lane } from './jobs/queue.ts';
import { type JobHandlers, runDueJobs } from './jobs/run.ts';
import { MINUTE_MS, monotonicMs, pause, SECOND_MS } from './kit/clock.ts';
import { deleteOldMails } from './mail/old-mails.ts';
import { MAIL_JOB } from './mail/record.ts';
import { sendMail } from './mail/send.ts';
import { EventReader, readEveryEvent } from './notifications/event-reader.ts';
import { notifyOperators, operatorAlertTask } from './notifications/operator-alerts.ts';
import { runReminders } from './notifications/reminders.ts';
import { deleteOldViews, endOverViews } from './operators/views.ts';
import { reconciliationTask } from './reconciliation/due.ts';
import { removeOldDays } from './reconciliation/remove-old.ts';
import { livesOf } from './retention/lives.ts';
import type { Sweep } from './retention/retention.ts';

const MAX_ROUNDS = 100_000;
const DOMAINS_EVERY_MS = MINUTE_MS;
/** An event can be read when every transaction that began before it has ended, in whatever database of the server. */
const WAIT_FOR_EVENTS_MS = SECOND_MS;
const LOOK_AGAIN_MS = 20;

function jobHandlers(deps: ChargeDeps): JobHandlers {
  return {
    ...chargeJobs(deps),
    ...withdrawalJobs(deps),
    ...scheduleJobs(deps),
    [RECOVERY_JOB]: (job) => sendRecovery(deps, job.payload),
    [MAIL_JOB]: (job) => sendMail(deps, job),
  };
}

/** A mail server that hangs holds up mails only. */
const MAILS: Lane = { kinds: [MAIL_JOB], isAllBut: false };
const OTHERS: Lane = { kinds: [MAIL_JOB], isAllBut: true };

function jobTask(deps: GatewayDeps, name: string, lane: Lane): Task {
  const handlers = jobHandlers(deps);
  return {
    name,
    idleMs: 250,
    run: () => runDueJobs(deps, handlers, lane),
    onWork: (wake) => deps.wake.jobs.listen(wake),
  };
}

/** The tasks of the worker role. */
export function workerTasks(deps: GatewayDeps): Task[] {
  return [
    { name: 'due charges', idleMs: 500, run: () => runDueCharges(deps) },
    { name: 'due receivables', idleMs: 5_000, run: () => runDueReceivables(deps) },
    jobTask(deps, 'jobs', OTHERS),
    jobTask(deps, 'mails', MAILS),
    new EventReader(deps).task(),
    { name: 'reminders', idleMs: 5_000, run: () => runReminders(deps) },
    operatorAlertTask(deps),
    { name: 'views that ended', idleMs: 5_000, run: () => endOverViews(deps) },
    deps.dispatcher.task(),
    { name: 'domains', idleMs: DOMAINS_EVERY_MS, run: () => checkDueDomains(deps) },
    ...comparisonTasks(deps),
    ...coverageTasks(deps),
    ...boletoComparisonTasks(deps),
    ...settlementTasks(deps),
    reconciliationTask(deps),
    bankFileTask(deps),
    deps.retention.task(oldRows(deps)),
    { name: 'payer data of old rows', idleMs: 1_000, run: () => sealOldPayers(deps) },
    { name: 'search words of old rows', idleMs: 1_000, run: () => fillSearchWords(deps) },
  ];
}

/** What is removed row by row when it is old enough. Events, deliveries and the audit log go by partitions. */
export function oldRows(deps: GatewayDeps): Sweep[] {
  const { db, config } = deps;
  const { answersMs, bankFilesMs, mailsMs, reconciliationMs, requestLogMs, sessionsMs } = livesOf(config);
  return [
    { kind: 'idempotency keys', run: () => deleteExpiredKeys(db, answersMs) },
    { kind: 'requests', run: () => deleteOldRequests(db, requestLogMs) },
    { kind: 'sessions', run: () => deleteOldSessions(db, sessionsMs) },
    { kind: 'views', run: () => deleteOldViews(db, sessionsMs) },
    { kind: 'files', run: () => removeUnusedFiles(deps) },
    { kind: 'mails', run: () => deleteOldMails(db, mailsMs) },
    // As long as the mails about the same things.
    { kind: 'notices', run: () => deleteOldNotices(db, mailsMs) },
    { kind: 'files of banks', run: () => removeOldContents(deps, bankFilesMs) },
    { kind: 'reconciled days', run: () => removeOldDays(db, reconciliationMs) },
    { kind: 'card tries', run: () => deleteOldCardTries(deps) },
    { kind: 'sign-in tries', run: () => deleteOldTries(db) },
    { kind: 'mail tries', run: () => deleteOldMailTries(db) },
    { kind: 'account changes', run: () => deleteOldChanges(db) },
  ];
}

/** Tasks of every process: they watch the database and save what was collected in memory. */
export function upkeepTasks(deps: ChargeDeps, uses: KeyUses): Task[] {
  return [
    deps.probe.task(),
    ...deps.reads.tasks(),
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
  const endMs = monotonicMs() + WAIT_FOR_EVENTS_MS;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const charges = await runDueCharges(deps);
    const receivables = await runDueReceivables(deps);
    const jobs = await runDueJobs(deps, handlers);
    const events = await readEveryEvent(deps);
    const reminders = await runReminders(deps);
    const alerts = await notifyOperators(deps);
    const domains = await checkDueDomains(deps);
    const files = await runBankFiles(deps);
    if (charges + receivables + jobs + events.count + reminders + alerts + domains + files > 0) continue;
    if (events.isAll || monotonicMs() > endMs) {
      await deps.dispatcher.drain();
      deps.clock.endSkippedTime();
      return;
    }
    await pause(LOOK_AGAIN_MS);
  }
  throw new Error('work kept falling due: the limit of rounds is reached');
}
