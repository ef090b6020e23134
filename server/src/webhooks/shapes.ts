import { type Static, Type } from 'typebox';
import { WEBHOOK_EVENTS } from '../events/catalogue.ts';
import { instantShape, namedEnum, namedObject, nullable, readNotificationAddress } from '../http/fields.ts';
import type { AddressGuard } from '../kit/public-address.ts';
import { MAX_WEB_ADDRESS_LENGTH } from '../kit/web-address.ts';
import { RETRY_POLICIES } from './dispatch/retry.ts';
import { type OpenedWebhook, readEvents, readSecret, type WebhookChange } from './registrations.ts';
import type { WebhookRow } from './webhook-store.ts';

const MAX_EVENT_NAME_LENGTH = 100;
const MAX_EVENT_NAMES = 100;

const registration = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
};

const retryPolicy = namedEnum('RetryPolicy', RETRY_POLICIES, {
  description: 'standard: retries after 5 and 30 seconds; extended: further retries over 24 hours',
});

export const openedWebhookShape = namedObject('WebhookSecretResult', {
  success: Type.Boolean(),
  webhook: namedObject('WebhookWithSecret', {
    ...registration,
    secret: Type.String({ description: 'Sent in X-Webhook-Secret; not shown again' }),
    active: Type.Boolean(),
  }),
});

export function presentOpenedWebhook({ id, url, events, secret, active }: OpenedWebhook) {
  return { success: true, webhook: { id, url, events, secret, active } };
}

export const changedWebhookShape = namedObject('WebhookUpdateResult', {
  success: Type.Boolean(),
  webhook: namedObject('UpdatedWebhook', {
    ...registration,
    active: Type.Boolean(),
    retry_policy: retryPolicy,
  }),
});

export function presentChangedWebhook({ id, url, events, active, retry_policy }: WebhookRow) {
  return { success: true, webhook: { id, url, events, active, retry_policy } };
}

export const webhookShape = namedObject('Webhook', {
  ...registration,
  status: Type.Enum(['active', 'paused']),
  retry_policy: retryPolicy,
  created_at: instantShape,
});

export function presentWebhook(row: WebhookRow) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.active ? ('active' as const) : ('paused' as const),
    retry_policy: row.retry_policy,
    created_at: row.created_at.toISOString(),
  };
}

const url = Type.String({ minLength: 1, maxLength: MAX_WEB_ADDRESS_LENGTH });
const events = Type.Array(Type.String({ maxLength: MAX_EVENT_NAME_LENGTH }), {
  minItems: 1,
  maxItems: MAX_EVENT_NAMES,
  description: `Any of ${WEBHOOK_EVENTS.join(', ')}`,
});

export const webhookBody = namedObject('CreateWebhook', {
  url,
  events,
  secret: Type.Optional(
    nullable(Type.String({ description: '1 to 128 printable ASCII characters; generated when absent' })),
  ),
  retry_policy: Type.Optional(retryPolicy),
});

export function readWebhook(body: Static<typeof webhookBody>, addresses: AddressGuard) {
  return {
    url: readNotificationAddress('url', body.url, addresses),
    events: readEvents(body.events),
    secret: typeof body.secret === 'string' ? readSecret(body.secret) : null,
    retryPolicy: body.retry_policy ?? 'standard',
  };
}

export const webhookChangeBody = namedObject('UpdateWebhook', {
  url: Type.Optional(url),
  events: Type.Optional(events),
  active: Type.Optional(Type.Boolean({ description: 'false pauses, true resumes' })),
  retry_policy: Type.Optional(retryPolicy),
});

export function readWebhookChange(
  body: Static<typeof webhookChangeBody>,
  addresses: AddressGuard,
): WebhookChange {
  return {
    url: body.url === undefined ? undefined : readNotificationAddress('url', body.url, addresses),
    events: body.events === undefined ? undefined : readEvents(body.events),
    active: body.active,
    retryPolicy: body.retry_policy,
  };
}
