import type { Deps } from '../../http/deps.ts';
import { SECOND_MS, systemMs } from '../../kit/clock.ts';
import { oncePer } from '../../kit/once-per.ts';
import { remembering } from '../../kit/remembering.ts';
import { messageFor } from '../message.ts';
import { openSecret } from '../registrations.ts';
import { signature } from '../sign.ts';
import type { ClaimedDelivery } from './queue.ts';
import type { Notification } from './send.ts';

const POSTBACK_TIMEOUT_MS = 30 * SECOND_MS;
const WEBHOOK_TIMEOUT_MS = 5 * SECOND_MS;

export type Prepared = { do: 'send'; notification: Notification } | { do: 'hold' } | { do: 'cancel' };

/** What is to be done with a delivery, from what is known now: its webhook may have moved, paused or gone. */
export function prepare(deps: Deps, delivery: ClaimedDelivery, now: Date): Prepared {
  if (delivery.webhook_id === null) return { do: 'send', notification: postback(deps, delivery) };
  if (delivery.active === null) return { do: 'cancel' };
  // A test is sent to a paused webhook too: that is how one sees whether it may be resumed.
  if (!delivery.active && delivery.type !== 'webhook.test') return { do: 'hold' };
  return { do: 'send', notification: webhook(deps, delivery, now) };
}

function postback({ config }: Deps, delivery: ClaimedDelivery): Notification {
  const { id, body } = messageFor(eventOf(delivery), delivery.event, true);
  const name = config.GUICHE_SERVICE_NAME;
  return {
    url: delivery.url,
    body,
    timeoutMs: POSTBACK_TIMEOUT_MS,
    headers: {
      'Content-Type': 'application/json',
      [`X-${name}-Event`]: delivery.event,
      'User-Agent': `${name}-Webhook/1.0`,
      'webhook-id': id,
      'webhook-timestamp': secondsNow(),
    },
  };
}

function webhook(deps: Deps, delivery: ClaimedDelivery, now: Date): Notification {
  const { id, body } = messageFor(eventOf(delivery), delivery.event, false);
  const timestamp = secondsNow();
  const [secret, ...previous] = secretsOf(deps, delivery, now);
  return {
    url: delivery.webhook_url ?? delivery.url,
    body,
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    headers: {
      'Content-Type': 'application/json',
      'X-Webhook-Event': delivery.event,
      ...(secret === undefined ? {} : { 'X-Webhook-Secret': secret }),
      'User-Agent': `${deps.config.GUICHE_SERVICE_NAME}-Webhook/1.0`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature(secret === undefined ? [] : [secret, ...previous], id, timestamp, body),
    },
  };
}

/** The current secret first, then those it replaced, newest first, that are still valid. */
function secretsOf(deps: Deps, delivery: ClaimedDelivery, now: Date): string[] {
  const { secret_box, previous_secret_boxes, previous_secrets_until } = delivery;
  const open = openerFor(deps);
  const current = secret_box === null ? [] : [open(secret_box)];
  if (previous_secret_boxes === null) return current;
  const isValid = (index: number) => (previous_secrets_until?.[index] ?? now) > now;
  const previous = previous_secret_boxes.filter((_box, index) => isValid(index));
  return [...current, ...previous.map((box) => open(box.toString('hex')))];
}

const MAX_SECRETS_KEPT = 1_000;

/** Opening a box costs as much as signing the message. A changed secret comes in another box. */
const openerFor = oncePer((deps: Deps) =>
  remembering(MAX_SECRETS_KEPT, (box) => openSecret(deps, Buffer.from(box, 'hex'))),
);

function eventOf(delivery: ClaimedDelivery) {
  const { event_id: id, type, audience, sequence, previous_status, data, event_created_at } = delivery;
  return { id, type, audience, sequence, previous_status, data, created_at: event_created_at };
}

/** Real time, also in a sandbox that travelled: receivers compare it with their own clock. */
function secondsNow(): string {
  return String(Math.floor(systemMs() / SECOND_MS));
}
