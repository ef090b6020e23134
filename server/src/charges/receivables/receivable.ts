import { column, initialRow, type RowOf } from '../../db/columns.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';

/** When a seller gets what was paid by card: at once, with each installment, or on the next banking day. */
export const CARD_SETTLEMENTS = ['instant', 'installments', 'd1'] as const;
export type CardSettlement = (typeof CARD_SETTLEMENTS)[number];

export const RECEIVABLE_STATUSES = ['expected', 'anticipated', 'settled', 'cancelled'] as const;
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number];

/** Who says that the money is there: the acquirer, or only the calendar, where no acquirer can be asked. */
export const CONFIRMED_BY = ['acquirer', 'calendar'] as const;
export type ConfirmedBy = (typeof CONFIRMED_BY)[number];

/** When the seller of a payment gets it, and who says that it is there. */
export type CardTerms = { plan: CardSettlement; confirmedBy: ConfirmedBy };

const { starting, nullable } = column;

export const receivableColumns = {
  accountId: column.uuid('account_id'),
  chargeId: column.uuid('charge_id'),
  installment: column.integer('installment'),
  /** The account of the charge. */
  sellerId: column.uuid('seller_id'),
  installments: column.integer('installments'),
  grossCents: column.cents('gross_cents'),
  /** The platform's. */
  feeCents: column.cents('fee_cents'),
  netCents: column.cents('net_cents'),
  /** Held for the reserve when it is settled, and held now. */
  reserveCents: starting(ZERO, column.cents('reserve_cents')),
  reserveHeldCents: starting(ZERO, column.cents('reserve_held_cents')),
  releaseAt: nullable.instant('release_at'),
  /** Taken from it by refunds and disputes before it was settled. */
  claimedCents: starting(ZERO, column.cents('claimed_cents')),
  /** Paid out before its day. */
  anticipatedCents: starting(ZERO, column.cents('anticipated_cents')),
  provider: nullable.text('provider'),
  paymentReference: nullable.text('payment_reference'),
  /** What the acquirer keeps of the whole installment, in the seller's row; null: not known yet. */
  providerFeeCents: nullable.cents('provider_fee_cents'),
  /** What it pays for it before that. Null: not known yet. */
  providerGrossCents: nullable.cents('provider_gross_cents'),
  settlementReference: nullable.text('settlement_reference'),
  /** The beginning of its day in São Paulo. */
  expectedAt: column.instant('expected_at'),
  status: starting('expected', column.word<ReceivableStatus>('status')),
  settledAt: nullable.instant('settled_at'),
  confirmedBy: column.word<ConfirmedBy>('confirmed_by'),
  /** In the seller's row: when something of the installment changes next by itself. */
  dueAt: nullable.instant('due_at'),
  createdAt: column.instant('created_at'),
};

/** One installment of one payment by card in the books of one account: the seller's, or a recipient's of the split. */
export type Receivable = RowOf<typeof receivableColumns>;

export const INITIAL_RECEIVABLE = initialRow(receivableColumns);

/** What of it the account still waits for. */
export function outstanding({
  netCents,
  claimedCents,
  anticipatedCents,
  settledAt,
}: Pick<Receivable, 'netCents' | 'claimedCents' | 'anticipatedCents' | 'settledAt'>): Cents {
  return settledAt === null ? cents(netCents - claimedCents - anticipatedCents) : ZERO;
}

/** The row with the status that its amounts say, and when it changes next by itself. */
export function withStatus(row: Receivable): Receivable {
  return { ...row, status: statusOf(row), dueAt: dueAtOf(row) };
}

function dueAtOf({ accountId, sellerId, ...row }: Receivable): Date | null {
  if (accountId !== sellerId) return null;
  const isAwaited = row.settledAt === null && row.confirmedBy === 'calendar';
  const times = [isAwaited ? row.expectedAt : null, row.reserveHeldCents > 0n ? row.releaseAt : null];
  return times.reduce((first, time) => (first && time && first <= time ? first : (time ?? first)), null);
}

function statusOf(row: Receivable): ReceivableStatus {
  if (row.netCents > 0n && row.claimedCents === row.netCents) return 'cancelled';
  if (row.settledAt !== null) return 'settled';
  return row.anticipatedCents > 0n && outstanding(row) === 0n ? 'anticipated' : 'expected';
}
