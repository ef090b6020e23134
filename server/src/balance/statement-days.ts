import { type Db, statement } from '../db/pool.ts';
import { WITHOUT_WAITING } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { assert } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import { kindsOf, type LineFilter, spanOf, wholeDaysOf } from './line-filter.ts';

const DAY = `(occurred_at at time zone 'America/Sao_Paulo')::date`;
const FOLDED_THROUGH = '(select folded_through from statement_marks where account_id = $1)';
const signed = (line: string) =>
  `case ${line}.type when 'credit' then ${line}.amount_cents else -${line}.amount_cents end`;

/** Fenced off: it is read by its numbers, whatever else is asked of it. */
const TAIL = `with tail as materialized (
     select category, type, amount_cents, occurred_at
     from ledger_postings
     where account_id = $1
       and sequence > ${FOLDED_THROUGH}
       and type is not null
   )`;

// $2, $3: kinds of lines; $4 to $7: the span and, within it, when its whole days begin and end; $8, $9: those days.
const sumOfLines = (ofDay: string, ofLine: (line: string) => string) => `(
     select coalesce(sum(${ofDay}), 0)
     from unnest($2::text[], $3::text[]) as kind (category, type)
     join statement_days d using (category, type)
     where d.account_id = $1
       and d.day >= $8::date
       and d.day < $9::date
   ) + (
     select coalesce(sum(${ofLine('tail')}), 0)
     from unnest($2::text[], $3::text[]) as kind (category, type)
     join tail using (category, type)
     where tail.occurred_at >= $6
       and tail.occurred_at < $7
   ) + (
     select coalesce(sum(edge.total), 0)
     from unnest($2::text[], $3::text[]) as kind (category, type)
     cross join (values ($4::timestamptz, $6::timestamptz), ($7::timestamptz, $5::timestamptz)) as part (since, until)
     cross join lateral (
       select sum(${ofLine('p')}) as total
       from ledger_postings p
       where p.account_id = $1
         and p.category = kind.category
         and p.type = kind.type
         and p.occurred_at >= part.since
         and p.occurred_at < part.until
     ) as edge
   )`;

const count = statement(
  'payouts.count_lines',
  `${TAIL} select (${sumOfLines('d.count', () => '1')})::bigint as total`,
);

/** How many lines match: whole days are added up already, and only what lies at the edges of the span is counted. */
export async function countLines(db: Db, accountId: string, filter: LineFilter): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(count, [accountId, ...values(filter)]);
  return row?.total ?? 0n;
}

function values(filter: LineFilter): unknown[] {
  const { categories, types } = kindsOf(filter);
  const span = spanOf(filter);
  const { first, end, firstAt, endAt } = wholeDaysOf(span);
  return [categories, types, span.from, span.to, firstAt, endAt, first, end];
}

const opening = statement(
  'payouts.opening',
  `${TAIL}
   select last_sequence, (available_cents - (${sumOfLines(signed('d'), signed)}))::bigint as opening_cents
   from ledger_balances
   where account_id = $1`,
);

export type Opening = { last_sequence: bigint; opening_cents: Cents };

/** The available balance before the first line since `from`, and the newest line that it knows of. */
export async function openingAt(db: Db, accountId: string, from: Date): Promise<Opening> {
  const [row] = await db.query<Opening>(opening, [accountId, ...values({ from })]);
  assert(row, 'every account has a balance row');
  return row;
}

/** The day a charge's reserve is released. Neither the payment's time nor the plan changes once it is paid. */
const RELEASE_DAY = `((c.paid_at + make_interval(hours => 24 * c.reserve_days)) at time zone 'America/Sao_Paulo')::date`;

/**
 * What the postings since the mark did to the reserve, by day of release. A charge is counted while something is held
 * for it: what it held at the mark is what it holds now less what the postings since did.
 */
const heldSince = (mark: string) => `moved as (
     select charge_id, sum(case to_bucket when 'reserved' then amount_cents else -amount_cents end) as amount_cents
     from ledger_postings
     where account_id = $1
       and sequence > ${mark}
       and 'reserved' in (from_bucket, to_bucket)
     group by charge_id
   ), held as (
     select c.day, sum((c.now_cents > 0)::integer - (c.now_cents > moved.amount_cents)::integer) as charges_count,
       sum(moved.amount_cents) as amount_cents
     from moved
     cross join lateral (
       select ${RELEASE_DAY} as day, c.reserve_held_cents as now_cents
       from charges c
       where c.account_id = $1
         and c.id = moved.charge_id
       offset 0
     ) as c
     group by c.day
   )`;

const reserve = statement(
  'payouts.reserve',
  `with ${heldSince(FOLDED_THROUGH)}, days as (
     select day, sum(charges_count)::bigint as charges_count, sum(amount_cents)::bigint as amount_cents
     from (
       select day, charges_count, amount_cents
       from reserve_days
       where account_id = $1
         and charges_count > 0
       union all
       select day, charges_count, amount_cents
       from held
     ) as parts
     group by day
     having sum(charges_count) > 0
   )
   select b.reserved_cents, days.*
   from ledger_balances b
   left join days on true
   where b.account_id = $1
   order by days.day`,
);

export type ReserveDay = { day: string; charges_count: bigint; amount_cents: Cents };
type ReserveRow = { reserved_cents: Cents } & (ReserveDay | { day: null });

/** What is held in reserve, by the day of its release. There are as many rows as days in a plan, not as charges. */
export async function readReserve(
  { db, rollups }: Deps,
  accountId: string,
): Promise<{ reservedCents: Cents; days: ReserveDay[] }> {
  rollups.viewed(accountId);
  const rows = await db.query<ReserveRow>(reserve, [accountId]);
  const [first] = rows;
  assert(first, 'every account has a balance row');
  return { reservedCents: first.reserved_cents, days: rows.filter((row) => row.day !== null) };
}

const THE_MARK = '(select folded_through from mark)';

export const foldStatementDays = statement(
  'payouts.fold_statement',
  `with mark as materialized (
     select folded_through
     from statement_marks
     where account_id = $1
       and ${WITHOUT_WAITING}
     for update skip locked
   ), ${heldSince(THE_MARK)}, days as (
     insert into statement_days as d (account_id, day, category, type, count, amount_cents)
     select $1, ${DAY}, category, type, count(*), sum(amount_cents)
     from ledger_postings
     where account_id = $1
       and sequence > ${THE_MARK}
       and type is not null
     group by 2, 3, 4
     on conflict (account_id, day, category, type) do update
       set count = d.count + excluded.count,
           amount_cents = d.amount_cents + excluded.amount_cents
   ), reserves as (
     insert into reserve_days as r (account_id, day, charges_count, amount_cents)
     select $1, day, charges_count, amount_cents
     from held
     on conflict (account_id, day) do update
       set charges_count = r.charges_count + excluded.charges_count,
           amount_cents = r.amount_cents + excluded.amount_cents
   )
   update statement_marks m
   set folded_through = greatest(m.folded_through, b.last_sequence)
   from mark, ledger_balances b
   where m.account_id = $1
     and b.account_id = $1`,
);
