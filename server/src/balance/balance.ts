import { type Db, statement } from '../db/pool.ts';
import { assert } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';

export type BalanceRow = {
  available_cents: Cents;
  reserved_cents: Cents;
  receivable_cents: Cents;
  credit_count: bigint;
  debit_count: bigint;
};

const balanceOf = statement(
  'payouts.balance',
  `select available_cents, reserved_cents, receivable_cents, credit_count, debit_count
   from ledger_balances
   where account_id = $1`,
);

export async function readBalance(db: Db, accountId: string): Promise<BalanceRow> {
  const [row] = await db.query<BalanceRow>(balanceOf, [accountId]);
  assert(row, 'every account has a balance row');
  return row;
}
