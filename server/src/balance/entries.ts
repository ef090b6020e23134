import { type Db, shown } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { Page } from '../http/lists.ts';
import type { Category, LineType } from '../ledger/chart.ts';
import { kindsOf, type LineFilter, spanOf } from './line-filter.ts';
import { belowOf, LINE_COLUMNS, sequenceOf, type TransactionRow } from './transactions.ts';

/** A line with the name of its fact and of the charge's customer. */
export type EntryLine = readonly [...TransactionRow, fact: string, customerName: string | null];
const FACT = 10;

/** The lines of one fact, newest first: a sale with its fee, its splits and its reserve, or a withdrawal alone. */
export type Entry = { newest: EntryLine; oldest: EntryLine; lines: EntryLine[] };

/** A product's and a request's: no other kind of line occurs twice in a fact. */
const MAX_SPLITS_OF_FACT = 20;
const isSplit = (category: Category) => category === 'split_sent' || category === 'split_received';

const withCharges = (page: string, order: string) => `
   select ${LINE_COLUMNS.replaceAll(/\w+/g, 'line.$&')}, charge.external_reference, charge.description, line.fact,
     charge.customer ->> 'name'
   from (${page}) as line
   left join lateral (
     select external_reference, description, customer
     from charges
     where account_id = $1
       and id = line.charge_id
     offset 0
   ) as charge on true
   order by ${order}`;

// Walks from fact to fact along the primary key. The lines of a fact have consecutive numbers, because they are numbered
// together under the lock of the balance row; the head of the fact after the page only says that there is one.
const latest = shown(
  'balance.entries',
  withCharges(
    `with recursive heads as (
     (
       select 1 as place, sequence, fact
       from ledger_postings
       where account_id = $1
         and type is not null
         and sequence < $2
       order by sequence desc
       limit 1
     )
     union all
     select heads.place + 1, next.sequence, next.fact
     from heads
     cross join lateral (
       select sequence, fact
       from ledger_postings
       where account_id = $1
         and type is not null
         and sequence < heads.sequence
         and fact <> heads.fact
       order by sequence desc
       limit 1
     ) as next
     where heads.place < $3
   )
   select ${LINE_COLUMNS}, fact
   from ledger_postings
   where account_id = $1
     and type is not null
     and sequence < $2
     and sequence >= coalesce((select sequence from heads where place = $3), 0)`,
    'line.sequence desc',
  ),
);

// As for filtered lines (`transactions.ts`): of each kind the newest that a page can hold, then the newest of those.
const latestOfSpan = shown(
  'balance.entries_of_span',
  withCharges(
    `with bound as (
     select occurred_at, sequence
     from ledger_postings
     where account_id = $1
       and sequence = $7
       and occurred_at < $6
     union all
     select $6::timestamptz, 0
     where $7::bigint is null
   )
   select newest.*
   from bound
   cross join unnest($2::text[], $3::text[], $4::bigint[]) as kind (category, type, lines)
   cross join lateral (
     select ${LINE_COLUMNS}, fact
     from ledger_postings p
     where p.account_id = $1
       and p.category = kind.category
       and p.type = kind.type
       and p.occurred_at >= $5
       and (p.occurred_at, p.sequence) < (bound.occurred_at, bound.sequence)
     order by p.occurred_at desc, p.sequence desc
     limit kind.lines
   ) as newest`,
    'line.occurred_at desc, line.sequence desc',
  ),
);

/** Newest first, one more than the page has; read from a page's worth of lines, however long the statement is. */
export async function listEntries(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  span: Pick<LineFilter, 'from' | 'to'>,
  page: Page,
): Promise<Entry[]> {
  const count = page.limit + 1;
  const isWhole = !span.from && !span.to;
  const lines = isWhole
    ? await db.query<EntryLine>(latest, [accountId, belowOf(page), count])
    : await linesOfSpan(db, accountId, span, page.after, count);
  return entriesOf(lines).slice(0, count);
}

function linesOfSpan(
  db: Db,
  accountId: string,
  span: Pick<LineFilter, 'from' | 'to'>,
  after: string | null,
  count: number,
): Promise<EntryLine[]> {
  const { categories, types } = kindsOf({});
  const bounds = categories.map((category) => (isSplit(category) ? count * MAX_SPLITS_OF_FACT : count));
  const { from, to } = spanOf(span);
  const below = after === null ? null : sequenceOf(after);
  return db.query<EntryLine>(latestOfSpan, [accountId, categories, types, bounds, from, to, below]);
}

function entriesOf(lines: readonly EntryLine[]): Entry[] {
  const entries: Entry[] = [];
  for (const line of lines) {
    const entry = entries.at(-1);
    if (entry?.newest[FACT] === line[FACT]) {
      entry.lines.push(line);
      entry.oldest = line;
    } else entries.push({ newest: line, oldest: line, lines: [line] });
  }
  return entries;
}

/** What the fact is about, the first of these that it has a line of: a refund, say, that also used the reserve. */
const BY_WEIGHT: readonly Category[] = [
  ...(['sale', 'refund', 'chargeback', 'withdrawal', 'withdrawal_reversal', 'adjustment'] as const),
  ...(['receivable_settled', 'receivable_anticipated'] as const),
  ...(['split_received', 'split_sent', 'reserve_release', 'reserve_hold', 'fee'] as const),
  ...(['receivable_used', 'anticipation_fee'] as const),
];

type Sums = {
  category: Category;
  type: LineType;
  grossCents: number;
  feeCents: number;
  splitCents: number;
  reserveCents: number;
  netCents: number;
};

/** Fee, splits and reserve are what left the balance: below zero if they came back. */
export function sumsOf({ lines }: Entry): Sums {
  const weights = lines.map(([, , , category]) => BY_WEIGHT.indexOf(category));
  const category = BY_WEIGHT[Math.min(...weights)] ?? 'adjustment';
  const type = lines.findLast((line) => line[3] === category)?.[1] ?? 'credit';
  const main = lines.filter((line) => line[3] === category && line[1] === type);
  const inCents = (of: readonly EntryLine[]) =>
    of.reduce((sum, [, type, amountCents]) => sum + (type === 'credit' ? amountCents : -amountCents), 0);
  const outCents = (...categories: Category[]) =>
    0 - inCents(lines.filter((line) => categories.includes(line[3]) && line[3] !== category));
  return {
    category,
    type,
    grossCents: Math.abs(inCents(main)),
    feeCents: outCents('fee', 'anticipation_fee'),
    splitCents: outCents('split_sent', 'split_received'),
    reserveCents: outCents('reserve_hold', 'reserve_release'),
    netCents: inCents(lines),
  };
}
