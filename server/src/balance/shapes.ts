import { Type } from 'typebox';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { cursorQuery, listOf, pageQuery } from '../http/lists.ts';
import { cents, reaisFromCents, shownReais } from '../kit/money.ts';
import { CATEGORIES } from '../ledger/chart.ts';
import type { BalanceRow } from './balance.ts';
import { type Entry, sumsOf } from './entries.ts';
import type { ReserveDay } from './statement-days.ts';
import { STATEMENT_TEXTS } from './statement-texts.ts';
import type { TransactionRow } from './transactions.ts';
import { PAYOUT_STATES, WITHDRAWAL_STATUSES, type WithdrawalRow } from './withdrawals.ts';

export const balanceShape = namedObject('Balance', {
  object: Type.Literal('balance'),
  available: Type.Number({ description: 'May be withdrawn at any time' }),
  reserved: Type.Number({ description: 'Held by the security reserve' }),
  total: Type.Number({ description: 'available plus reserved' }),
  receivable: Type.Number({ description: 'Paid by card and still to come; not part of the total' }),
});

export function presentBalance(row: BalanceRow) {
  return {
    object: 'balance' as const,
    available: reaisFromCents(row.available_cents),
    reserved: reaisFromCents(row.reserved_cents),
    total: reaisFromCents(cents(row.available_cents + row.reserved_cents)),
    receivable: reaisFromCents(row.receivable_cents),
  };
}

const lineType = Type.Enum(['credit', 'debit']);

export const transactionShape = namedObject('Transaction', {
  id: Type.String(),
  object: Type.Literal('transaction'),
  type: lineType,
  amount: Type.Number(),
  status: Type.Literal('completed'),
  category: Type.Enum([...CATEGORIES]),
  description: Type.String(),
  balance_after: Type.Number({ description: 'Available balance after this line' }),
  charge_id: nullable(Type.String()),
  charge_reference: nullable(Type.String({ description: "The charge's external_reference" })),
  charge_description: nullable(Type.String({ description: "The charge's description" })),
  withdrawal_id: nullable(Type.String()),
  created_at: instantShape,
});

export function presentTransaction(row: TransactionRow) {
  const [sequence, type, amountCents, category, availableAfterCents, chargeId, withdrawalId] = row;
  const [, , , , , , , occurredAt, chargeReference, chargeDescription] = row;
  return {
    id: String(sequence),
    object: 'transaction' as const,
    type,
    amount: shownReais(amountCents),
    status: 'completed' as const,
    category,
    description: STATEMENT_TEXTS.en.sentences[category][type],
    balance_after: shownReais(availableAfterCents),
    charge_id: chargeId,
    charge_reference: chargeReference,
    charge_description: chargeDescription,
    withdrawal_id: withdrawalId,
    created_at: occurredAt,
  };
}

const entryShape = namedObject('StatementEntry', {
  id: Type.String(),
  object: Type.Literal('statement_entry'),
  category: Type.Enum([...CATEGORIES], { description: 'What it is about, such as sale or refund' }),
  type: lineType,
  gross_amount: Type.Number({ description: 'Of a sale: what the payer paid' }),
  fee_amount: Type.Number(),
  split_amount: Type.Number({ description: 'What went to other accounts' }),
  reserve_amount: Type.Number({ description: 'What went into the reserve; below zero: what came out of it' }),
  net_amount: Type.Number({ description: 'What it changed the available balance by; below zero: it fell' }),
  balance_after: Type.Number({ description: 'Available balance after all of its lines' }),
  charge_id: nullable(Type.String()),
  charge_reference: nullable(Type.String({ description: "The charge's external_reference" })),
  charge_description: nullable(Type.String({ description: "The charge's description" })),
  customer_name: nullable(Type.String({ description: "The name of the charge's customer" })),
  withdrawal_id: nullable(Type.String()),
  created_at: instantShape,
  lines: Type.Array(transactionShape, { description: 'As in the list of transactions, oldest first' }),
});

export const entryListShape = namedObject('StatementEntryList', {
  object: Type.Literal('list'),
  data: Type.Array(entryShape),
  has_more: Type.Boolean(),
  next_cursor: nullable(Type.String()),
});

export function presentEntry(entry: Entry) {
  const { category, type, ...sums } = sumsOf(entry);
  const [, , , , availableAfterCents, chargeId, withdrawalId, occurredAt] = entry.newest;
  const [, , , , , , , , chargeReference, chargeDescription, , customerName] = entry.newest;
  return {
    id: String(entry.newest[0]),
    object: 'statement_entry' as const,
    category,
    type,
    gross_amount: shownReais(sums.grossCents),
    fee_amount: shownReais(sums.feeCents),
    split_amount: shownReais(sums.splitCents),
    reserve_amount: shownReais(sums.reserveCents),
    net_amount: shownReais(sums.netCents),
    balance_after: shownReais(availableAfterCents),
    charge_id: chargeId,
    charge_reference: chargeReference,
    charge_description: chargeDescription,
    customer_name: customerName,
    withdrawal_id: withdrawalId,
    created_at: occurredAt,
    lines: entry.lines.toReversed().map((line) => presentTransaction(line as unknown as TransactionRow)),
  };
}

const created = {
  created_from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, inclusive' })),
  created_to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, exclusive' })),
};

export const transactionQuery = Type.Object({
  type: Type.Optional(lineType),
  category: Type.Optional(Type.Enum([...CATEGORIES])),
  ...created,
  ...pageQuery,
  ...cursorQuery,
});

export const entryQuery = Type.Object({ ...created, limit: pageQuery.limit, ...cursorQuery });

export const exportQuery = Type.Object({
  format: Type.Enum(['csv', 'ofx']),
  language: Type.Optional(Type.Enum(['pt', 'en'])),
  ...created,
});

export const reserveShape = namedObject('Reserve', {
  ...listOf(
    namedObject('ReserveDay', {
      date: Type.String({ format: 'date', description: 'Day of release in São Paulo' }),
      amount: Type.Number(),
      charges_count: Type.Integer(),
    }),
  ).properties,
  reserved: Type.Number({ description: 'Sum of all days, as in the balance' }),
});

export function presentReserveDay({ day, amount_cents, charges_count }: ReserveDay) {
  return { date: day, amount: reaisFromCents(amount_cents), charges_count: Number(charges_count) };
}

const withdrawalStatus = namedEnum('WithdrawalStatus', WITHDRAWAL_STATUSES);

export const withdrawalShape = namedObject('Withdrawal', {
  object: Type.Literal('withdrawal'),
  id: Type.String(),
  amount: Type.Number(),
  status: withdrawalStatus,
  pix_key: Type.String(),
  reason: nullable(Type.String({ description: 'Why it was rejected' })),
  payout_state: nullable(
    Type.Enum([...PAYOUT_STATES], {
      description:
        'How the bank pays it: sending; awaiting_approval (a person approves it at the bank); succeeded; failed. null: it was not sent to a bank',
    }),
  ),
  end_to_end_id: nullable(Type.String({ description: 'The id of the PIX payment' })),
  returned_amount: Type.Number({ description: 'Came back after it was paid, and is in the balance again' }),
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
    payout_state: row.payout_state,
    end_to_end_id: row.end_to_end_id,
    returned_amount: reaisFromCents(row.returned_cents),
    created_at: row.created_at.toISOString(),
  };
}

export const requestedWithdrawalShape = Type.Pick(
  withdrawalShape,
  ['object', 'id', 'amount', 'status', 'created_at'],
  { title: 'RequestedWithdrawal' },
);

export const withdrawalBody = namedObject('CreateWithdrawal', {
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
