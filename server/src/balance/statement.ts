import { type Db, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { Category, LineType } from '../ledger/chart.ts';
import { kindsOf, type Span, spanOf } from './line-filter.ts';
import { openingAt } from './statement-days.ts';

const LINES_PER_PAGE = 1_000;

export type StatementLine = {
  sequence: bigint;
  type: LineType;
  /** Below zero for a debit. */
  amountCents: Cents;
  /** After this line, in the order of the statement. */
  balanceCents: Cents;
  category: Category;
  charge_id: string | null;
  withdrawal_id: string | null;
  external_reference: string | null;
  description: string | null;
  customer_name: string | null;
  occurred_at: Date;
};

export type Statement = {
  accountId: string;
  span: Span;
  now: Date;
  openingCents: Cents;
  /** Oldest line first. Each page is read when the iterator reaches it, and only once. */
  pages: AsyncIterable<StatementLine[]>;
};

export type StatementFormat = {
  contentType: string;
  begin(): string;
  lines(lines: readonly StatementLine[]): string;
  end(closingCents: Cents): string;
};

type LineRow = Omit<StatementLine, 'amountCents' | 'balanceCents'> & { amount_cents: Cents };

// Like the list of transactions, in the other direction. Lines posted meanwhile are excluded by $7.
const linesAfter = statement(
  'payouts.statement_page',
  `with bound as (
     select occurred_at, sequence
     from ledger_postings
     where account_id = $1
       and sequence = $6
     union all
     select $4::timestamptz, 0
     where $6::bigint is null
   ), page as (
     select next.*
     from bound
     cross join unnest($2::text[], $3::text[]) as kind (category, type)
     cross join lateral (
       select sequence, type, amount_cents, category, charge_id, withdrawal_id, occurred_at
       from ledger_postings p
       where p.account_id = $1
         and p.category = kind.category
         and p.type = kind.type
         and (p.occurred_at, p.sequence) > (bound.occurred_at, bound.sequence)
         and p.occurred_at < $5
         and p.sequence <= $7
       order by p.occurred_at, p.sequence
       limit ${LINES_PER_PAGE}
     ) as next
     order by occurred_at, sequence
     limit ${LINES_PER_PAGE}
   )
   select page.*, c.external_reference, c.description, c.customer ->> 'name' as customer_name
   from page
   left join lateral (
     select external_reference, description, customer
     from charges
     where account_id = $1
       and id = page.charge_id
     offset 0
   ) as c on true
   order by page.occurred_at, page.sequence`,
);

/**
 * A statement is ordered by the time of its lines, and its balances follow that order. Line numbers follow the order of
 * commits, which may differ slightly; then the time of the line decides.
 */
export async function openStatement(
  { db, rollups }: Deps,
  accountId: string,
  span: Span,
  now: Date,
): Promise<Statement> {
  rollups.viewed(accountId);
  const { last_sequence: through, opening_cents: openingCents } = await openingAt(db, accountId, span.from);
  return {
    accountId,
    span,
    now,
    openingCents,
    pages: pagesOf(db, accountId, span, { through, openingCents }),
  };
}

async function* pagesOf(
  db: Db,
  accountId: string,
  wanted: Span,
  { through, openingCents }: { through: bigint; openingCents: Cents },
): AsyncGenerator<StatementLine[]> {
  const { categories, types } = kindsOf({});
  const { from, to } = spanOf(wanted);
  let balance: Cents = openingCents;
  let after: bigint | null = null;
  for (;;) {
    const values: unknown[] = [accountId, categories, types, from, to, after, through];
    const rows: LineRow[] = await db.query<LineRow>(linesAfter, values);
    const lines: StatementLine[] = rows.map(({ amount_cents: amount, ...row }) => {
      const amountCents = cents(row.type === 'credit' ? amount : -amount);
      balance = cents(balance + amountCents);
      return { ...row, amountCents, balanceCents: balance };
    });
    if (lines.length > 0) yield lines;
    if (lines.length < LINES_PER_PAGE) return;
    after = lines.at(-1)?.sequence ?? null;
  }
}

/** The file, page by page. */
export async function* writtenAs(
  format: StatementFormat,
  { openingCents, pages }: Statement,
): AsyncGenerator<string> {
  let closing = openingCents;
  yield format.begin();
  for await (const lines of pages) {
    yield format.lines(lines);
    closing = lines.at(-1)?.balanceCents ?? closing;
  }
  yield format.end(closing);
}
