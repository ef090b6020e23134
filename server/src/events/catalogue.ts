/** Charge events: sent to a charge's postback_url, and to account webhooks that name them. */
export const CHARGE_EVENTS = [
  'charge.pending',
  'charge.paid',
  'charge.refunded',
  'charge.cancelled',
  'charge.refused',
  'charge.overdue',
] as const;

const PAYMENT_EVENTS = [
  'payment.received',
  'payment.refunded',
  'payment.overdue',
  'payment.failed',
  'payment.expired',
] as const;

const WITHDRAWAL_EVENTS = ['withdrawal.approved', 'withdrawal.completed', 'withdrawal.rejected'] as const;
const DISPUTE_EVENTS = ['dispute.opened', 'dispute.closed'] as const;

/** Every name a webhook may register. */
export const WEBHOOK_EVENTS = [
  ...PAYMENT_EVENTS,
  ...WITHDRAWAL_EVENTS,
  ...CHARGE_EVENTS,
  ...DISPUTE_EVENTS,
] as const;

export type ChargeEvent = (typeof CHARGE_EVENTS)[number];

/** One row a change. No seller subscribes to `charge.method_chosen` by name: it keeps the counts true. */
export type EventType =
  | ChargeEvent
  | 'charge.method_chosen'
  | 'withdrawal.approved'
  | 'withdrawal.rejected'
  | (typeof DISPUTE_EVENTS)[number];
