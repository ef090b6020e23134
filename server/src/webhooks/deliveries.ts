import { type Db, statement } from '../db/pool.ts';
import { deliveryBell } from '../events/doorbell.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { fail, notFound } from '../kit/errors.ts';
import { firstIdOf, isId } from '../kit/ids.ts';
import type { RecordedEvent } from './message.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'paused', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type DeliveryRow = {
  id: string;
  event_id: string;
  event: string;
  charge_id: string | null;
  webhook_id: string | null;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  due_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
};

export type AttemptRow = {
  number: number;
  url: string;
  started_at: Date;
  latency_ms: number;
  answer_status: number | null;
  failure: string | null;
  answer: string;
};

export const DELIVERY_COLUMNS =
  'id, event_id, event, charge_id, webhook_id, url, status, attempts, due_at, created_at, finished_at';

export type DeliveryFilter = {
  event: string | null;
  status: DeliveryStatus | null;
  chargeId: string | null;
  webhookId: string | null;
};

/** Counting stops there: the log of a busy account may be very long. */
const MAX_COUNTED = 10_000;

// Statuses are written out, not parameters, so that the partial indexes of the few rows that have them are used.
const STATUS_CLAUSES: Readonly<Record<DeliveryStatus, string>> = {
  pending: `status = 'pending' and due_at is not null`,
  delivered: `status = 'delivered'`,
  failed: `status = 'failed'`,
  paused: `status = 'paused'`,
  cancelled: `status = 'cancelled'`,
};

// By the charge's events: the id of a delivery begins like that of its event, so the deliveries of an event are a range
// of the primary key. Those of its disputes are few and have an index of their own.
const ofCharge = (charge: string) => `(
           select *
           from deliveries
           where account_id = $1
             and charge_id = ${charge}
             and event in ('dispute.opened', 'dispute.closed')
           union all
           select d.*
           from events e
           cross join lateral (
             select *
             from deliveries
             where account_id = e.account_id
               and id >= (left(e.id::text, 18) || '-0000-000000000000')::uuid
               and id <= (left(e.id::text, 18) || '-ffff-ffffffffffff')::uuid
               and event_id = e.id
             offset 0
           ) as d
           where e.account_id = $1
             and e.charge_id = ${charge}
         ) as of_charge`;

/** Newest first. `total` is null when more than ten thousand match. */
export async function listDeliveries(
  db: Db,
  accountId: string,
  filter: DeliveryFilter,
  page: IdPage,
): Promise<{ rows: DeliveryRow[]; total: number | null }> {
  const values: unknown[] = [accountId];
  const equals = (column: string, value: string | null) =>
    value === null ? [] : [`${column} = $${values.push(value)}`];
  const filters = [
    ...equals('event', filter.event),
    ...equals('charge_id', filter.chargeId),
    ...equals('webhook_id', filter.webhookId),
  ];
  const from = filter.chargeId === null ? 'deliveries' : ofCharge(`$${values.indexOf(filter.chargeId) + 1}`);
  const name = [filter.status ?? 'any', ...filters.map((clause) => clause.split(' ')[0])].join(' ');
  const clauses = [
    'account_id = $1',
    ...(filter.status ? [STATUS_CLAUSES[filter.status]] : []),
    ...filters,
  ].join(' and ');
  const next = values.length;
  const [rows, [counted]] = await Promise.all([
    db.query<DeliveryRow>(
      statement(
        `deliveries.list ${name}`,
        `select ${DELIVERY_COLUMNS}
         from ${from}
         where ${clauses}
           and id < $${next + 1}
         order by id desc
         limit $${next + 2}
         offset $${next + 3}`,
      ),
      [...values, page.below, page.limit + 1, page.offset],
    ),
    db.query<{ count: number }>(
      statement(
        `deliveries.count ${name}`,
        `select count(*)::integer as count
         from (select 1 from ${from} where ${clauses} limit ${MAX_COUNTED + 1}) as matching`,
      ),
      values,
    ),
  ]);
  const count = counted?.count ?? 0;
  return { rows, total: count > MAX_COUNTED ? null : count };
}

export type WholeDelivery = { delivery: DeliveryRow; attempts: AttemptRow[]; event: RecordedEvent };

export async function findDelivery(db: Db, accountId: string, id: string): Promise<WholeDelivery> {
  const [delivery] = isId(id)
    ? await db.query<DeliveryRow>(
        `select ${DELIVERY_COLUMNS} from deliveries where account_id = $1 and id = $2`,
        [accountId, id],
      )
    : [];
  if (!delivery) throw notFound('Delivery');
  const [attempts, [event]] = await Promise.all([
    db.query<AttemptRow>(
      `select number, url, started_at, latency_ms, answer_status, failure, answer
       from delivery_attempts
       where account_id = $1
         and delivery_id = $2
       order by number`,
      [accountId, id],
    ),
    db.query<RecordedEvent>(
      `select id, type, audience, sequence, previous_status, data, created_at
       from events
       where account_id = $1
         and id = $2`,
      [accountId, delivery.event_id],
    ),
  ]);
  if (!event) throw notFound('Delivery');
  return { delivery, attempts, event };
}

/**
 * Sends again what was sent or has failed, with a new round of tries; what waits for a retry is tried now. A test has one
 * try: one that is not finished cannot be requested again.
 */
export async function redeliver(deps: Deps, accountId: string, id: string): Promise<DeliveryRow> {
  const { delivery, event } = await findDelivery(deps.db, accountId, id);
  const isTest = event.type === 'webhook.test';
  const [row] = await deps.db.query<DeliveryRow>(
    `update deliveries d
     set status = 'pending',
         due_at = case when d.leased_until is null then $3::timestamptz else d.due_at end,
         tries_in_round = 0,
         finished_at = null
     where d.account_id = $1
       and d.id = $2
       and (d.status in ('delivered', 'failed') or (d.status = 'pending' and not $4))
       and (d.webhook_id is null or exists (
         select 1 from webhooks w where w.account_id = d.account_id and w.id = d.webhook_id and (w.active or $4)
       ))
     returning ${DELIVERY_COLUMNS}`,
    [accountId, id, deps.clock.now(), isTest],
  );
  if (!row) fail('INVALID_STATE', await reasonAgainst(deps.db, accountId, delivery, isTest));
  deliveryBell(deps.db).ring(new Set([accountId]));
  return row;
}

const HAS_RECEIVER = `(d.webhook_id is null or exists (
         select 1 from webhooks w where w.account_id = d.account_id and w.id = d.webhook_id and w.active
       ))`;

async function reasonAgainst(
  db: Db,
  accountId: string,
  { webhook_id: webhookId, status }: DeliveryRow,
  isTest: boolean,
): Promise<string> {
  if (isTest && status === 'pending') return 'This test is being sent';
  if (status === 'paused') return 'The webhook is paused; resume it and this delivery goes out';
  const [webhook] = await db.query<{ active: boolean }>(
    'select active from webhooks where account_id = $1 and id = $2',
    [accountId, webhookId],
  );
  return webhook ? 'The webhook is paused; resume it first' : 'The webhook of this delivery was deleted';
}

export type TimeRange = { from: Date; to: Date };
const MAX_REDELIVERED = 10_000;

/** Every failed delivery of events in the range gets a new round of tries, except those of a paused webhook. */
export async function redeliverFailed(
  deps: Deps,
  accountId: string,
  { from, to }: TimeRange,
  webhookId: string | null,
): Promise<{ count: number; hasMore: boolean }> {
  // Materialized: otherwise the planner may search for them again at each row.
  const [row] = await deps.db.query<{ count: number; has_more: boolean }>(
    `with picked as materialized (
       select d.id, d.ctid as place
       from deliveries d
       where d.account_id = $1
         and d.status = 'failed'
         and d.id >= $2
         and d.id < $3
         and ($5::uuid is null or d.webhook_id = $5)
         and ${HAS_RECEIVER}
       order by d.id
       limit ${MAX_REDELIVERED + 1}
       for update skip locked
     ), again as (
       update deliveries d
       set status = 'pending', due_at = $4, tries_in_round = 0, finished_at = null
       where d.account_id = $1
         and d.ctid = any (array(select place from picked order by id limit ${MAX_REDELIVERED}))
       returning 1
     )
     select (select count(*) from again)::integer as count,
       (select count(*) from picked) > ${MAX_REDELIVERED} as has_more`,
    [accountId, firstIdOf(from), firstIdOf(to), deps.clock.now(), webhookId],
  );
  deliveryBell(deps.db).ring(new Set([accountId]));
  return { count: row?.count ?? 0, hasMore: row?.has_more ?? false };
}
