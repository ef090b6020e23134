import { over, raised } from '../../alerts/alert.ts';
import { lockShortage } from '../../alerts/store.ts';
import { type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import type { Task } from '../../jobs/loop.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../../write/effects.ts';
import { isRemote, type RemotePayoutProvider } from './choose.ts';

const MEASURE_EVERY_MS = 10 * MINUTE_MS;
/** A day without any balance of a bank is as bad as one without enough. */
const MAX_UNREAD_MS = DAY_MS;
export const MAX_DAYS_SHOWN = 366;

/** A bank's balance, as text of cents; null with the reason: it could not be read, and was last read then. */
export type BankBalance = {
  provider: string;
  availableCents: string | null;
  reason: string | null;
  readAt: string | null;
};

export type Coverage = {
  day: CivilDate;
  measuredAt: Date;
  /** What sellers may withdraw now. Debts of sellers do not lessen it. */
  availableCents: Cents;
  /** What they have asked for and has not ended. */
  withdrawalsCents: Cents;
  /** Of those: at a bank, which may have taken the money already. */
  sendingCents: Cents;
  /** What they may withdraw later. */
  reservedCents: Cents;
  banks: BankBalance[];
  /** Null: not known, because a balance could not be read. */
  isCovered: boolean | null;
};

export type Liabilities = Pick<
  Coverage,
  'availableCents' | 'withdrawalsCents' | 'sendingCents' | 'reservedCents'
>;

/** What the banks must be able to pay. */
export function owedCents({ availableCents, withdrawalsCents, sendingCents }: Liabilities): Cents {
  return cents(availableCents + withdrawalsCents - sendingCents);
}

/** The sum of the balances; null: one of them could not be read. */
export function bankCents(banks: readonly BankBalance[]): Cents | null {
  let total: bigint = ZERO;
  for (const { availableCents } of banks) {
    if (availableCents === null) return null;
    total += BigInt(availableCents);
  }
  return cents(total);
}

export function isCovered(liabilities: Liabilities, banks: readonly BankBalance[]): boolean | null {
  const total = bankCents(banks);
  return total === null ? null : total >= owedCents(liabilities);
}

// Sums over all accounts: there is no shared row.
const sumsOfBooks = statement(
  'payout_coverage.books',
  `select coalesce(sum(greatest(available_cents, 0)), 0)::bigint as "availableCents",
     coalesce(sum(withdrawals_cents), 0)::bigint as "withdrawalsCents",
     coalesce(sum(reserved_cents), 0)::bigint as "reservedCents"
   from ledger_balances`,
);
const sumOfSending = statement(
  'payout_coverage.sending',
  `select coalesce(sum(amount_cents), 0)::bigint as "sendingCents"
   from withdrawals
   where status = 'pending'
     and payout_state = 'sending'
     and payout_calls > 0`,
);
const COLUMNS = `to_char(day, 'YYYY-MM-DD') as day, measured_at as "measuredAt", available_cents as "availableCents",
  withdrawals_cents as "withdrawalsCents", sending_cents as "sendingCents", reserved_cents as "reservedCents", banks,
  is_covered as "isCovered"`;
const saveCoverage: RowWriter<Coverage> = {
  statement: statement(
    'payout_coverage.save',
    `insert into payout_coverage (day, measured_at, available_cents, withdrawals_cents, sending_cents, reserved_cents,
       banks, is_covered)
     select *
     from unnest($1::date[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::json[],
       $8::boolean[])
     on conflict (day) do update
     set measured_at = excluded.measured_at,
         available_cents = excluded.available_cents,
         withdrawals_cents = excluded.withdrawals_cents,
         sending_cents = excluded.sending_cents,
         reserved_cents = excluded.reserved_cents,
         banks = excluded.banks,
         is_covered = excluded.is_covered`,
  ),
  values: (rows) => [
    rows.map(({ day }) => day),
    rows.map(({ measuredAt }) => measuredAt),
    rows.map(({ availableCents }) => availableCents),
    rows.map(({ withdrawalsCents }) => withdrawalsCents),
    rows.map(({ sendingCents }) => sendingCents),
    rows.map(({ reservedCents }) => reservedCents),
    rows.map(({ banks }) => JSON.stringify(banks)),
    rows.map((row) => row.isCovered),
  ],
  writes: 'any',
};
const lockDay = statement(
  'payout_coverage.lock_day',
  'select measured_at as "measuredAt" from payout_coverage where day = $1::date for update',
);
const latest = statement(
  'payout_coverage.latest',
  `select ${COLUMNS}
   from payout_coverage
   order by payout_coverage.day desc
   limit $1`,
);

export async function listCoverage({ db }: Pick<Deps, 'db'>, days: number): Promise<Coverage[]> {
  return db.query<Coverage>(latest, [Math.min(days, MAX_DAYS_SHOWN)]);
}

/** Reads every bank's balance, then the books: what is paid meanwhile is missing at most once, at the bank. */
export async function measureCoverage(deps: Deps): Promise<Coverage> {
  const now = deps.clock.now();
  const [last] = await listCoverage(deps, 1);
  const providers = deps.rails.payout.filter(isRemote);
  const banks = await Promise.all(providers.map((provider) => balanceOf(provider, now, last?.banks ?? [])));
  const liabilities = await readLiabilities(deps.db);
  const covered = isCovered(liabilities, banks);
  const coverage = { day: civilDateOf(now), measuredAt: now, ...liabilities, banks, isCovered: covered };
  await deps.writer.commit({
    load: (tx) => loadBefore(tx, coverage.day),
    decide: (before) => decideCoverage(before, coverage),
  });
  logAlarm(deps, coverage);
  return coverage;
}

/** The measurement of this day before this one, and the shortage that operators were notified of and that is not over. */
export type Before = { measuredAt: Date | null; shortage: { source: string } | null };

async function loadBefore(tx: Tx, day: CivilDate): Promise<Before> {
  const [earlier] = await tx.query<{ measuredAt: Date }>(lockDay, [day]);
  return { measuredAt: earlier?.measuredAt ?? null, shortage: await lockShortage(tx) };
}

/** One alert for each shortage, from its first measurement to the first that finds enough. */
export function decideCoverage({ measuredAt, shortage }: Before, coverage: Coverage): Decision<void> {
  const at = coverage.measuredAt;
  // Another process has measured since.
  if (measuredAt !== null && measuredAt > at) return done(undefined);
  const rows = [rowWrite(saveCoverage, coverage)];
  const missing = owedCents(coverage) - (bankCents(coverage.banks) ?? ZERO);
  if (coverage.isCovered === false && !shortage) {
    const source = `coverage_low:${at.toISOString()}`;
    const amountCents = cents(missing);
    rows.push(raised({ kind: 'coverage_low', source, accountId: null, provider: null, amountCents, at }));
  }
  if (coverage.isCovered === true && shortage) rows.push(over(shortage.source, at));
  return done(undefined, { rows });
}

async function readLiabilities(db: Db): Promise<Liabilities> {
  const [[books], [sending]] = await Promise.all([
    db.patient.query<Omit<Liabilities, 'sendingCents'>>(sumsOfBooks),
    db.patient.query<Pick<Liabilities, 'sendingCents'>>(sumOfSending),
  ]);
  const none = { availableCents: ZERO, withdrawalsCents: ZERO, reservedCents: ZERO, sendingCents: ZERO };
  return { ...none, ...books, ...sending };
}

async function balanceOf(
  { name: provider, remote }: RemotePayoutProvider,
  now: Date,
  last: readonly BankBalance[],
): Promise<BankBalance> {
  const answer = await remote.bankBalance();
  if (answer.ok) {
    const availableCents = answer.availableCents.toString();
    return { provider, availableCents, reason: null, readAt: now.toISOString() };
  }
  const before = last.find((each) => each.provider === provider);
  return { provider, availableCents: null, reason: answer.reason, readAt: before?.readAt ?? null };
}

function logAlarm({ log }: Deps, coverage: Coverage): void {
  const { day, banks, measuredAt } = coverage;
  if (coverage.isCovered === false) {
    const facts = { day, owed_cents: `${owedCents(coverage)}`, bank_cents: `${bankCents(banks)}` };
    log.error(facts, 'the bank balances do not cover what sellers may withdraw');
  }
  for (const { provider, reason } of unreadForLong(banks, measuredAt)) {
    log.error({ provider, reason }, 'the bank balance of a payout provider could not be read for a day');
  }
}

/** Those that were not read for a day; or never. */
export function unreadForLong(banks: readonly BankBalance[], now: Date): BankBalance[] {
  return banks.filter(
    ({ availableCents, readAt }) =>
      availableCents === null && (readAt === null || now.getTime() - Date.parse(readAt) >= MAX_UNREAD_MS),
  );
}

/** Once a day; hourly while it is not covered, or not known. */
export function coverageTasks(deps: Deps): Task[] {
  if (!deps.rails.payout.some(isRemote)) return [];
  const run = async () => {
    const [last] = await listCoverage(deps, 1);
    if (isDue(last, deps.clock.now())) await measureCoverage(deps);
    return 0;
  };
  return [{ name: 'coverage of payouts', idleMs: MEASURE_EVERY_MS, run }];
}

export function isDue(last: Coverage | undefined, now: Date): boolean {
  if (!last || last.day !== civilDateOf(now)) return true;
  return last.isCovered !== true && now.getTime() - last.measuredAt.getTime() >= HOUR_MS;
}
