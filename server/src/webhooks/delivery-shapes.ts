import { type TObject, Type } from 'typebox';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import type { Page } from '../http/lists.ts';
import { listNameOf, presentList } from '../http/lists.ts';
import type { Vault } from '../kit/secrets.ts';
import {
  type AttemptRow,
  DELIVERY_STATUSES,
  type DeliveryRow,
  type ListedDelivery,
  type WholeDelivery,
} from './deliveries.ts';
import { messageFor, messageId } from './message.ts';

const deliveryFields = {
  object: Type.Literal('delivery'),
  id: Type.String(),
  kind: Type.Enum(['webhook', 'postback']),
  event: Type.String({ description: 'Event name that is sent' }),
  event_id: Type.String({ description: 'The id of the event, as in GET /events' }),
  charge_id: nullable(Type.String()),
  webhook_id: nullable(Type.String({ description: 'null: the postback_url of the charge' })),
  url: Type.String(),
  status: namedEnum('DeliveryStatus', DELIVERY_STATUSES),
  attempt_count: Type.Integer(),
  next_attempt_at: nullable(instantShape),
  created_at: instantShape,
  finished_at: nullable(instantShape),
};

export const deliveryShape = namedObject('Delivery', deliveryFields);

export const deliveryResultShape = namedObject('DeliveryResult', {
  success: Type.Boolean(),
  delivery: deliveryShape,
});

export function presentDelivery(row: DeliveryRow) {
  const { id, event_id, event, charge_id, webhook_id, url, status, attempts } = row;
  return presentListed([
    ...([id, event_id, event, charge_id, webhook_id, url, status, attempts] as const),
    row.due_at?.toISOString() ?? null,
    row.created_at.toISOString(),
    row.finished_at?.toISOString() ?? null,
  ]);
}

/** For people of the installation: an address without what a seller may have put behind its host. */
export function presentShownDelivery(row: ListedDelivery) {
  const shown = presentListed(row);
  return { ...shown, url: URL.canParse(shown.url) ? new URL(shown.url).origin : '' };
}

function presentListed(row: ListedDelivery) {
  const [id, eventId, event, chargeId, webhookId, url, status, attempts, dueAt, createdAt, finishedAt] = row;
  return {
    object: 'delivery' as const,
    id,
    kind: webhookId === null ? ('postback' as const) : ('webhook' as const),
    event,
    event_id: eventId,
    charge_id: chargeId,
    webhook_id: webhookId,
    url,
    status,
    attempt_count: attempts,
    next_attempt_at: dueAt,
    created_at: createdAt,
    finished_at: finishedAt,
  };
}

export const wholeDeliveryShape = namedObject('DeliveryWithAttempts', {
  ...deliveryFields,
  message_id: Type.String({ description: 'The id in the body and in the webhook-id header' }),
  body: Type.String({ description: 'The exact body that is sent' }),
  attempts: Type.Array(
    namedObject('DeliveryAttempt', {
      number: Type.Integer(),
      attempted_at: instantShape,
      url: Type.String(),
      status: nullable(Type.Integer({ description: 'HTTP status of the answer; null: there was none' })),
      latency_ms: Type.Integer(),
      error: nullable(Type.String({ description: 'Why the attempt failed; null: it succeeded' })),
      answer: Type.String({ description: 'The first 2 KB of the answer' }),
    }),
  ),
});

export function presentWholeDelivery(vault: Vault, { delivery, attempts, event }: WholeDelivery) {
  const isPostback = delivery.webhook_id === null;
  return {
    ...presentDelivery(delivery),
    message_id: messageId(event, delivery.event),
    body: messageFor(vault, event, delivery.event, isPostback).body,
    attempts: attempts.map(presentAttempt),
  };
}

function presentAttempt(row: AttemptRow) {
  return {
    number: row.number,
    attempted_at: row.started_at.toISOString(),
    url: row.url,
    status: row.answer_status,
    latency_ms: row.latency_ms,
    error: row.failure,
    answer: row.answer,
  };
}

/** The list envelope with a total that is null where counting stopped. */
export function logOf<T extends TObject>(item: T) {
  return namedObject(listNameOf(item), {
    object: Type.Literal('list'),
    data: Type.Array(item),
    total: nullable(Type.Integer({ description: 'null: more than 1,000' })),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  });
}

export function presentLog(rows: readonly ListedDelivery[], page: Page, total: number | null) {
  return { ...presentList(rows, page, total ?? 0, ([id]) => id, presentListed), total };
}
