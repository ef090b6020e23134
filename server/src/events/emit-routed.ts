import { insertRouted, type RoutedInsert } from '../db/distributed/insert.ts';
import { routed } from '../db/distributed/routed.ts';
import { type Statement, statement } from '../db/pool.ts';
import { sqlFile } from '../db/sql-file.ts';
import type { Tx } from '../db/transaction.ts';
import { assert } from '../kit/errors.ts';
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
  account_id: string;
  id: string;
  event_id: string;
  event: string;
  charge_id: string | null;
  webhook_id: string | null;
  queue: string;
  url: string;
  due_at: Date;
  created_at: Date;
};

const deliveries: RoutedInsert<Target> = {
  table: 'deliveries',
  columns: [
    { name: 'account_id', type: 'uuid', of: (target) => target.account_id },
    { name: 'id', type: 'uuid', of: (target) => target.id },
    { name: 'event_id', type: 'uuid', of: (target) => target.event_id },
    { name: 'event', type: 'text', of: (target) => target.event },
    { name: 'charge_id', type: 'uuid', of: (target) => target.charge_id },
    { name: 'webhook_id', type: 'uuid', of: (target) => target.webhook_id },
    { name: 'queue', type: 'text', of: (target) => target.queue },
    { name: 'url', type: 'text', of: (target) => target.url },
    { name: 'due_at', type: 'timestamptz', of: (target) => target.due_at },
    { name: 'created_at', type: 'timestamptz', of: (target) => target.created_at },
  ],
};

const TARGETS = /-- targets:.*?\n(.*?)-- end of targets/s;

/** Which deliveries the events have is said in events/sql/record.sql alone; here the events are rows of the parameters. */
function targetsStatement(): Statement {
  const [, targets] = TARGETS.exec(sqlFile('events/sql/record.sql')) ?? [];
  assert(targets, 'record.sql says which deliveries an event has');
  return routed(
    statement(
      'events.targets',
      `with recorded as (
         select $1::uuid as account_id, e.*
         from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::json[], $7::timestamptz[])
           as e (id, type, charge_id, audience, data, created_at)
       )
       ${targets}`,
    ),
  );
}

const targetsOf = targetsStatement();

/** What events/sql/record.sql does in one statement, as statements that each go to the account's node. */
export async function emitRouted(tx: Tx, all: readonly NewEvent[]): Promise<boolean> {
  let hasDeliveries = false;
  for (const [accountId, own] of groupBy(all, (event) => event.accountId)) {
    await insertRouted(tx, events, own);
    const targets = await tx.query<Target>(targetsOf, [
      accountId,
      own.map((event) => event.id),
      own.map((event) => event.type),
      own.map((event) => event.chargeId ?? null),
      own.map((event) => event.audience),
      own.map((event) => JSON.stringify(event.data)),
      own.map((event) => event.createdAt),
    ]);
    await insertRouted(tx, deliveries, targets);
    hasDeliveries ||= targets.length > 0;
  }
  return hasDeliveries;
}
