import type { Reais } from './reais.ts';
import type { BillingType, ChargeStatus } from './shapes.ts';

export type ChargeEventName =
  | 'charge.pending'
  | 'charge.paid'
  | 'charge.refunded'
  | 'charge.cancelled'
  | 'charge.refused'
  | 'charge.overdue';
export type PaymentEventName =
  | 'payment.received'
  | 'payment.refunded'
  | 'payment.refund_failed'
  | 'payment.overdue'
  | 'payment.failed'
  | 'payment.expired';
export type WithdrawalEventName = 'withdrawal.approved' | 'withdrawal.completed' | 'withdrawal.rejected';
export type DisputeEventName = 'dispute.opened' | 'dispute.closed';
/** Every name a webhook may register. */
export type EventName = ChargeEventName | PaymentEventName | WithdrawalEventName | DisputeEventName;

type Envelope = {
  /** The same in every repeat: remember it to act once. */
  id: string;
  timestamp: string;
  /** Grows with each change of the object: a smaller one than you know is late news. */
  sequence: number;
  previous_status: string | null;
  /** Sent by `webhooks.test`: nothing happened. */
  test?: true;
};

export type PaymentData = {
  payment_id: string;
  value: Reais;
  net_value: Reais | null;
  status: ChargeStatus;
  billing_type: BillingType;
  customer: { name: string | null; email: string | null };
  external_reference?: string | null;
  /** What was paid, where it is not the value: late, or with a discount. */
  paid_value?: Reais;
  refunded_amount?: Reais;
  /** For a recipient of a split: its own part. */
  split_amount?: Reais;
  cause?: string;
};

export type WithdrawalData = {
  withdrawal_id: string;
  amount: Reais;
  status: 'pending' | 'approved' | 'rejected';
  pix_key: string;
};

export type DisputeData = {
  dispute_id: string;
  charge_id: string;
  kind: 'chargeback' | 'med';
  amount: Reais;
  status: 'open' | 'won' | 'lost';
  reason: string | null;
};

/** A charge as a postback shows it. */
export type PostbackCharge = {
  id: string;
  status: ChargeStatus;
  billing_type: BillingType;
  value: Reais;
  net_value: Reais | null;
  description: string;
  external_reference: string | null;
  payment_date: string | null;
};

export type PaymentEvent = Envelope & { event: PaymentEventName | ChargeEventName; data: PaymentData };
export type WithdrawalEvent = Envelope & { event: WithdrawalEventName; data: WithdrawalData };
export type DisputeEvent = Envelope & { event: DisputeEventName; data: DisputeData };

/** What an account webhook is sent; `event` tells which kind. */
export type WebhookEvent = PaymentEvent | WithdrawalEvent | DisputeEvent;

/** What `postback_url` is sent. It is not signed: retrieve the charge before you trust it. */
export type Postback = Envelope & {
  event: ChargeEventName;
  charge: PostbackCharge;
  /** What was paid, where it is not the value: late, or with a discount. */
  paid_value?: Reais;
  refunded_amount?: Reais;
};

/** An event of `events.list()`: what a webhook would be sent and, for changes of own charges, the charge too. */
export type FeedEvent = WebhookEvent & { object: 'event'; charge?: PostbackCharge };
