import { type Db, statement } from '../db/pool.ts';
import { type Rollup, rolledUp, tailOf } from '../db/rollup.ts';
import type { Deps } from '../http/deps.ts';
import { assert } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import { kindsOf, type LineFilter, spanOf, wholeDaysOf } from './line-filter.ts';

/** The day a charge's reserve is released. Neither the payment's time nor the plan changes once it is paid. */
const RELEASE_DAY = `((c.paid_at + make_interval(hours => 24 * c.reserve_days)) at time zone 'America/Sao_Paulo')::date`;

/** Postings are numbered under the lock of their account's balance row: the numbers follow the commits without a gap. */
export const statementDays: Rollup<'statement_days' | 'reserve_days'> = {
  name: 'statement days',
  mark: { table: 'statement_marks', column: 'folded_through' },
  end: '(select last_sequence from ledger_balances where account_id = $1)',
  source: (
    mark,
    end,
    account,
  ) => `select category, type, amount_cents, occurred_at, charge_id, from_bucket, to_bucket
     from ledger_postings
     where account_id = ${account}
       and sequence > ${mark}
       ${end ? `and sequence <= ${end}` : ''}`,
  tables: {
    statement_days: {
      keys: ['day', 'category', 'type'],
      sums: ['count', 'amount_cents'],
      select: `select (occurred_at at time zone 'America/Sao_Paulo')::date, category, type, count(*),
         sum(amount_cents)::bigint
       from tail
       where type is not null
       group by 1, 2, 3`,
    },
    // By day of release, without what installments hold. A charge is counted while it has a reserve. The reserve at the mark is the current one less the
    // postings since the mark.
    reserve_days: {
      keys: ['day'],
      sums: ['charges_count', 'amount_cents'],
      where: 'charges_count > 0',
      select: `select c.day, sum((c.now_cents > 0)::integer - (c.now_cents > moved.amount_cents)::integer)::bigint,
         sum(moved.amount_cents)::bigint
       from (
         select charge_id, sum(case to_bucket when 'reserved' then amount_cents else -amount_cents end) as amount_cents
         from tail
         where 'reserved' in (from_bucket, to_bucket)
         group by charge_id
       ) as moved
       cross join lateral (
         select ${RELEASE_DAY} as day, c.reserve_held_cents as now_cents
         from charges c
         where c.account_id = $1
           and c.id = moved.charge_id
           and not exists (select from receivables r where r.account_id = $1 and r.charge_id = c.id)
         offset 0
       ) as c
       group by 1`,
    },
  },
};

// $2, $3: kinds of lines; $4 to $7: the span and, within it, when its whole days begin and end; $8, $9: those days.
const sumOfLines = (ofDay: string, ofLine: string) => `(
     select coalesce(sum(${ofDay}), 0)
     from unnest($2::text[], $3::text[]) as kind (category, type)
     join ${rolledUp(statementDays, 'statement_days')} as d using (category, type)
     where d.day >= $8::date
       and d.day < $9::date
   ) + (
     select coalesce(sum(edge.total), 0)
     from unnest($2::text[], $3::text[]) as kind (category, type)
     cross join (values ($4::timestamptz, $6::timestamptz), ($7::timestamptz, $5::timestamptz)) as part (since, until)
     cross join lateral (
       select sum(${ofLine}) as total
       from ledger_postings p
       where p.account_id = $1
         and p.category = kind.category
         and p.type = kind.type
         and p.occurred_at >= part.since
         and p.occurred_at < part.until
     ) as edge
   )`;

function values(filter: LineFilter): unknown[] {
  const { categories, types } = kindsOf(filter);
  const span = spanOf(filter);
  const { first, end, firstAt, endAt } = wholeDaysOf(span);
  return [categories, types, span.from, span.to, firstAt, endAt, first, end];
}

const count = statement(
  'balance.count_lines',
  `${tailOf(statementDays)} select (${sumOfLines('d.count', '1')})::bigint as total`,
);

/** How many lines match: whole days have stored sums, and only the edges of the span are counted. */
export async function countLines(db: Db, accountId: string, filter: LineFilter): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(count, [accountId, ...values(filter)]);
  return row?.total ?? 0n;
}

const signed = (line: string) =>
  `case ${line}.type when 'credit' then ${line}.amount_cents else -${line}.amount_cents end`;

const opening = statement(
  'balance.opening',
  `${tailOf(statementDays)}
   select last_sequence, (available_cents - (${sumOfLines(signed('d'), signed('p'))}))::bigint as opening_cents
   from ledger_balances
   where account_id = $1`,
);

export type Opening = { last_sequence: bigint; opening_cents: Cents };

/** The available balance before the first line since `from`, and the number of the newest line it includes. */
export async function openingAt(db: Db, accountId: string, from: Date): Promise<Opening> {
  const [row] = await db.query<Opening>(opening, [accountId, ...values({ from })]);
  assert(row, 'every account has a balance row');
  return row;
}

const reserve = statement(
  'balance.reserve',
  `${tailOf(statementDays)}
   select b.reserved_cents, days.*
   from ledger_balances b
   left join (
     select day, sum(charges_count)::bigint as charges_count, sum(amount_cents)::bigint as amount_cents
     from (
       select day, charges_count, amount_cents
       from ${rolledUp(statementDays, 'reserve_days')} as sums
       union all
       select (release_at at time zone 'America/Sao_Paulo')::date, count(*), sum(reserve_held_cents)::bigint
       from receivables
       where account_id = $1
         and reserve_held_cents > 0
       group by 1
     ) as parts
     group by day
     having sum(charges_count) > 0
   ) as days on true
   where b.account_id = $1
   order by days.day`,
);

export type ReserveDay = { day: string; charges_count: bigint; amount_cents: Cents };
type ReserveRow = { reserved_cents: Cents } & (ReserveDay | { day: null });

/** The reserve by day of release: as many rows as a plan has days, not as there are charges. */
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
