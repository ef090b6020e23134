import { Type } from 'typebox';
import { instantShape, nullable } from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';
import { cents, reaisFromCents } from '../kit/money.ts';
import { maskPixKey } from '../kit/pix-key.ts';
import { CATEGORIES, type Category, type LineType } from '../ledger/chart.ts';
import type { BalanceRow } from './balance.ts';
import type { TransactionRow } from './transactions.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalRow } from './withdrawals.ts';

export const balanceShape = Type.Object({
  object: Type.Literal('balance'),
  available: Type.Number({ description: 'May be withdrawn at any time' }),
  reserved: Type.Number({ description: 'Held by the security reserve' }),
  total: Type.Number({ description: 'available plus reserved' }),
});

export function presentBalance(row: BalanceRow) {
  return {
    object: 'balance' as const,
    available: reaisFromCents(row.available_cents),
    reserved: reaisFromCents(row.reserved_cents),
    total: reaisFromCents(cents(row.available_cents + row.reserved_cents)),
  };
}

const lineType = Type.Enum(['credit', 'debit']);

export const transactionShape = Type.Object({
  id: Type.String(),
  object: Type.Literal('transaction'),
  type: lineType,
  amount: Type.Number(),
  status: Type.Literal('completed'),
  category: Type.Enum([...CATEGORIES]),
  description: Type.String(),
  balance_after: Type.Number({ description: 'Available balance after this line' }),
  charge_id: nullable(Type.String()),
  withdrawal_id: nullable(Type.String()),
  created_at: instantShape,
});

const SENTENCES: Record<Category, Record<LineType, string>> = {
  sale: { credit: 'A charge was paid', debit: 'A payment was taken back' },
  fee: { credit: 'A platform fee was returned', debit: 'Platform fee of a charge' },
  split_sent: { credit: 'A split was taken back', debit: 'Split of a charge sent to another account' },
  split_received: { credit: 'Split of a charge received', debit: 'A received split was taken back' },
  reserve_hold: { credit: 'Security reserve given back', debit: 'Security reserve of a charge held' },
  reserve_release: {
    credit: 'Security reserve of a charge released',
    debit: 'A reserve release was taken back',
  },
  refund: { credit: 'A refund was taken back', debit: 'Refund of a charge' },
  withdrawal: { credit: 'A withdrawal was taken back', debit: 'Withdrawal requested' },
  withdrawal_reversal: {
    credit: 'Withdrawal rejected, the amount is back',
    debit: 'A reversal was taken back',
  },
  chargeback: { credit: 'A dispute was won, the amount is back', debit: 'A charge was disputed' },
  adjustment: {
    credit: 'Payment that cannot be kept; it goes back to the payer',
    debit: 'Adjustment against you',
  },
};

export function presentTransaction(row: TransactionRow) {
  return {
    id: row.sequence.toString(),
    object: 'transaction' as const,
    type: row.type,
    amount: reaisFromCents(row.amount_cents),
    status: 'completed' as const,
    category: row.category,
    description: SENTENCES[row.category][row.type],
    balance_after: reaisFromCents(row.available_after_cents),
    charge_id: row.charge_id,
    withdrawal_id: row.withdrawal_id,
    created_at: row.occurred_at.toISOString(),
  };
}

export const transactionQuery = Type.Object({ type: Type.Optional(lineType), ...pageQuery, ...cursorQuery });

const withdrawalStatus = Type.Enum([...WITHDRAWAL_STATUSES]);

export const withdrawalShape = Type.Object({
  object: Type.Literal('withdrawal'),
  id: Type.String(),
  amount: Type.Number(),
  status: withdrawalStatus,
  pix_key: Type.String(),
  reason: nullable(Type.String({ description: 'Why it was rejected' })),
  created_at: instantShape,
});

export function presentWithdrawal(row: WithdrawalRow) {
  return {
    object: 'withdrawal' as const,
    id: row.id,
    amount: reaisFromCents(row.amount_cents),
    status: row.status,
    pix_key: row.pix_key,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
  };
}

export const requestedWithdrawalShape = Type.Pick(withdrawalShape, [
  'object',
  'id',
  'amount',
  'status',
  'created_at',
]);

export const withdrawalBody = Type.Object({
  amount: Type.Number({ description: 'Reais' }),
  pix_key: Type.Optional(
    nullable(Type.String({ maxLength: 100, description: "Absent: the account's registered payout key" })),
  ),
});

export const withdrawalQuery = Type.Object({
  status: Type.Optional(withdrawalStatus),
  ...pageQuery,
  ...cursorQuery,
});

export function withdrawalEventData(row: WithdrawalRow) {
  return {
    withdrawal_id: row.id,
    amount: reaisFromCents(row.amount_cents),
    status: row.status,
    pix_key: maskPixKey(row.pix_key),
  };
}
