import { type Db, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { Page } from '../http/lists.ts';
import { invalidField } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import type { Category, LineType } from '../ledger/chart.ts';
import { readBalance } from './balance.ts';
import { kindsOf, type LineFilter, spanOf } from './line-filter.ts';
import { countLines } from './statement-days.ts';

export type TransactionRow = {
  sequence: bigint;
  type: LineType;
  amount_cents: Cents;
  category: Category;
  available_after_cents: Cents;
  charge_id: string | null;
  withdrawal_id: string | null;
  /** From the seller's own charge; null for a charge of another account. */
  charge_reference: string | null;
  charge_description: string | null;
  occurred_at: Date;
};

const BEYOND_EVERY_SEQUENCE = 9_223_372_036_854_775_807n;
const SEQUENCE = /^\d{1,18}$/;

const COLUMNS = `sequence, type, amount_cents, category, available_after_cents, charge_id, withdrawal_id, occurred_at`;

/** A page of lines with reference and description of each charge, looked up by key once the page is known. */
const withCharges = (page: string, order: string) => `
   select line.*, charge.external_reference as charge_reference, charge.description as charge_description
   from (${page}) as line
   left join lateral (
     select external_reference, description
     from charges
     where account_id = $1
       and id = line.charge_id
     offset 0
   ) as charge on true
   order by ${order}`;

/** Lines of the seller's statement: the postings that touch `available`. */
const allLines = statement(
  'payouts.lines',
  withCharges(
    `select ${COLUMNS}
   from ledger_postings
   where account_id = $1
     and type is not null
     and sequence < $2
   order by sequence desc
   limit $3
   offset $4`,
    'sequence desc',
  ),
);

// The index has each kind of line in order of time: the newest of each kind are read, and the newest of those are the
// page. A cursor is a line's number; its time is looked up.
const matchingLines = statement(
  'payouts.matching_lines',
  withCharges(
    `with bound as (
     select occurred_at, sequence
     from ledger_postings
     where account_id = $1
       and sequence = $6
       and occurred_at < $5
     union all
     select $5::timestamptz, 0
     where $6::bigint is null
   )
   select newest.*
   from bound
   cross join unnest($2::text[], $3::text[]) as kind (category, type)
   cross join lateral (
     select ${COLUMNS}
     from ledger_postings p
     where p.account_id = $1
       and p.category = kind.category
       and p.type = kind.type
       and p.occurred_at >= $4
       and (p.occurred_at, p.sequence) < (bound.occurred_at, bound.sequence)
     order by p.occurred_at desc, p.sequence desc
     limit $7::bigint + $8::bigint
   ) as newest
   order by occurred_at desc, sequence desc
   limit $7
   offset $8`,
    'occurred_at desc, sequence desc',
  ),
);

/** Newest first. Totals come from the balance row or one row per day: a long statement costs no more than a short one. */
export async function listTransactions(
  { db, rollups }: Deps,
  accountId: string,
  wanted: LineFilter | undefined,
  page: Page,
): Promise<{ rows: TransactionRow[]; total: bigint }> {
  rollups.viewed(accountId);
  const filter = wanted ?? {};
  const [rows, total] = await Promise.all([
    linesOf(db, accountId, filter, page),
    totalOf(db, accountId, filter),
  ]);
  return { rows, total };
}

function linesOf(db: Db, accountId: string, filter: LineFilter, page: Page): Promise<TransactionRow[]> {
  const below = page.after === null ? null : sequenceOf(page.after);
  const bounds = [page.limit + 1, page.offset];
  if (!filter.type && !hasNoCounter(filter)) {
    return db.query(allLines, [accountId, below ?? BEYOND_EVERY_SEQUENCE, ...bounds]);
  }
  const { categories, types } = kindsOf(filter);
  const { from, to } = spanOf(filter);
  return db.query(matchingLines, [accountId, categories, types, from, to, below, ...bounds]);
}

async function totalOf(db: Db, accountId: string, filter: LineFilter): Promise<bigint> {
  if (hasNoCounter(filter)) return countLines(db, accountId, filter);
  const { credit_count: credit, debit_count: debit } = await readBalance(db, accountId);
  return { all: credit + debit, credit, debit }[filter.type ?? 'all'];
}

function hasNoCounter({ category, from, to }: LineFilter): boolean {
  return Boolean(category || from || to);
}

function sequenceOf(position: string): bigint {
  if (!SEQUENCE.test(position)) throw invalidField('cursor', 'is not a cursor of this list');
  return BigInt(position);
}
