import type { Actor } from '../audit/record.ts';
import { statement } from '../db/pool.ts';
import type { WebhookEvent } from '../events/catalogue.ts';
import type { Deps } from '../http/deps.ts';
import { invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../write/effects.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from './deliveries.ts';

type TestDelivery = { delivery: DeliveryRow; accountId: string; data: object };

// Not through events/sql/record.sql: a test is sent to one webhook, whatever events it is registered for.
const insertTest: RowWriter<TestDelivery> = {
  statement: statement(
    'webhooks.test',
    `with test as (
       select *
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::json[], $8::timestamptz[])
         as t (account_id, id, event_id, webhook_id, event, url, data, created_at)
     ), recorded as (
       insert into events (account_id, id, type, sequence, audience, data, created_at)
       select account_id, event_id, 'webhook.test', 1, 'owner', data, created_at
       from test
     )
     insert into deliveries (account_id, id, event_id, event, webhook_id, queue, url, due_at, created_at)
     select account_id, id, event_id, event, webhook_id, webhook_id::text, url, created_at, created_at
     from test
     returning id`,
  ),
  values: (tests) => [
    tests.map(({ accountId }) => accountId),
    tests.map(({ delivery }) => delivery.id),
    tests.map(({ delivery }) => delivery.event_id),
    tests.map(({ delivery }) => delivery.webhook_id),
    tests.map(({ delivery }) => delivery.event),
    tests.map(({ delivery }) => delivery.url),
    tests.map(({ data }) => JSON.stringify(data)),
    tests.map(({ delivery }) => delivery.created_at),
  ],
  writes: 'all',
};

const lockWebhook = statement(
  'webhooks.lock_for_test',
  'select url, events from webhooks where account_id = $1 and id = $2 for share',
);
const deliveryById = statement(
  'deliveries.by_id_of_test',
  `select ${DELIVERY_COLUMNS} from deliveries where account_id = $1 and id = $2`,
);

export type TestState = {
  webhook: { url: string; events: WebhookEvent[] } | null;
  /** The delivery made by an earlier run of the same request. */
  earlier: DeliveryRow | null;
};
export type TestCommand = {
  webhookId: string;
  deliveryId: string;
  eventId: string;
  sampleId: string;
  /** Null: the first event that the webhook is registered for. */
  event: WebhookEvent | null;
};

/** Sends a sample event, marked as a test, once. The delivery log shows the result. */
export async function sendTest(
  deps: Deps,
  actor: Actor,
  webhookId: string,
  { deliveryId, event }: { deliveryId: string; event: WebhookEvent | null },
  answer?: Answer<DeliveryRow>,
): Promise<DeliveryRow> {
  if (!isId(webhookId)) throw notFound('Webhook');
  const { accountId } = actor;
  const command = { webhookId, deliveryId, event, eventId: deps.ids.next(), sampleId: deps.ids.next() };
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: async (tx): Promise<TestState> => {
        const [webhook] = await tx.query<NonNullable<TestState['webhook']>>(lockWebhook, [
          accountId,
          webhookId,
        ]);
        const [earlier] = await tx.query<DeliveryRow>(deliveryById, [accountId, deliveryId]);
        return { webhook: webhook ?? null, earlier: earlier ?? null };
      },
      decide: (state) => decideTest(state, command, actor, now),
    },
    answer,
  );
}

export function decideTest(
  { webhook, earlier }: TestState,
  { webhookId, deliveryId, eventId, sampleId, event }: TestCommand,
  actor: Actor,
  now: Date,
): Decision<DeliveryRow> {
  if (!webhook) return notFound('Webhook');
  if (earlier) return done(earlier);
  const name = event ?? webhook.events[0];
  if (!name) return invalidField('event', 'is required');
  const { accountId } = actor;
  const delivery: DeliveryRow = {
    id: deliveryId,
    event_id: eventId,
    event: name,
    charge_id: null,
    webhook_id: webhookId,
    url: webhook.url,
    status: 'pending',
    attempts: 0,
    due_at: now,
    created_at: now,
    finished_at: null,
  };
  const target = { kind: 'webhook', id: webhookId };
  return done(delivery, {
    rows: [rowWrite(insertTest, { delivery, accountId, data: sampleOf(name, sampleId, now) })],
    audit: [{ actor, accountId, action: 'webhook.test_sent', target, details: { event: name } }],
    deliveriesOf: [accountId],
  });
}

const STATUS_OF: Partial<Record<WebhookEvent, string>> = {
  'charge.pending': 'PENDING',
  'charge.cancelled': 'CANCELLED',
  'charge.refused': 'REFUSED',
  'charge.refunded': 'REFUNDED',
  'charge.overdue': 'OVERDUE',
  'charge.authorized': 'PENDING',
  'charge.due_date_changed': 'PENDING',
  'charge.due_date_refused': 'PENDING',
  'payment.refunded': 'REFUNDED',
  'payment.failed': 'REFUSED',
  'payment.expired': 'CANCELLED',
  'payment.overdue': 'OVERDUE',
};

/**
 * In the form of a recorded event, so that the message is built in the same way. The figures are the specification's
 * example of 100.00: the same for every account, whatever its plan.
 */
function sampleOf(name: WebhookEvent, id: string, now: Date): object {
  if (name.startsWith('withdrawal.')) {
    const status = name === 'withdrawal.rejected' ? 'rejected' : 'approved';
    const returned = name === 'withdrawal.returned' ? { return_amount: 100, returned_amount: 100 } : {};
    return { withdrawal_id: id, amount: 100, status, pix_key: 'te***@example.com', ...returned };
  }
  if (name.startsWith('dispute.')) {
    const status = name === 'dispute.opened' ? 'open' : 'won';
    return { dispute_id: id, charge_id: id, kind: 'med', amount: 100, status, reason: 'test' };
  }
  const status = STATUS_OF[name] ?? 'RECEIVED';
  const wasPaid = status === 'RECEIVED' || status === 'REFUNDED';
  return {
    charge: {
      id,
      status,
      billing_type: 'PIX',
      value: 100,
      net_value: wasPaid ? 86.93 : 91.51,
      description: 'Test',
      external_reference: 'test',
      payment_date: wasPaid ? now.toISOString() : null,
    },
    customer: { name: 'Maria Teste', email: 'maria@example.com' },
    refunded_amount: status === 'REFUNDED' ? 100 : 0,
  };
}
