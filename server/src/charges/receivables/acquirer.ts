import { addDays, type CivilDate, civilDateOf, startOfCivilDate } from '../../brazil/calendar.ts';
import { askEveryNode } from '../../db/distributed/every-node.ts';
import { statement } from '../../db/pool.ts';
import type { Task } from '../../jobs/loop.ts';
import { DAY_MS, SECOND_MS } from '../../kit/clock.ts';
import { groupBy } from '../../kit/group-by.ts';
import type { CardSettlements, SettlementRow } from '../../providers/card.ts';
import { done, together } from '../../write/effects.ts';
import { readDueDays } from '../day-rounds.ts';
import type { ChargeDeps } from '../deps.ts';
import { loadBooks } from './due.ts';
import { withStatus } from './receivable.ts';
import { type Books, booksEffects, settled } from './settle.ts';

/** An acquirer corrects itself within days; these are read every hour. */
const DAYS_BACK = 10;
const NEAR_DAYS = DAYS_BACK + 2;
/** Of the days to come, for what it will pay and keep, a part every hour and all of them in a day. */
const FAR_DAYS_PER_HOUR = 18;
const STEPS_PER_HOUR = NEAR_DAYS + FAR_DAYS_PER_HOUR;
const STEPS = 24 * STEPS_PER_HOUR;
const STEP_MS = DAY_MS / STEPS;
const MAX_PAGES = 10_000;

type Source = { name: string; settlements: CardSettlements };

/** Reads what each acquirer pays, one worker per acquirer at a time. */
export function settlementTasks(deps: ChargeDeps): Task[] {
  const intervalMs = deps.config.GUICHE_COMPARE_SECONDS * SECOND_MS;
  return sourcesOf(deps).map((source) => ({
    name: `payments of ${source.name}`,
    idleMs: intervalMs,
    run: async () => {
      const now = deps.clock.now();
      const today = civilDateOf(now);
      const round = { steps: STEPS, stepMs: STEP_MS, dayOf: (step: number) => dayOfStep(step, today) };
      await readDueDays(
        deps.db,
        source.name,
        { table: 'settlement_readings', ...round },
        { now, intervalMs },
        (day, renew) => readSettlements(deps, source, day, renew),
      );
      return 0;
    },
  }));
}

export function sourcesOf({ rails }: Pick<ChargeDeps, 'rails'>): Source[] {
  return rails.card.flatMap(({ name, remote }) =>
    remote?.settlements ? [{ name, settlements: remote.settlements }] : [],
  );
}

/** The first steps of an hour are the days that are near. */
function dayOfStep(step: number, today: CivilDate): CivilDate {
  const [hour, inHour] = [Math.floor(step / STEPS_PER_HOUR), step % STEPS_PER_HOUR];
  const days = inHour < NEAR_DAYS ? inHour - DAYS_BACK : 2 + hour * FAR_DAYS_PER_HOUR + inHour - NEAR_DAYS;
  return addDays(today, days);
}

/** False: the acquirer did not answer. */
export async function readSettlements(
  deps: ChargeDeps,
  { name, settlements }: Source,
  day: CivilDate,
  renew: () => Promise<unknown> = async () => undefined,
): Promise<boolean> {
  let page: number | null = 0;
  for (let read = 0; page !== null && read < MAX_PAGES; read += 1) {
    const answer: Awaited<ReturnType<CardSettlements['settlementsIn']>> = await settlements.settlementsIn({
      ...{ from: day, until: day, page },
    });
    if (!answer.ok) {
      deps.log.warn({ provider: name, day, reason: answer.reason }, 'what is paid could not be read');
      // A day that the acquirer refuses is passed over.
      return answer.kind === 'refused';
    }
    await applySettlements(deps, name, answer.rows);
    await renew();
    page = answer.nextPage;
  }
  return true;
}

const ofPayments = statement(
  'receivables.of_payments',
  `select distinct seller_id as "accountId", charge_id as id, payment_reference as reference
   from receivables
   where provider = $1
     and payment_reference = any($2::text[])
     and confirmed_by = 'acquirer'
     and account_id = seller_id`,
);

type Paid = { accountId: string; id: string; reference: string };

/** What was refunded or disputed is booked when that happens: only what is paid for sales is applied. */
async function applySettlements(
  deps: ChargeDeps,
  provider: string,
  rows: readonly SettlementRow[],
): Promise<void> {
  const byPayment = groupBy(
    rows.filter(({ kind }) => kind === 'payment'),
    (row) => row.providerReference,
  );
  if (byPayment.size === 0) return;
  const found = await askEveryNode<Paid>(deps.db, {
    ...{ table: 'receivables', sql: ofPayments, values: [provider, [...byPayment.keys()]] },
    read: (row) => row as Paid,
  });
  for (const [accountId, paid] of groupBy(found, (each) => each.accountId)) {
    await applyOrLog(deps, accountId, paid, byPayment);
  }
}

/** A charge that cannot be changed must not block the others: it is logged, and found again within the hour. */
async function applyOrLog(
  deps: ChargeDeps,
  accountId: string,
  paid: readonly Paid[],
  byPayment: ReadonlyMap<string, SettlementRow[]>,
): Promise<void> {
  const now = deps.clock.now();
  const rowsOf = new Map(paid.map(({ id, reference }) => [id, byPayment.get(reference) ?? []]));
  try {
    await deps.writer.commit({
      load: (tx) => loadBooks(tx, accountId, [...rowsOf.keys()]),
      decide: (all) => {
        const changed = all.map((books) =>
          booksEffects(books, withReports(books, rowsOf.get(books.charge.id) ?? [], now)),
        );
        return done(undefined, together(changed));
      },
    });
  } catch (error) {
    if (paid.length > 1) {
      for (const each of paid) await applyOrLog(deps, accountId, [each], byPayment);
      return;
    }
    deps.log.error({ err: error, charge: paid[0]?.id }, 'what an acquirer paid could not be applied');
  }
}

/** Known now: the day, what the acquirer pays and what it keeps; and once it has paid, the money is there. */
function withReports(before: Books, reports: readonly SettlementRow[], now: Date): Books {
  const inOrder = [...reports].sort((a, b) => a.installment - b.installment);
  return inOrder.reduce((books, report) => {
    const known = withTerms(books, report);
    return report.settledOn === null ? known : settled(known, report.installment, now);
  }, before);
}

function withTerms(books: Books, report: SettlementRow): Books {
  const { installment, grossCents, feeCents, settlementReference } = report;
  const expectedAt = startOfCivilDate(report.expectedOn);
  const rows = books.rows.map((row) => {
    if (row.installment !== installment || row.confirmedBy !== 'acquirer') return row;
    const isSellers = row.accountId === row.sellerId;
    const next = {
      ...row,
      ...(row.settledAt === null && { expectedAt }),
      ...(isSellers && { settlementReference, providerGrossCents: grossCents, providerFeeCents: feeCents }),
    };
    return isSame(row, next) ? row : withStatus(next);
  });
  return { ...books, rows };
}

function isSame(a: Books['rows'][number], b: Books['rows'][number]): boolean {
  return (
    a.expectedAt.getTime() === b.expectedAt.getTime() &&
    a.settlementReference === b.settlementReference &&
    a.providerGrossCents === b.providerGrossCents &&
    a.providerFeeCents === b.providerFeeCents
  );
}
