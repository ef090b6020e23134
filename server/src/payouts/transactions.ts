import { type Db, statement } from '../db/pool.ts';
import type { Page } from '../http/lists.ts';
import { invalidField } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import type { Category, LineType } from '../ledger/chart.ts';
import { readBalance } from './balance.ts';

export type TransactionRow = {
  sequence: bigint;
  type: LineType;
  amount_cents: Cents;
  category: Category;
  available_after_cents: Cents;
  charge_id: string | null;
  withdrawal_id: string | null;
  occurred_at: Date;
};

const BEYOND_EVERY_SEQUENCE = 9_223_372_036_854_775_807n;
const SEQUENCE = /^\d{1,18}$/;

/** Lines of the seller's statement: the postings that touch `available`. */
const linesWhere = (name: string, condition: string) =>
  statement(
    name,
    `select sequence, type, amount_cents, category, available_after_cents, charge_id, withdrawal_id, occurred_at
     from ledger_postings
     where account_id = $1
       and ${condition}
       and sequence < $2
     order by sequence desc
     limit $3
     offset $4`,
  );
const lines = {
  all: linesWhere('payouts.lines', 'type is not null'),
  credit: linesWhere('payouts.credits', `type = 'credit'`),
  debit: linesWhere('payouts.debits', `type = 'debit'`),
};

/** Totals stand on the balance row, so a long statement costs no more than a short one. */
export async function listTransactions(
  db: Db,
  accountId: string,
  type: LineType | undefined,
  page: Page,
): Promise<{ rows: TransactionRow[]; total: bigint }> {
  const below = page.after === null ? BEYOND_EVERY_SEQUENCE : sequenceOf(page.after);
  const [rows, balance] = await Promise.all([
    db.query<TransactionRow>(lines[type ?? 'all'], [accountId, below, page.limit + 1, page.offset]),
    readBalance(db, accountId),
  ]);
  const totals = {
    all: balance.credit_count + balance.debit_count,
    credit: balance.credit_count,
    debit: balance.debit_count,
  };
  return { rows, total: totals[type ?? 'all'] };
}

function sequenceOf(position: string): bigint {
  if (!SEQUENCE.test(position)) throw invalidField('cursor', 'is not a cursor of this list');
  return BigInt(position);
}
