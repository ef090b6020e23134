import { type Db, statement } from '../db/pool.ts';
import type { IdPage } from '../http/id-page.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import {
  DAY_COLUMNS,
  type Day,
  DIFFERENCE_COLUMNS,
  type DifferenceState,
  type StoredDifference,
} from './store.ts';
import type { DifferenceVerdict, Kind } from './verdicts.ts';

/** A day with how many of its differences are open. */
export type ListedDay = Day & { openCount: number };

const OPEN_COUNT = `(
       select count(*)::integer
       from reconciliation_differences f
       where f.day_id = d.id
         and f.state = 'open'
     ) as "openCount"`;

// The table grows by a row per provider, kind and day: a filter may read all of it.
const CONDITIONS = `($1::text is null or d.provider = $1)
     and ($2::text is null or d.kind = $2)
     and (not $3::boolean or exists (
       select 1 from reconciliation_differences f where f.day_id = d.id and f.state = 'open'
     ))`;

const days = statement(
  'reconciliation.days',
  `select ${DAY_COLUMNS}, ${OPEN_COUNT}
   from reconciliation_days d
   where ${CONDITIONS}
     and d.id < $4
   order by d.id desc
   limit $5
   offset $6`,
);

const countDays = statement(
  'reconciliation.count_days',
  `select count(*) as total from reconciliation_days d where ${CONDITIONS}`,
);

export type DayFilter = { provider: string | null; kind: Kind | null; onlyOpen: boolean };

/** Newest first: days are added in their order. */
export async function listDays(
  db: Db,
  { provider, kind, onlyOpen }: DayFilter,
  page: IdPage,
): Promise<{ rows: ListedDay[]; total: bigint }> {
  const filter = [provider, kind, onlyOpen];
  const [rows, [count]] = await Promise.all([
    db.query<ListedDay>(days, [...filter, page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>(countDays, filter),
  ]);
  return { rows, total: count?.total ?? 0n };
}

const oneDay = statement(
  'reconciliation.day',
  `select ${DAY_COLUMNS}, ${OPEN_COUNT} from reconciliation_days d where d.id = $1`,
);

export async function findDay(db: Pick<Db, 'query'>, id: string): Promise<ListedDay> {
  const [day] = isId(id) ? await db.query<ListedDay>(oneDay, [id]) : [];
  if (!day) throw notFound('Day');
  return day;
}

const differences = statement(
  'reconciliation.differences',
  `select ${DIFFERENCE_COLUMNS}
   from reconciliation_differences f
   where f.day_id = $1
     and ($2::text is null or f.state = $2)
     and f.id < $3
   order by f.id desc
   limit $4
   offset $5`,
);

const countDifferences = statement(
  'reconciliation.count_differences',
  `select count(*) as total
   from reconciliation_differences f
   where f.day_id = $1
     and ($2::text is null or f.state = $2)`,
);

export async function listDifferences(
  db: Db,
  dayId: string,
  state: DifferenceState | null,
  page: IdPage,
): Promise<{ rows: StoredDifference[]; total: bigint }> {
  const filter = [dayId, state];
  const [rows, [count]] = await Promise.all([
    db.query<StoredDifference>(differences, [...filter, page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>(countDifferences, filter),
  ]);
  return { rows, total: count?.total ?? 0n };
}

const oneDifference = statement(
  'reconciliation.difference',
  `select ${DIFFERENCE_COLUMNS} from reconciliation_differences f where f.id = $1`,
);

export async function findDifference(
  db: Pick<Db, 'query'>,
  id: string,
): Promise<StoredDifference | undefined> {
  return (await db.query<StoredDifference>(oneDifference, [id]))[0];
}

export type OpenCount = { provider: string; kind: Kind; verdict: DifferenceVerdict; count: number };

const openByVerdict = statement(
  'reconciliation.open',
  `select provider, kind, verdict, count(*)::integer as count
   from reconciliation_differences
   where state = 'open'
   group by provider, kind, verdict`,
);

export function countOpen(db: Db): Promise<OpenCount[]> {
  return db.query<OpenCount>(openByVerdict, []);
}
