import type { CivilDate } from '../brazil/calendar.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { RowWriter } from '../write/effects.ts';
import type { DayKey } from './source.ts';
import type { Difference, DifferenceVerdict, Kind, ObjectKind, Totals, Verdict } from './verdicts.ts';

export const DAY_STATES = ['pending', 'incomplete', 'complete'] as const;
export type DayState = (typeof DAY_STATES)[number];
export const DIFFERENCE_STATES = ['open', 'resolved'] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

/** In JSON amounts are texts: they may be more than a number holds exactly. */
type StoredTotals = Record<Verdict, { count: number; listedCents: string; bookedCents: string }>;

export type Day = DayKey & {
  id: string;
  state: DayState;
  reason: string | null;
  totals: StoredTotals | null;
  runs: number;
  comparedAt: Date | null;
  nextAt: Date | null;
};

export const DAY_COLUMNS = `d.id, d.provider, d.kind, d.day, d.state, d.reason, d.totals, d.runs,
     d.compared_at as "comparedAt", d.next_at as "nextAt"`;

export function totalsFrom(stored: StoredTotals): Totals {
  const read = (verdict: Verdict) => ({
    count: stored[verdict].count,
    listedCents: cents(BigInt(stored[verdict].listedCents)),
    bookedCents: cents(BigInt(stored[verdict].bookedCents)),
  });
  return {
    matched: read('matched'),
    waiting: read('waiting'),
    missing_here: read('missing_here'),
    missing_there: read('missing_there'),
    amount_differs: read('amount_differs'),
    unknown: read('unknown'),
  };
}

const lastDay = statement(
  'reconciliation.last_day',
  'select max(day) as day from reconciliation_days where provider = $1 and kind = $2',
);

export async function lastKnownDay(
  db: Db,
  { provider, kind }: Omit<DayKey, 'day'>,
): Promise<CivilDate | null> {
  const [row] = await db.query<{ day: CivilDate | null }>(lastDay, [provider, kind]);
  return row?.day ?? null;
}

const insertDays = statement(
  'reconciliation.add_days',
  `insert into reconciliation_days (id, provider, kind, day, next_at)
   select id, $1, $2, day, next_at
   from unnest($3::uuid[], $4::date[], $5::timestamptz[]) as ended (id, day, next_at)
   on conflict (provider, kind, day) do nothing`,
);

export type EndedDay = { id: string; day: CivilDate; nextAt: Date };

/** Another process may have added them. */
export async function addDays(
  db: Db,
  { provider, kind }: Omit<DayKey, 'day'>,
  days: readonly EndedDay[],
): Promise<void> {
  if (days.length === 0) return;
  await db.query(insertDays, [
    provider,
    kind,
    days.map(({ id }) => id),
    days.map(({ day }) => day),
    days.map(({ nextAt }) => nextAt),
  ]);
}

/** Longer than one call to a provider. It is renewed after each page, so that the lease of a dead worker ends soon. */
const LEASE = '60 seconds';

const claim = statement(
  'reconciliation.claim',
  `update reconciliation_days d
   set leased_until = now() + interval '${LEASE}'
   where d.id = (
       select due.id
       from reconciliation_days due
       join unnest($2::text[], $3::text[]) as here (provider, kind)
         on here.provider = due.provider
         and here.kind = due.kind
       where due.next_at <= $1
         and (due.leased_until is null or due.leased_until < now())
       order by due.next_at, due.id
       limit 1
     )
     and (d.leased_until is null or d.leased_until < now())
   returning ${DAY_COLUMNS}`,
);

/** The day that has been due for longest, of these providers. Null: none, or another process was quicker. */
export async function claimDay(
  db: Db,
  now: Date,
  sources: readonly { provider: string; kind: Kind }[],
): Promise<Day | null> {
  const [day] = await db.query<Day>(claim, [
    now,
    sources.map(({ provider }) => provider),
    sources.map(({ kind }) => kind),
  ]);
  return day ?? null;
}

const renew = statement(
  'reconciliation.renew',
  `update reconciliation_days set leased_until = now() + interval '${LEASE}' where id = $1`,
);

export async function renewLease(db: Db, id: string): Promise<void> {
  await db.query(renew, [id]);
}

export type RunRow = {
  id: string;
  /** Counted from 1. A worker whose lease ended meanwhile finds it taken. */
  run: number;
  state: DayState;
  reason: string | null;
  /** Null: those of the last complete comparison stay. */
  totals: Totals | null;
  comparedAt: Date;
  nextAt: Date | null;
};

export const saveRun: RowWriter<RunRow> = {
  statement: statement(
    'reconciliation.save_run',
    `update reconciliation_days d
     set state = ran.state,
         reason = ran.reason,
         totals = coalesce(ran.totals, d.totals),
         runs = ran.run,
         compared_at = ran.compared_at,
         next_at = ran.next_at,
         leased_until = null
     from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::json[], $6::timestamptz[], $7::timestamptz[])
       as ran (id, run, state, reason, totals, compared_at, next_at)
     where d.id = ran.id
       and d.runs = ran.run - 1
     returning d.id`,
  ),
  values: (runs) => [
    runs.map(({ id }) => id),
    runs.map(({ run }) => run),
    runs.map(({ state }) => state),
    runs.map(({ reason }) => reason),
    runs.map(({ totals }) => totals && JSON.stringify(totals, (_, value) => textOf(value))),
    runs.map(({ comparedAt }) => comparedAt),
    runs.map(({ nextAt }) => nextAt),
  ],
  writes: 'all',
};

function textOf(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

export type SeenDifference = Difference & {
  id: string;
  dayId: string;
  provider: string;
  kind: Kind;
  seenAt: Date;
  run: number;
};

/** What an operator resolved stays so until it becomes another difference. */
const IS_THE_SAME = `(d.verdict, d.listed_cents, d.booked_cents, d.listed_returned_cents, d.booked_returned_cents)
       is not distinct from
       (excluded.verdict, excluded.listed_cents, excluded.booked_cents, excluded.listed_returned_cents,
        excluded.booked_returned_cents)
       and d.resolved_by is not distinct from 'operator'`;

export const saveDifference: RowWriter<SeenDifference> = {
  statement: statement(
    'reconciliation.save_difference',
    `insert into reconciliation_differences as d (id, day_id, provider, kind, verdict, reference, listed_cents,
       booked_cents, listed_returned_cents, booked_returned_cents, owner_account_id, object_id, object_kind, occurred_at, state,
       first_seen_at, last_seen_at, last_run)
     select id, day_id, provider, kind, verdict, reference, listed_cents, booked_cents, listed_returned_cents,
       booked_returned_cents, owner_account_id, object_id, object_kind, occurred_at, 'open', seen_at, seen_at, run
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
       $9::bigint[], $10::bigint[], $11::uuid[], $12::uuid[], $13::text[], $14::timestamptz[], $15::timestamptz[],
       $16::integer[])
       as seen (id, day_id, provider, kind, verdict, reference, listed_cents, booked_cents, listed_returned_cents,
         booked_returned_cents, owner_account_id, object_id, object_kind, occurred_at, seen_at, run)
     on conflict (day_id, reference) do update
     set verdict = excluded.verdict,
         listed_cents = excluded.listed_cents,
         booked_cents = excluded.booked_cents,
         listed_returned_cents = excluded.listed_returned_cents,
         booked_returned_cents = excluded.booked_returned_cents,
         owner_account_id = excluded.owner_account_id,
         object_id = excluded.object_id,
         object_kind = excluded.object_kind,
         last_seen_at = excluded.last_seen_at,
         last_run = excluded.last_run,
         state = case when ${IS_THE_SAME} then d.state else 'open' end,
         resolved_by = case when ${IS_THE_SAME} then d.resolved_by end,
         resolver_account_id = case when ${IS_THE_SAME} then d.resolver_account_id end,
         resolver_id = case when ${IS_THE_SAME} then d.resolver_id end,
         note = case when ${IS_THE_SAME} then d.note end,
         resolved_at = case when ${IS_THE_SAME} then d.resolved_at end
     returning d.id`,
  ),
  values: (seen) => [
    seen.map(({ id }) => id),
    seen.map(({ dayId }) => dayId),
    seen.map(({ provider }) => provider),
    seen.map(({ kind }) => kind),
    seen.map(({ verdict }) => verdict),
    seen.map(({ reference }) => reference),
    seen.map(({ listedCents }) => listedCents),
    seen.map(({ bookedCents }) => bookedCents),
    seen.map(({ listedReturnedCents }) => listedReturnedCents),
    seen.map(({ bookedReturnedCents }) => bookedReturnedCents),
    seen.map(({ owner }) => owner?.accountId ?? null),
    seen.map(({ owner }) => owner?.objectId ?? null),
    seen.map(({ owner }) => owner?.objectKind ?? null),
    seen.map(({ at }) => at),
    seen.map(({ seenAt }) => seenAt),
    seen.map(({ run }) => run),
  ],
  writes: 'all',
};

type Gone = { dayId: string; run: number; at: Date };

/** Open differences that a complete comparison did not find again. */
export const closeGone: RowWriter<Gone> = {
  statement: statement(
    'reconciliation.close_gone',
    `update reconciliation_differences d
     set state = 'resolved',
         resolved_by = 'comparison',
         resolved_at = compared.at
     from unnest($1::uuid[], $2::integer[], $3::timestamptz[]) as compared (day_id, run, at)
     where d.day_id = compared.day_id
       and d.state = 'open'
       and d.last_run < compared.run
     returning d.id`,
  ),
  values: (gone) => [gone.map(({ dayId }) => dayId), gone.map(({ run }) => run), gone.map(({ at }) => at)],
  writes: 'any',
};

export type StoredDifference = {
  id: string;
  dayId: string;
  provider: string;
  kind: Kind;
  verdict: DifferenceVerdict;
  reference: string;
  listedCents: Cents | null;
  bookedCents: Cents | null;
  listedReturnedCents: Cents | null;
  bookedReturnedCents: Cents | null;
  ownerAccountId: string | null;
  ownerName: string | null;
  objectId: string | null;
  objectKind: ObjectKind | null;
  occurredAt: Date;
  state: DifferenceState;
  resolvedBy: 'operator' | 'comparison' | null;
  resolverEmail: string | null;
  note: string | null;
  resolvedAt: Date | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
};

export const DIFFERENCE_COLUMNS = `f.id, f.day_id as "dayId", f.provider, f.kind, f.verdict, f.reference,
     f.listed_cents as "listedCents", f.booked_cents as "bookedCents",
     f.listed_returned_cents as "listedReturnedCents", f.booked_returned_cents as "bookedReturnedCents",
     f.owner_account_id as "ownerAccountId", f.object_id as "objectId", f.object_kind as "objectKind",
     f.occurred_at as "occurredAt", f.state,
     f.resolved_by as "resolvedBy", f.note, f.resolved_at as "resolvedAt", f.first_seen_at as "firstSeenAt",
     f.last_seen_at as "lastSeenAt",
     (select name from accounts a where a.id = f.owner_account_id) as "ownerName",
     (select email from users u where u.account_id = f.resolver_account_id and u.id = f.resolver_id) as "resolverEmail"`;

const lockedDifference = statement(
  'reconciliation.lock_difference',
  `select ${DIFFERENCE_COLUMNS}
   from reconciliation_differences f
   where f.id = $1
   for update of f`,
);

export async function lockDifference(tx: Tx, id: string): Promise<StoredDifference | null> {
  const [row] = await tx.query<StoredDifference>(lockedDifference, [id]);
  return row ?? null;
}

export type Resolution = {
  id: string;
  note: string;
  resolverAccountId: string;
  resolverId: string | null;
  resolvedAt: Date;
};

export const resolveDifference: RowWriter<Resolution> = {
  statement: statement(
    'reconciliation.resolve',
    `update reconciliation_differences d
     set state = 'resolved',
         resolved_by = 'operator',
         resolver_account_id = said.account_id,
         resolver_id = said.user_id,
         note = said.note,
         resolved_at = said.at
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::timestamptz[])
       as said (id, note, account_id, user_id, at)
     where d.id = said.id
       and d.state = 'open'
     returning d.id`,
  ),
  values: (said) => [
    said.map(({ id }) => id),
    said.map(({ note }) => note),
    said.map(({ resolverAccountId }) => resolverAccountId),
    said.map(({ resolverId }) => resolverId),
    said.map(({ resolvedAt }) => resolvedAt),
  ],
  writes: 'all',
};

const lockedDay = statement(
  'reconciliation.lock_day',
  `select ${DAY_COLUMNS} from reconciliation_days d where d.id = $1 for update of d`,
);

export async function lockDay(tx: Tx, id: string): Promise<Day | null> {
  const [row] = await tx.query<Day>(lockedDay, [id]);
  return row ?? null;
}

export const compareAgainAt: RowWriter<{ id: string; nextAt: Date }> = {
  statement: statement(
    'reconciliation.again',
    `update reconciliation_days d
     set next_at = asked.at
     from unnest($1::uuid[], $2::timestamptz[]) as asked (id, at)
     where d.id = asked.id
     returning d.id`,
  ),
  values: (asked) => [asked.map(({ id }) => id), asked.map(({ nextAt }) => nextAt)],
  writes: 'all',
};
