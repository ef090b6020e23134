import type { Schema } from './wire.ts';

/** Every name a webhook may register. */
export type EventName = Schema<'EventName'>;

export type PaymentData = Schema<'PaymentData'>;
export type WithdrawalData = Schema<'WithdrawalData'>;
export type DisputeData = Schema<'DisputeData'>;
/** A charge as a postback shows it. */
export type PostbackCharge = Schema<'PostbackCharge'>;

export type PaymentEvent = Schema<'PaymentEvent'>;
export type WithdrawalEvent = Schema<'WithdrawalEvent'>;
export type DisputeEvent = Schema<'DisputeEvent'>;

/** What an account webhook is sent; `event` is its kind. */
export type WebhookEvent = PaymentEvent | WithdrawalEvent | DisputeEvent;

/** What `postback_url` is sent. It is not signed: retrieve the charge before you trust it. */
export type Postback = Schema<'Postback'>;

export type ChargeEventName = Extract<PaymentEvent['event'], `charge.${string}`>;
export type PaymentEventName = Exclude<PaymentEvent['event'], ChargeEventName>;
export type WithdrawalEventName = WithdrawalEvent['event'];
export type DisputeEventName = DisputeEvent['event'];

/** An event of `events.list()`: what a webhook would be sent and, for changes of own charges, the charge too. */
export type FeedEvent = WebhookEvent & { object: 'event'; charge?: PostbackCharge };
