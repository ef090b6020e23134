import { type Actor, recordAction } from '../audit/record.ts';
import { statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { WebhookEvent } from '../events/catalogue.ts';
import { deliveryBell } from '../events/doorbell.ts';
import type { Deps } from '../http/deps.ts';
import { assert, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from './deliveries.ts';

// Outside the outbox: a test goes to one webhook only, whatever events it is registered for.
const queueTest = statement(
  'webhooks.test',
  `with recorded as (
     insert into events (account_id, id, type, sequence, audience, data, created_at)
     values ($1, $2, 'webhook.test', 1, 'owner', $6, $7)
     returning id, created_at
   )
   insert into deliveries (account_id, id, event_id, event, webhook_id, queue, url, due_at, created_at)
   select $1, $3, r.id, $5, w.id, w.id::text, w.url, r.created_at, r.created_at
   from recorded r, webhooks w
   where w.account_id = $1
     and w.id = $4
   returning ${DELIVERY_COLUMNS}`,
);

/** Sends a sample event, marked as a test, once. Its delivery shows how that went. */
export async function sendTest(
  deps: Deps,
  actor: Actor,
  webhookId: string,
  { deliveryId, event }: { deliveryId: string; event: WebhookEvent | null },
): Promise<DeliveryRow> {
  const { db, ids, clock } = deps;
  const { accountId } = actor;
  const [webhook] = isId(webhookId)
    ? await db.query<{ events: WebhookEvent[] }>(
        'select events from webhooks where account_id = $1 and id = $2',
        [accountId, webhookId],
      )
    : [];
  if (!webhook) throw notFound('Webhook');
  const name = event ?? webhook.events[0];
  if (!name) throw invalidField('event', 'is required');
  const now = clock.now();
  const values = [
    accountId,
    ids.next(),
    deliveryId,
    webhookId,
    name,
    JSON.stringify(sampleOf(name, ids.next(), now)),
    now,
  ];
  const delivery = await transaction(db, async (tx) => {
    const [queued] = await tx.query<DeliveryRow>(queueTest, values);
    if (!queued) throw notFound('Webhook');
    assert(queued.event === name, 'a test is sent under the name that was asked for');
    const target = { kind: 'webhook', id: webhookId };
    const details = { event: name };
    await recordAction(tx, { actor, accountId, action: 'webhook.test_sent', target, details });
    return queued;
  });
  deliveryBell(db).ring(new Set([accountId]));
  return delivery;
}

const STATUS_OF: Partial<Record<WebhookEvent, string>> = {
  'charge.pending': 'PENDING',
  'charge.cancelled': 'CANCELLED',
  'charge.refused': 'REFUSED',
  'charge.refunded': 'REFUNDED',
  'charge.overdue': 'OVERDUE',
  'payment.refunded': 'REFUNDED',
  'payment.failed': 'REFUSED',
  'payment.expired': 'CANCELLED',
  'payment.overdue': 'OVERDUE',
};

/** In the form in which real changes are recorded, so that the message is made in the same way. */
function sampleOf(name: WebhookEvent, id: string, now: Date): object {
  if (name.startsWith('withdrawal.')) {
    const status = name === 'withdrawal.rejected' ? 'rejected' : 'approved';
    return { withdrawal_id: id, amount: 10, status, pix_key: 'te***@example.com' };
  }
  if (name.startsWith('dispute.')) {
    const status = name === 'dispute.opened' ? 'open' : 'won';
    return { dispute_id: id, charge_id: id, kind: 'med', amount: 10, status, reason: 'test' };
  }
  const status = STATUS_OF[name] ?? 'RECEIVED';
  const wasPaid = status === 'RECEIVED' || status === 'REFUNDED';
  return {
    charge: {
      id,
      status,
      billing_type: 'PIX',
      value: 10,
      net_value: 9.51,
      description: 'Test',
      external_reference: 'test',
      payment_date: wasPaid ? now.toISOString() : null,
    },
    customer: { name: 'Maria Teste', email: 'maria@example.com' },
    refunded_amount: status === 'REFUNDED' ? 10 : 0,
  };
}
