import type { ChargeDeps } from '../charges/deps.ts';
import { firstAccountAt } from '../charges/pix/comparison.ts';
import type { Task } from '../jobs/loop.ts';
import { SECOND_MS, systemMs } from '../kit/clock.ts';
import { isRemote, isSimulated, type Rails } from '../providers/rails.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import { boletoSource } from './boletos.ts';
import { type Compared, compareDay } from './compare.ts';
import { payoutSource } from './payouts.ts';
import { pixSource } from './pix.ts';
import { endedDays, firstRunAt, nextRunAt } from './schedule.ts';
import type { Source } from './source.ts';
import {
  addDays,
  claimDay,
  closeGone,
  type Day,
  lastKnownDay,
  renewLease,
  saveDifference,
  saveRun,
} from './store.ts';

const IDLE_MS = 5 * SECOND_MS;

/** Every list of every remote provider of the installation. The sandbox plays a bank by its own clock: it has no books. */
function sourcesOf(deps: ChargeDeps): Source[] {
  const { pix, boleto, payout }: Rails = deps.rails;
  const sources = [
    ...pix.filter(isRemote).map((provider) => pixSource(deps, provider)),
    ...boleto.flatMap(({ name, remote }) => (remote ? [boletoSource(deps, { name, remote })] : [])),
    ...payout.flatMap(({ name, remote }) => (remote ? [payoutSource(deps, { name, remote })] : [])),
  ] as Source[];
  return sources.filter(({ provider }) => !isSimulated(provider));
}

/** Compares every day that has ended with the lists of its providers, and again on later days. */
export function reconciliationTask(deps: ChargeDeps): Task {
  return {
    name: 'reconciliation',
    idleMs: IDLE_MS,
    // A pause after each day: many may be due at once, and providers limit requests.
    run: async () => {
      await reconcileDue(deps, new Date(systemMs()));
      return 0;
    },
  };
}

/** One day that is due, under a lease. Times are the providers', in real time. Returns how many days were compared. */
export async function reconcileDue(deps: ChargeDeps, now: Date): Promise<number> {
  const sources = sourcesOf(deps);
  if (sources.length === 0) return 0;
  for (const source of sources) await addEndedDays(deps, source, now);
  const day = await claimDay(deps.db, now, sources);
  const source = sources.find(({ provider, kind }) => provider === day?.provider && kind === day.kind);
  if (!day || !source) return 0;
  await reconcile(deps, source, day, now);
  return 1;
}

async function addEndedDays(deps: ChargeDeps, source: Source, now: Date): Promise<void> {
  const last = await lastKnownDay(deps.db, source);
  const days = endedDays(last, await firstAccountAt(deps.db, now), now);
  const rows = days.map((day) => ({ id: deps.ids.next(), day, nextAt: firstRunAt(day) }));
  await addDays(deps.db, source, rows);
}

async function reconcile(deps: ChargeDeps, source: Source, day: Day, now: Date): Promise<void> {
  const time = { day: day.day, now };
  const compared = await compareDay(source, time, () => renewLease(deps.db, day.id)).catch(
    (error: unknown): Compared => {
      deps.log.error({ err: error, ...namesOf(day) }, 'a day could not be reconciled');
      return { isComplete: false, reason: 'an error of the gateway: its log has it' };
    },
  );
  await deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () => decideRun(day, compared, now, () => deps.ids.next()),
  });
  report(deps, day, compared);
}

/** What a comparison changes. One that is not complete changes no difference: what it did not read may match. */
export function decideRun(day: Day, compared: Compared, now: Date, nextId: () => string): Decision<void> {
  const nextAt = nextRunAt(day.day, now, compared.isComplete);
  const run = day.runs + 1;
  const ran = { id: day.id, run, comparedAt: now, nextAt };
  if (!compared.isComplete) {
    const { reason } = compared;
    return done(undefined, {
      rows: [rowWrite(saveRun, { ...ran, state: 'incomplete', reason, totals: null })],
    });
  }
  const { totals, differences } = compared;
  const { id: dayId, provider, kind } = day;
  return done(undefined, {
    rows: [
      rowWrite(saveRun, { ...ran, state: 'complete', reason: null, totals }),
      ...differences.map((difference) =>
        rowWrite(saveDifference, { ...difference, id: nextId(), dayId, provider, kind, seenAt: now, run }),
      ),
      rowWrite(closeGone, { dayId, run, at: now }),
    ],
  });
}

/** Money that is booked and that its provider does not have is an error: a person must look. */
function report({ log }: ChargeDeps, day: Day, compared: Compared): void {
  const names = namesOf(day);
  if (!compared.isComplete) {
    log.warn({ ...names, reason: compared.reason }, 'a day is not reconciled: its list is not whole');
    return;
  }
  const { missing_there: missing } = compared.totals;
  if (missing.count === 0) return;
  const facts = { ...names, count: missing.count, cents: missing.bookedCents.toString() };
  log.error(facts, 'money is booked that its provider does not list');
}

function namesOf({ provider, kind, day }: Day) {
  return { provider, kind, day };
}
