import type { CivilDate } from '../brazil/calendar.ts';
import { type Db, statement } from '../db/pool.ts';

/** After a stop, this many days more than fall due in the interval: a provider limits requests. */
const MAX_BEHIND = 2;
/** Longer than one call; renewed after each. The lease of a dead worker ends soon. */
const LEASE = '30 seconds';

/** Days of a provider's lists that are read one after the other, each once in a round: a provider limits requests. */
export type DayRound = {
  /** With the progress of each provider. */
  table: 'boleto_comparisons' | 'settlement_readings';
  /** Of one round. */
  steps: number;
  stepMs: number;
  /** Null: nothing to read in this step. */
  dayOf: (step: number) => CivilDate | null;
};

const statements = new Map<DayRound['table'], ReturnType<typeof statementsOf>>();

function statementsOf(table: DayRound['table']) {
  return {
    take: statement(
      `${table}.lease`,
      `insert into ${table} as c (provider, compared_at, days_compared_at, leased_until)
       values ($1, to_timestamp(0), to_timestamp(0), now() + interval '${LEASE}')
       on conflict (provider) do update
       set leased_until = now() + interval '${LEASE}'
       where (c.leased_until is null or c.leased_until < now())
       returning days_compared_at as "daysComparedAt"`,
    ),
    keep: statement(
      `${table}.keep`,
      `update ${table}
       set days_compared_at = $2, compared_at = greatest(compared_at, $3), leased_until = null
       where provider = $1`,
    ),
    hold: statement(
      `${table}.hold`,
      `update ${table} set leased_until = now() + interval '${LEASE}' where provider = $1`,
    ),
  };
}

function statementsFor(table: DayRound['table']) {
  const known = statements.get(table) ?? statementsOf(table);
  statements.set(table, known);
  return known;
}

/**
 * Reads the days that fell due. False: another worker holds the lease or the provider did not answer; the next time goes
 * on with the same day. `read` renews the lease after each call.
 */
export async function readDueDays(
  db: Db,
  provider: string,
  round: DayRound,
  { now, intervalMs }: { now: Date; intervalMs: number },
  read: (day: CivilDate, renew: () => Promise<unknown>) => Promise<boolean>,
): Promise<boolean> {
  const { take, keep, hold } = statementsFor(round.table);
  const [last] = await db.query<{ daysComparedAt: Date }>(take, [provider]);
  if (!last) return false;
  let { daysComparedAt } = last;
  let comparedAt = new Date(0);
  try {
    for (const step of dueSteps(round, daysComparedAt, now, intervalMs)) {
      const day = round.dayOf(step % round.steps);
      if (day !== null && !(await read(day, () => db.query(hold, [provider])))) return false;
      daysComparedAt = new Date(step * round.stepMs);
      comparedAt = now;
    }
    return true;
  } finally {
    await db.query(keep, [provider, daysComparedAt, comparedAt]);
  }
}

/** The numbers of the steps that fell due since, the latest of them after a long stop. */
function dueSteps({ steps, stepMs }: DayRound, comparedAt: Date, now: Date, intervalMs: number): number[] {
  const stepOf = (at: Date) => Math.floor(at.getTime() / stepMs);
  const last = stepOf(now);
  // A sandbox's clock may have been moved back.
  const first = Math.max(Math.min(stepOf(comparedAt), last) + 1, last - steps + 1);
  const most = Math.ceil(intervalMs / stepMs) + MAX_BEHIND;
  return Array.from({ length: Math.min(last - first + 1, most) }, (_, index) => first + index);
}
