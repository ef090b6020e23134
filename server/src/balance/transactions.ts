import type { PageSource } from '../db/pages.ts';
import { type Db, shown } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { Page } from '../http/lists.ts';
import { invalidField } from '../kit/errors.ts';
import type { Category, LineType } from '../ledger/chart.ts';
import { readBalance } from './balance.ts';
import { kindsOf, type LineFilter, spanOf } from './line-filter.ts';
import { countLines } from './statement-days.ts';

/** A line, only to be shown: amounts in cents and its instant as text. */
export type TransactionRow = readonly [
  sequence: number,
  type: LineType,
  amountCents: number,
  category: Category,
  availableAfterCents: number,
  chargeId: string | null,
  withdrawalId: string | null,
  occurredAt: string,
  /** From the seller's own charge; null for a charge of another account. */
  chargeReference: string | null,
  chargeDescription: string | null,
];

const BEYOND_EVERY_SEQUENCE = '9223372036854775807';
const SEQUENCE = /^\d{1,18}$/;

export const LINE_COLUMNS = `sequence, type, amount_cents, category, available_after_cents, charge_id, withdrawal_id, occurred_at`;

/** A page of lines with reference and description of each charge, looked up by key once the page is known. */
const withCharges = (page: string, order: string, account = '$1') => `
   select line.*, charge.external_reference as charge_reference, charge.description as charge_description
   from (${page}) as line
   left join lateral (
     select external_reference, description
     from charges
     where account_id = ${account}
       and id = line.charge_id
     offset 0
   ) as charge on true
   order by ${order}`;

/** Lines of the seller's statement: the postings that touch `available`. */
const allLines = (account: string, below: string, bounds: string) =>
  withCharges(
    `select ${LINE_COLUMNS}
   from ledger_postings
   where account_id = ${account}
     and type is not null
     and sequence < ${below}
   order by sequence desc
   ${bounds}`,
    'sequence desc',
    account,
  );

const LINE_PAGES: PageSource<TransactionRow> = {
  name: 'transactions',
  order: { column: 'sequence', type: 'bigint' },
  page: (account, below, rows) => allLines(account, below, `limit ${rows}`),
  total: (account) => `select credit_count + debit_count from ledger_balances where account_id = ${account}`,
};

const farLines = shown('payouts.lines', allLines('$1', '$2', 'limit $3 offset $4'));

// The index has each kind of line in order of time: the newest of each kind are read, and the newest of those are the
// page. A cursor is a line's number; its time is looked up.
const matchingLines = shown(
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
     select ${LINE_COLUMNS}
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
  { db, rollups, pages }: Deps,
  accountId: string,
  wanted: LineFilter | undefined,
  page: Page,
): Promise<{ rows: TransactionRow[]; total: bigint | number }> {
  rollups.viewed(accountId);
  const filter = wanted ?? {};
  if (isWhole(filter) && page.offset === 0) {
    return pages.read(LINE_PAGES, { accountId, below: belowOf(page), rows: page.limit + 1 });
  }
  const [rows, total] = await Promise.all([
    linesOf(db, accountId, filter, page),
    totalOf(db, accountId, filter),
  ]);
  return { rows, total };
}

function linesOf(db: Db, accountId: string, filter: LineFilter, page: Page): Promise<TransactionRow[]> {
  const bounds = [page.limit + 1, page.offset];
  if (isWhole(filter)) return db.query(farLines, [accountId, belowOf(page), ...bounds]);
  const below = page.after === null ? null : sequenceOf(page.after);
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

function isWhole(filter: LineFilter): boolean {
  return !filter.type && !hasNoCounter(filter);
}

export function belowOf({ after }: Page): string {
  return after === null ? BEYOND_EVERY_SEQUENCE : sequenceOf(after);
}

export function sequenceOf(position: string): string {
  if (!SEQUENCE.test(position)) throw invalidField('cursor', 'is not a cursor of this list');
  return position;
}
