import { insertRouted, type RoutedInsert } from '../db/distributed/insert.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { groupBy } from '../kit/group-by.ts';
import type { NewEvent } from './emit.ts';

const events: RoutedInsert<NewEvent> = {
  table: 'events',
  columns: [
    { name: 'account_id', type: 'uuid', of: (event) => event.accountId },
    { name: 'id', type: 'uuid', of: (event) => event.id },
    { name: 'type', type: 'text', of: (event) => event.type },
    { name: 'charge_id', type: 'uuid', of: (event) => event.chargeId },
    { name: 'withdrawal_id', type: 'uuid', of: (event) => event.withdrawalId },
    { name: 'dispute_id', type: 'uuid', of: (event) => event.disputeId },
    { name: 'sequence', type: 'integer', of: (event) => event.sequence },
    { name: 'audience', type: 'text', of: (event) => event.audience },
    { name: 'billing_type', type: 'text', of: (event) => event.billingType },
    { name: 'previous_billing_type', type: 'text', of: (event) => event.previousBillingType },
    { name: 'status', type: 'text', of: (event) => event.status },
    { name: 'previous_status', type: 'text', of: (event) => event.previousStatus },
    { name: 'data', type: 'json', of: (event) => event.data },
    { name: 'created_at', type: 'timestamptz', of: (event) => event.createdAt },
  ],
};

type Target = {
  accountId: string;
  id: string;
  event_id: string;
  event: string;
  charge_id: string | null;
  webhook_id: string | null;
  queue: string;
  url: string;
  created_at: Date;
};

const deliveries: RoutedInsert<Target> = {
  table: 'deliveries',
  columns: [
    { name: 'account_id', type: 'uuid', of: (target) => target.accountId },
    { name: 'id', type: 'uuid', of: (target) => target.id },
    { name: 'event_id', type: 'uuid', of: (target) => target.event_id },
    { name: 'event', type: 'text', of: (target) => target.event },
    { name: 'charge_id', type: 'uuid', of: (target) => target.charge_id },
    { name: 'webhook_id', type: 'uuid', of: (target) => target.webhook_id },
    { name: 'queue', type: 'text', of: (target) => target.queue },
    { name: 'url', type: 'text', of: (target) => target.url },
    { name: 'due_at', type: 'timestamptz', of: (target) => target.created_at },
    { name: 'created_at', type: 'timestamptz', of: (target) => target.created_at },
  ],
};

// The same targets as in events/sql/record.sql.
const targetsOf = statement(
  'events.targets',
  `select r.id as event_id, (left(r.id::text, 18) || substr(gen_random_uuid()::text, 19))::uuid as id, target.event,
     coalesce(r.charge_id, (r.data ->> 'charge_id')::uuid) as charge_id, target.webhook_id, target.queue, target.url,
     r.created_at
   from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::json[], $7::timestamptz[])
     as r (id, type, charge_id, audience, data, created_at)
   cross join lateral (
     select n.name, w.id, w.id::text, w.url
     from webhooks w
     join event_notices n on n.type = r.type
       and n.audience = r.audience
       and n.received_by && w.events
       and (n.cause is null or n.cause = r.data ->> 'cause')
     where w.account_id = $1
     union all
     select r.type, null, substring(r.data ->> 'postback_url' from '^[^:]+://[^/?#]+'), r.data ->> 'postback_url'
     where r.data ->> 'postback_url' is not null
       and r.audience = 'owner'
       and r.type in ('charge.pending', 'charge.paid', 'charge.refunded', 'charge.cancelled', 'charge.refused',
         'charge.overdue')
   ) as target (event, webhook_id, queue, url)`,
);

/** What events/sql/record.sql does in one statement, as statements that each go to the account's node. */
export async function emitRouted(tx: Tx, all: readonly NewEvent[]): Promise<boolean> {
  let hasDeliveries = false;
  for (const [accountId, own] of groupBy(all, (event) => event.accountId)) {
    await insertRouted(tx, events, own);
    const targets = await tx.query<Omit<Target, 'accountId'>>(targetsOf, [
      accountId,
      own.map((event) => event.id),
      own.map((event) => event.type),
      own.map((event) => event.chargeId ?? null),
      own.map((event) => event.audience),
      own.map((event) => JSON.stringify(event.data)),
      own.map((event) => event.createdAt),
    ]);
    await insertRouted(
      tx,
      deliveries,
      targets.map((target) => ({ ...target, accountId })),
    );
    hasDeliveries ||= targets.length > 0;
  }
  return hasDeliveries;
}
