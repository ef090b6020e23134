import { loadSplit, type SplitItem, storedSplit } from '../catalog/split-rules.ts';
import { column, initialRow, type RowOf, selectList } from '../db/columns.ts';
import { ZERO } from '../kit/money.ts';
import type { BillingType, Boleto, CancelCause, ChargeCustomer, PaidCard, Status } from './charge.ts';
import type { Purchase } from './purchase.ts';

const { starting, nullable } = column;

/**
 * The one list of a charge's columns: the type `Charge`, selects, writes and the values of a new charge are made from
 * it. `charges/store.test.ts` compares it with the table and with sql/create.sql.
 */
export const chargeColumns = {
  accountId: column.uuid('account_id'),
  id: column.uuid('id'),
  /** A whole number for people, unique within the account. */
  number: column.bigint('number'),
  billingType: column.word<BillingType>('billing_type'),
  /** Created as UNDEFINED: the payer chooses the method and may change it until the charge is paid. */
  payerChooses: column.boolean('payer_chooses'),
  status: starting('PENDING', column.word<Status>('status')),
  valueCents: column.cents('value_cents'),
  feeBasisPoints: column.integer('fee_basis_points'),
  feeFixedCents: column.cents('fee_fixed_cents'),
  reserveBasisPoints: column.integer('reserve_basis_points'),
  reserveDays: column.integer('reserve_days'),
  platformFeeCents: column.cents('platform_fee_cents'),
  netValueCents: column.cents('net_value_cents'),
  /** Held at payment; `reserveHeldCents`: what is still held. */
  reserveCents: starting(ZERO, column.cents('reserve_cents')),
  reserveHeldCents: starting(ZERO, column.cents('reserve_held_cents')),
  /** The amount paid: the value, less a discount, plus fine and interest. */
  paidCents: nullable.cents('paid_cents'),
  refundedCents: starting(ZERO, column.cents('refunded_cents')),
  disputedCents: starting(ZERO, column.cents('disputed_cents')),
  /** Requested and not yet confirmed by the provider: held until then. */
  refundingCents: starting(ZERO, column.cents('refunding_cents')),
  /** How many payments arrived for this charge and were sent back. */
  returnedCount: starting(0, column.integer('returned_count')),
  /** Paid although no unit of its product was left. */
  oversold: starting(false, column.boolean('oversold')),
  installments: nullable.integer('installments'),
  maxInstallments: column.integer('max_installments'),
  /** The payer pays for installments: a larger total, of which the seller gets what one payment would bring. */
  interestByPayer: column.boolean('interest_by_payer'),
  description: nullable.text('description'),
  externalReference: nullable.text('external_reference'),
  postbackUrl: nullable.text('postback_url'),
  successUrl: nullable.text('success_url'),
  metadata: nullable.json<Record<string, string>>('metadata'),
  customerId: nullable.uuid('customer_id'),
  customer: nullable.json<ChargeCustomer>('customer'),
  productId: nullable.uuid('product_id'),
  paymentLinkId: nullable.uuid('payment_link_id'),
  split: {
    name: 'split',
    type: 'json' as const,
    initial: [] as SplitItem[],
    store: (split: SplitItem[]) => (split.length === 0 ? null : storedSplit(split)),
  },
  token: column.text('token'),
  /** The provider that issued the PIX code; null: none yet, or the sandbox before there were others. */
  pixProvider: nullable.text('pix_provider'),
  pixTxid: nullable.text('pix_txid'),
  pixCopyPaste: nullable.text('pix_copy_paste'),
  pixExpiresAt: nullable.instant('pix_expires_at'),
  pixQrPng: nullable.bytes('pix_qr_png'),
  boleto: nullable.json<Boleto>('boleto'),
  card: nullable.json<PaidCard>('card'),
  /** The provider that received the payment, and its reference there. */
  paymentProvider: nullable.text('payment_provider'),
  paymentReference: nullable.text('payment_reference'),
  paidAt: nullable.instant('paid_at'),
  /** When this charge changes next without a request: expiry, overdue, write-off, reserve release. */
  dueAt: nullable.instant('due_at'),
  eventSequence: starting(1, column.integer('event_sequence')),
  createdAt: column.instant('created_at'),
  /** Why it is CANCELLED. Null: it is not, or an earlier version ended it, and its event says why. */
  cancelCause: nullable.word<CancelCause>('cancel_cause'),
  /** What a payer bought through a link that asks for more than a value; the answers are sealed. */
  purchase: nullable.json<Purchase>('purchase'),
  /** Paid by card, the money is only held until the seller captures it. */
  capturesLater: starting(false, column.boolean('captures_later')),
};

export type Charge = RowOf<typeof chargeColumns>;

export const CHARGE_SELECT = selectList(chargeColumns, 'c');

export const CHARGE_FIELDS = Object.keys(chargeColumns) as (keyof Charge)[];

/** Default values of a new charge. */
export const INITIAL_CHARGE = initialRow(chargeColumns);

/** A row as `pg` gives it, read as a charge. */
export function chargeFrom(row: object): Charge {
  const charge = row as Charge;
  charge.split = loadSplit(charge.split);
  return charge;
}
