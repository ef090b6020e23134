import { recordSeen } from '../balance/payouts/pay.ts';
import { findWithdrawal, type WithdrawalRow } from '../balance/withdrawals.ts';
import type { Deps } from '../http/deps.ts';
import { fail, invalidField, notFound } from '../kit/errors.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';

export type SandboxReturn = {
  accountId: string;
  id: string;
  /** The same id is the same return. */
  returnId: string;
  /** Null: all that has not come back yet. */
  amountCents: Cents | null;
};

/** Simulates the bank of the key, which sends a payment back. */
export async function returnWithdrawal(
  deps: Deps,
  { accountId, id, returnId, amountCents }: SandboxReturn,
  answer: Answer<WithdrawalRow>,
): Promise<void> {
  const row = await findWithdrawal(deps.db, accountId, id);
  if (!row) throw notFound('Withdrawal');
  if (row.status !== 'approved') fail('INVALID_STATE', 'Only a paid withdrawal can come back');
  const left = cents(row.amount_cents - row.returned_cents);
  if (left === 0n) fail('INVALID_STATE', 'All of the withdrawal has come back');
  if (amountCents !== null && amountCents > left) {
    throw invalidField('amount', 'must not be more than what has not come back yet');
  }
  const at = deps.clock.now();
  const returns = [{ id: returnId, amountCents: amountCents ?? left, at, reason: null }];
  const { bank_reference: bankReference, end_to_end_id: endToEndId } = row;
  const seen = { state: 'succeeded', reason: null, bankReference, endToEndId, returns } as const;
  await recordSeen(deps, row, { ...seen, returns }, answer);
}
