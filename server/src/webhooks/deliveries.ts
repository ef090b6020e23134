import { byId, type PageSource } from '../db/pages.ts';
import { type Db, shown, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { firstIdOf, isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../write/effects.ts';
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

/** A row of the log, in the order of the columns, only to be shown: instants as text. */
export type ListedDelivery = readonly [
  id: string,
  eventId: string,
  event: string,
  chargeId: string | null,
  webhookId: string | null,
  url: string,
  status: DeliveryStatus,
  attempts: number,
  dueAt: string | null,
  createdAt: string,
  finishedAt: string | null,
];

export type DeliveryFilter = {
  event: string | null;
  status: DeliveryStatus | null;
  chargeId: string | null;
  webhookId: string | null;
};

/** Counting stops here: the log of a busy account is long, and counting it would cost more than the page. */
const MAX_COUNTED = 1_000;

const counted = (from: string, clauses: string) =>
  `select count(*)::integer as count from (select 1 from ${from} where ${clauses} limit ${MAX_COUNTED + 1}) as matching`;

const DELIVERY_PAGES: PageSource<ListedDelivery> = {
  name: 'deliveries',
  ...byId('deliveries', DELIVERY_COLUMNS),
  total: (account) => counted('deliveries', `account_id = ${account}`),
};

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

/** Newest first. `total` is null when more than a thousand match. */
export async function listDeliveries(
  { db, pages }: Deps,
  accountId: string,
  filter: DeliveryFilter,
  page: IdPage,
): Promise<{ rows: ListedDelivery[]; total: number | null }> {
  const isWhole = Object.values(filter).every((value) => value === null);
  const { rows, total } =
    isWhole && page.offset === 0
      ? await pages.read(DELIVERY_PAGES, { accountId, below: page.below, rows: page.limit + 1 })
      : await listMatching(db, accountId, filter, page);
  return { rows, total: total > MAX_COUNTED ? null : total };
}

async function listMatching(
  db: Db,
  accountId: string,
  filter: DeliveryFilter,
  page: IdPage,
): Promise<{ rows: ListedDelivery[]; total: number }> {
  const values: unknown[] = [accountId];
  const equals = (column: string, value: string | null) =>
    value === null ? [] : [`${column} = $${values.push(value)}`];
  const ofEvent = equals('event', filter.event);
  // Its place, not where its value stands: another value may be equal, and the text must depend on the name alone.
  const charge = `$${values.length + 1}`;
  const filters = [
    ...ofEvent,
    ...equals('charge_id', filter.chargeId),
    ...equals('webhook_id', filter.webhookId),
  ];
  const from = filter.chargeId === null ? 'deliveries' : ofCharge(charge);
  const name = [filter.status ?? 'any', ...filters.map((clause) => clause.split(' ')[0])].join(' ');
  const clauses = [
    'account_id = $1',
    ...(filter.status ? [STATUS_CLAUSES[filter.status]] : []),
    ...filters,
  ].join(' and ');
  const next = values.length;
  const [rows, [matching]] = await Promise.all([
    db.query<ListedDelivery>(
      shown(
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
    db.query<{ count: number }>(statement(`deliveries.count ${name}`, counted(from, clauses)), values),
  ]);
  return { rows, total: matching?.count ?? 0 };
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

type Again = { accountId: string; id: string; dueAt: Date };

// A delivery in flight keeps its due_at: the new round begins when that attempt has failed.
const startRound: RowWriter<Again> = {
  statement: statement(
    'deliveries.start_round',
    `update deliveries d
     set status = 'pending',
         due_at = case when d.leased_until is null then again.due_at else d.due_at end,
         tries_in_round = 0,
         finished_at = null
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as again (account_id, id, due_at)
     where d.account_id = again.account_id
       and d.id = again.id
     returning d.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.dueAt),
  ],
  writes: 'all',
};

const lockDelivery = statement(
  'deliveries.lock',
  `select ${DELIVERY_COLUMNS}, leased_until is not null as "isLeased",
     (select w.active from webhooks w where w.account_id = $1 and w.id = d.webhook_id) as "isActive",
     (select e.type = 'webhook.test' from events e where e.account_id = $1 and e.id = d.event_id) as "isTest"
   from deliveries d
   where account_id = $1
     and id = $2
   for update of d`,
);

/** A delivery, and whether its webhook is active; null: it was deleted, or the delivery is a postback. */
export type LockedDelivery = DeliveryRow & { isLeased: boolean; isActive: boolean | null; isTest: boolean };

/**
 * Sends a delivered or failed delivery again with a new round of tries; one that waits for a retry is tried now. A test
 * has one try: it cannot be requested again before it is finished.
 */
export async function redeliver(
  deps: Deps,
  accountId: string,
  id: string,
  answer?: Answer<DeliveryRow>,
): Promise<DeliveryRow> {
  if (!isId(id)) throw notFound('Delivery');
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: async (tx) => (await tx.query<LockedDelivery>(lockDelivery, [accountId, id]))[0] ?? null,
      decide: (delivery) => decideRedelivery(delivery, accountId, now),
    },
    answer,
  );
}

export function decideRedelivery(
  delivery: LockedDelivery | null,
  accountId: string,
  now: Date,
): Decision<DeliveryRow> {
  if (!delivery) return notFound('Delivery');
  const reason = reasonAgainst(delivery);
  if (reason) return new GatewayError('INVALID_STATE', reason);
  const { isLeased, isActive: _, isTest: __, ...row } = delivery;
  const dueAt = isLeased ? row.due_at : now;
  return done(
    { ...row, status: 'pending', due_at: dueAt, finished_at: null },
    {
      rows: [rowWrite(startRound, { accountId, id: row.id, dueAt: now })],
      deliveriesOf: [accountId],
    },
  );
}

function reasonAgainst({ webhook_id, status, isActive, isTest }: LockedDelivery): string | null {
  if (isTest && status === 'pending') return 'This test is being sent';
  if (status === 'paused') return 'The webhook is paused; resume it and this delivery goes out';
  if (webhook_id !== null && isActive === null) return 'The webhook of this delivery was deleted';
  if (webhook_id !== null && !isActive && !isTest) return 'The webhook is paused; resume it first';
  return status === 'cancelled' ? 'The webhook of this delivery was deleted' : null;
}

export type TimeRange = { from: Date; to: Date };
export type Redelivered = { count: number; hasMore: boolean };
const MAX_REDELIVERED = 10_000;

const lockFailed = statement(
  'deliveries.lock_failed',
  `select d.id
   from deliveries d
   where d.account_id = $1
     and d.status = 'failed'
     and d.id >= $2
     and d.id < $3
     and ($4::uuid is null or d.webhook_id = $4)
     and (d.webhook_id is null or exists (
       select 1 from webhooks w where w.account_id = $1 and w.id = d.webhook_id and w.active
     ))
   order by d.id
   limit ${MAX_REDELIVERED + 1}
   for update of d skip locked`,
);

/** Every failed delivery of events in the range gets a new round of tries, except those of a paused webhook. */
export function redeliverFailed(
  deps: Deps,
  accountId: string,
  { from, to }: TimeRange,
  webhookId: string | null,
  answer?: Answer<Redelivered>,
): Promise<Redelivered> {
  const now = deps.clock.now();
  const range = [accountId, firstIdOf(from), firstIdOf(to), webhookId];
  return deps.writer.commit(
    {
      load: (tx) => tx.query<{ id: string }>(lockFailed, range),
      decide: (failed) => decideRedeliveries(failed, accountId, now),
    },
    answer,
  );
}

export function decideRedeliveries(
  failed: readonly { id: string }[],
  accountId: string,
  dueAt: Date,
): Decision<Redelivered> {
  const again = failed.slice(0, MAX_REDELIVERED);
  return done(
    { count: again.length, hasMore: failed.length > MAX_REDELIVERED },
    {
      rows: again.map(({ id }) => rowWrite(startRound, { accountId, id, dueAt })),
      deliveriesOf: again.length > 0 ? [accountId] : [],
    },
  );
}
