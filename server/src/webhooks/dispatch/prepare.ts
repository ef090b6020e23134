import type { Deps } from '../../http/deps.ts';
import { SECOND_MS, systemMs } from '../../kit/clock.ts';
import { memoize } from '../../kit/memoize.ts';
import type { Vault } from '../../kit/secrets.ts';
import { messageFor } from '../message.ts';
import { openSecret } from '../registrations.ts';
import { signature } from '../sign.ts';
import type { ClaimedDelivery } from './queue.ts';
import type { Notification } from './send.ts';

const POSTBACK_TIMEOUT_MS = 30 * SECOND_MS;
const WEBHOOK_TIMEOUT_MS = 5 * SECOND_MS;
const MAX_SECRETS_KEPT = 1_000;

export type Prepared =
  | { readonly do: 'send'; readonly notification: Notification }
  | { readonly do: 'hold' }
  | { readonly do: 'cancel' };

/** Builds the request of a delivery from its webhook's current state: URL changed, paused or deleted. */
export class Preparation {
  readonly #serviceName: string;
  readonly #vault: Vault;
  /** Decrypting a secret costs as much as signing the message. A changed secret has another ciphertext. */
  readonly #openSecret: (boxInHex: string) => string;

  constructor(deps: Pick<Deps, 'config' | 'vault'>) {
    this.#serviceName = deps.config.GUICHE_SERVICE_NAME;
    this.#vault = deps.vault;
    this.#openSecret = memoize(MAX_SECRETS_KEPT, (box) => openSecret(deps, Buffer.from(box, 'hex')));
  }

  prepare(delivery: ClaimedDelivery, now: Date): Prepared {
    if (delivery.webhook_id === null) return { do: 'send', notification: this.#postback(delivery) };
    if (delivery.active === null) return { do: 'cancel' };
    // A test is sent to a paused webhook too: it shows whether the webhook can be resumed.
    if (!delivery.active && delivery.type !== 'webhook.test') return { do: 'hold' };
    return { do: 'send', notification: this.#webhook(delivery, now) };
  }

  #postback(delivery: ClaimedDelivery): Notification {
    const { id, body } = messageFor(this.#vault, eventOf(delivery), delivery.event, true);
    return {
      url: delivery.url,
      body,
      timeoutMs: POSTBACK_TIMEOUT_MS,
      headers: {
        'Content-Type': 'application/json',
        [`X-${this.#serviceName}-Event`]: delivery.event,
        'User-Agent': `${this.#serviceName}-Webhook/1.0`,
        'webhook-id': id,
        'webhook-timestamp': secondsNow(),
      },
    };
  }

  #webhook(delivery: ClaimedDelivery, now: Date): Notification {
    const { id, body } = messageFor(this.#vault, eventOf(delivery), delivery.event, false);
    const timestamp = secondsNow();
    const [secret, ...previous] = this.#secretsOf(delivery, now);
    return {
      url: delivery.webhook_url ?? delivery.url,
      body,
      timeoutMs: WEBHOOK_TIMEOUT_MS,
      headers: {
        'Content-Type': 'application/json',
        'X-Webhook-Event': delivery.event,
        ...(secret === undefined ? {} : { 'X-Webhook-Secret': secret }),
        'User-Agent': `${this.#serviceName}-Webhook/1.0`,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature(
          secret === undefined ? [] : [secret, ...previous],
          id,
          timestamp,
          body,
        ),
      },
    };
  }

  /** The current secret first, then those it replaced, newest first, that are still valid. */
  #secretsOf(delivery: ClaimedDelivery, now: Date): string[] {
    const { secret_box, previous_secret_boxes, previous_secrets_until } = delivery;
    const current = secret_box === null ? [] : [this.#openSecret(secret_box)];
    if (previous_secret_boxes === null) return current;
    const isValid = (index: number) => (previous_secrets_until?.[index] ?? now) > now;
    const previous = previous_secret_boxes.filter((_box, index) => isValid(index));
    return [...current, ...previous.map((box) => this.#openSecret(box.toString('hex')))];
  }
}

function eventOf(delivery: ClaimedDelivery) {
  const { event_id: id, type, audience, sequence, previous_status, data, event_created_at } = delivery;
  return { id, type, audience, sequence, previous_status, data, created_at: event_created_at };
}

/** Real time, even if the sandbox clock was moved: receivers compare it with their own clock. */
function secondsNow(): string {
  return String(Math.floor(systemMs() / SECOND_MS));
}
