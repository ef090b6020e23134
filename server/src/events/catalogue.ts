/** Charge events: sent to a charge's postback_url, and to account webhooks that name them. */
export const CHARGE_EVENTS = [
  'charge.pending',
  'charge.paid',
  'charge.refunded',
  'charge.cancelled',
  'charge.refused',
  'charge.overdue',
] as const;

/** Not changes of status, and so not sent to postbacks: only to webhooks that name them. */
export const STOCK_EVENTS = ['charge.oversold'] as const;
/** Held on the card, and not taken: the seller captures it, or it is let go. And: its card is stored from now on. */
export const CARD_EVENTS = ['charge.authorized', 'charge.card_stored'] as const;
/** A bank has registered the boleto: from now on it can be paid. One that is issued here is payable at once. */
export const BOLETO_EVENTS = [
  'charge.boleto_registered',
  'charge.due_date_changed',
  'charge.due_date_refused',
] as const;

export const PAYMENT_EVENTS = [
  'payment.received',
  'payment.refunded',
  'payment.refund_failed',
  'payment.overdue',
  'payment.failed',
  'payment.expired',
] as const;

export const WITHDRAWAL_EVENTS = [
  'withdrawal.approved',
  'withdrawal.completed',
  'withdrawal.rejected',
  'withdrawal.returned',
] as const;
export const DISPUTE_EVENTS = ['dispute.opened', 'dispute.closed'] as const;

/** Every name a webhook may register. */
export const WEBHOOK_EVENTS = [
  ...PAYMENT_EVENTS,
  ...WITHDRAWAL_EVENTS,
  ...CHARGE_EVENTS,
  ...STOCK_EVENTS,
  ...BOLETO_EVENTS,
  ...CARD_EVENTS,
  ...DISPUTE_EVENTS,
] as const;

export type ChargeEvent = (typeof CHARGE_EVENTS)[number];

/**
 * One row per change. `charge.method_chosen` is not sent to webhooks: the counts are kept with it. Nor is
 * `withdrawal.requested` and `payer_refund.changed`, which mails are made of.
 */
export type EventType =
  | ChargeEvent
  | (typeof STOCK_EVENTS)[number]
  | (typeof BOLETO_EVENTS)[number]
  | (typeof CARD_EVENTS)[number]
  | 'charge.method_chosen'
  | 'payment.refund_failed'
  | 'payer_refund.changed'
  | 'withdrawal.requested'
  | 'withdrawal.approved'
  | 'withdrawal.rejected'
  | 'withdrawal.returned'
  | (typeof DISPUTE_EVENTS)[number];

export type Audience = 'owner' | 'split_recipient';

/** The change, the name it is sent under, and the registered names that receive it. */
type Notice = {
  type: EventType;
  audience: Audience;
  /** Only changes with this cause; null: all of them. */
  cause: string | null;
  name: WebhookEvent;
  registeredAs: readonly WebhookEvent[];
};

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const sent = (type: EventType, name: WebhookEvent, cause: string | null = null): Notice => ({
  type,
  audience: 'owner',
  cause,
  name,
  registeredAs: [name],
});

/** The names each change is sent under. A webhook receives one message for each name it registered. */
export const NOTICES: readonly Notice[] = [
  ...[...CHARGE_EVENTS, ...STOCK_EVENTS, ...BOLETO_EVENTS, ...CARD_EVENTS].map((name) => sent(name, name)),
  sent('charge.paid', 'payment.received'),
  sent('charge.refunded', 'payment.refunded'),
  sent('payment.refund_failed', 'payment.refund_failed'),
  sent('charge.overdue', 'payment.overdue'),
  sent('charge.refused', 'payment.failed'),
  sent('charge.cancelled', 'payment.expired', 'expired'),
  sent('withdrawal.approved', 'withdrawal.approved'),
  sent('withdrawal.approved', 'withdrawal.completed'),
  sent('withdrawal.rejected', 'withdrawal.rejected'),
  sent('withdrawal.returned', 'withdrawal.returned'),
  ...DISPUTE_EVENTS.map((name) => sent(name, name)),
  {
    type: 'charge.paid',
    audience: 'split_recipient',
    cause: null,
    name: 'charge.paid',
    registeredAs: ['charge.paid', 'payment.received'],
  },
];
