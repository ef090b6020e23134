import { type Db, statement } from '../../db/pool.ts';
import { rowset, rowsOf, rowType } from '../../db/wire/row-type.ts';
import type { Audience } from '../../events/catalogue.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { RetryPolicy } from './retry.ts';
import type { FailureReason } from './send.ts';

/** Longer than any exchange may take, so that a delivery in the hands of a living worker is never taken from it. */
const LEASE_SECONDS = { postback: 45, webhook: 20 };

export type QueuePosition = { account_id: string; queue: string };
/** `due_at` is that of the first of it that is free. */
export type DueQueue = QueuePosition & { due_at: Date; is_due: boolean };
export const FIRST_QUEUE: QueuePosition = { account_id: '00000000-0000-0000-0000-000000000000', queue: '' };

/** Nobody holds it, or whoever did has died: a lease that has ended is none. */
export const IS_FREE = '(leased_until is null or leased_until < now())';

// Steps from queue to queue by the index instead of reading through them: the cost is one probe for each queue,
// however long any of them is, and one for each row under way.
const queuesAfter = statement(
  'deliveries.queues',
  `with recursive queues as (
     (
       select account_id, queue, due_at
       from deliveries
       where due_at is not null
         and (account_id, queue) > ($1, $2)
         and ${IS_FREE}
       order by account_id, queue, due_at
       limit 1
     )
     union all
     select next.account_id, next.queue, next.due_at
     from queues q
     cross join lateral (
       select account_id, queue, due_at
       from deliveries
       where due_at is not null
         and (account_id, queue) > (q.account_id, q.queue)
         and ${IS_FREE}
       order by account_id, queue, due_at
       limit 1
     ) as next
   )
   select account_id, queue, due_at, due_at <= $3 as is_due
   from queues
   limit $4`,
);

/** Every queue after a position that has something free, at most so many, with whether the first of it is due. */
export function findQueues(db: Db, after: QueuePosition, until: Date, most: number): Promise<DueQueue[]> {
  return db.query<DueQueue>(queuesAfter, [after.account_id, after.queue, until, most]);
}

// The same within some accounts: it costs a probe for each of their queues and nothing for anybody else's.
const FIRST_FREE = (account: string, after: string) => `
       select account_id, queue, due_at
       from deliveries
       where due_at is not null
         and account_id = ${account}
         and queue > ${after}
         and ${IS_FREE}
       order by queue, due_at
       limit 1`;
const queuesOf = statement(
  'deliveries.queues_of',
  `with recursive queues as (
     select first.account_id, first.queue, first.due_at
     from unnest($1::uuid[]) as wanted (account_id)
     cross join lateral (${FIRST_FREE('wanted.account_id', "''")}) as first
     union all
     select next.account_id, next.queue, next.due_at
     from queues q
     cross join lateral (${FIRST_FREE('q.account_id', 'q.queue')}) as next
   )
   select account_id, queue, due_at, due_at <= $2 as is_due
   from queues
   limit $3`,
);

export function findQueuesOf(
  db: Db,
  accounts: ReadonlySet<string>,
  until: Date,
  most: number,
): Promise<DueQueue[]> {
  return db.query<DueQueue>(queuesOf, [[...accounts], until, most]);
}

export type ClaimedDelivery = {
  account_id: string;
  id: string;
  event: string;
  webhook_id: string | null;
  queue: string;
  url: string;
  attempts: number;
  tries_in_round: number;
  was_due_at: Date;
  event_id: string;
  type: string;
  audience: Audience;
  sequence: number;
  previous_status: string | null;
  data: object;
  event_created_at: Date;
  /** The registration as it stands now; all null for a postback, or when it was deleted. */
  webhook_url: string | null;
  active: boolean | null;
  retry_policy: RetryPolicy | null;
  /** In hexadecimal: it names the secret that was opened before, and is seldom opened again. */
  secret_box: string | null;
  /** Null also where there are none, as of nearly every webhook: an empty list costs more to read. */
  previous_secret_boxes: Buffer[] | null;
  previous_secrets_until: Date[] | null;
};

/** Of a queue: at most so many, of those that are due since `from`. */
export type Claim = QueuePosition & { from: Date; most: number };

// Begins where the look found the first, not where the queue does: behind it lies an index entry of every delivery made
// since the last vacuum, and a claim that went through them all would cost more with each.
// What is claimed is also returned, even if its event were gone: it must fail in the log, not be claimed for ever.
// Writes no indexed column, so that a claim costs no index entries. Its commit need not reach the disk: a claim lost in a
// power cut leaves the delivery due, and the record of an attempt, which does wait, cannot reach the disk before it.
// Rows are found one by one, each by its key. The outer limit cuts nothing off: without a number the planner expects a
// tenth of a long queue, and reads the whole table for it.
const MAX_PER_CLAIM = 256;
const claimDue = statement(
  'deliveries.claim',
  `with quick as materialized (
     select set_config('synchronous_commit', 'off', true)
   ), picked as (
     select due.place, due.due_at
     from quick
     cross join unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::integer[]) as wanted (account_id, queue, since, most)
     cross join lateral (
       select d.ctid as place, d.due_at
       from deliveries d
       where d.account_id = wanted.account_id
         and d.queue = wanted.queue
         and d.due_at between wanted.since and $5
         and ${IS_FREE}
       order by d.due_at, d.id
       limit wanted.most
       for update skip locked
     ) as due
     limit ${MAX_PER_CLAIM}
   ), claimed as (
     update deliveries d
     set leased_until = now() + case
           when d.webhook_id is null then interval '${LEASE_SECONDS.postback} seconds'
           else interval '${LEASE_SECONDS.webhook} seconds'
         end
     from picked
     where d.ctid = picked.place
     returning d.account_id, d.id, d.event_id, d.event, d.webhook_id, d.queue, d.url, d.attempts, d.tries_in_round,
       picked.due_at as was_due_at
   )
   select c.*, e.type, e.audience, e.sequence, e.previous_status, e.data, e.created_at as event_created_at,
     w.url as webhook_url, w.active, w.retry_policy, encode(w.secret_box, 'hex') as secret_box,
     nullif(w.previous_secret_boxes, '{}') as previous_secret_boxes,
     nullif(w.previous_secrets_until, '{}') as previous_secrets_until
   from claimed c
   left join lateral (
     select * from events where account_id = c.account_id and id = c.event_id offset 0
   ) as e on true
   left join lateral (
     select * from webhooks where account_id = c.account_id and id = c.webhook_id offset 0
   ) as w on true`,
);

/** Takes what is due of these queues, of each at most so much, for as long as a lease. No row is taken twice. */
export function claim(db: Db, claims: readonly Claim[], until: Date): Promise<ClaimedDelivery[]> {
  return db.query<ClaimedDelivery>(claimDue, [
    claims.map((item) => item.account_id),
    claims.map((item) => item.queue),
    claims.map((item) => item.from),
    claims.map((item) => item.most),
    until,
  ]);
}

export type Attempt = {
  accountId: string;
  deliveryId: string;
  attemptsBefore: number;
  url: string;
  startedAt: Date;
  latencyMs: number;
  answerStatus: number | null;
  failure: FailureReason | null;
  answer: string;
  /**
   * What the delivery is now: pending again at `dueAt`, or finished. One that failed after more than one try has a
   * `dueAt` too: when it goes on if a new round of tries was asked for meanwhile.
   */
  status: 'pending' | 'delivered' | 'failed';
  dueAt: Date | null;
  finishedAt: Date | null;
};

const recordedAttempt = rowType<Attempt>('delivery_attempt_row', [
  { name: 'account_id', type: 'uuid', of: ({ accountId }) => accountId },
  { name: 'id', type: 'uuid', of: ({ deliveryId }) => deliveryId },
  { name: 'attempts_before', type: 'integer', of: ({ attemptsBefore }) => attemptsBefore },
  { name: 'url', type: 'text', of: ({ url }) => url },
  { name: 'started_at', type: 'timestamptz', of: ({ startedAt }) => startedAt },
  { name: 'latency_ms', type: 'integer', of: ({ latencyMs }) => Math.round(latencyMs) },
  { name: 'answer_status', type: 'integer', of: ({ answerStatus }) => answerStatus },
  { name: 'failure', type: 'text', of: ({ failure }) => failure },
  { name: 'answer', type: 'text', of: ({ answer }) => answer },
  { name: 'status', type: 'text', of: ({ status }) => status },
  { name: 'due_at', type: 'timestamptz', of: ({ dueAt }) => dueAt },
  { name: 'finished_at', type: 'timestamptz', of: ({ finishedAt }) => finishedAt },
]);

// Guarded by the number of attempts: of two workers that held one delivery, the first to record it decides. A last try
// that finds no try counted was overtaken by a new round (redelivery): that one begins now.
const BEGINS_ANEW = `(t.status = 'failed' and t.due_at is not null and d.tries_in_round = 0)`;
const saveAttempts = statement(
  'deliveries.record',
  `with told as (
     select *
     from ${rowset(recordedAttempt, 1, 'r')}
   ), saved as (
     update deliveries d
     set status = case when ${BEGINS_ANEW} then 'pending' else t.status end,
         due_at = case when t.status = 'failed' and not ${BEGINS_ANEW} then null else t.due_at end,
         finished_at = case when ${BEGINS_ANEW} then null else t.finished_at end,
         leased_until = null,
         url = t.url,
         attempts = d.attempts + 1,
         tries_in_round = case when ${BEGINS_ANEW} then 0 else d.tries_in_round + 1 end
     from told t
     where d.account_id = t.account_id
       and d.id = t.id
       and d.attempts = t.attempts_before
       and d.status = 'pending'
     returning d.account_id, d.id, d.attempts
   )
   insert into delivery_attempts (account_id, delivery_id, number, url, started_at, latency_ms, answer_status, failure,
     answer)
   select s.account_id, s.id, s.attempts, t.url, t.started_at, t.latency_ms, t.answer_status, t.failure, t.answer
   from saved s
   join told t on t.account_id = s.account_id and t.id = s.id`,
);

export async function recordAttempts(db: Db, attempts: readonly Attempt[]): Promise<void> {
  await db.query(saveAttempts, [rowsOf(recordedAttempt, attempts)]);
}

/**
 * Sets a delivery aside because its webhook is paused. The webhook's row is locked against a resume at the same moment:
 * either the resume waits and then finds the delivery, or this finds the webhook active and gives the delivery back.
 */
export async function holdForPaused(db: Db, delivery: ClaimedDelivery): Promise<void> {
  await db.query(
    `with paused as (
       select id
       from webhooks
       where account_id = $1
         and id = $3
         and not active
       for share
     )
     update deliveries d
     set status = case when exists (select 1 from paused) then 'paused' else 'pending' end,
         due_at = case when exists (select 1 from paused) then null else d.due_at end,
         leased_until = null
     where d.account_id = $1
       and d.id = $2
       and d.status = 'pending'`,
    [delivery.account_id, delivery.id, delivery.webhook_id],
  );
}

/** The webhook was deleted: there is nobody left to tell. */
export async function cancelDelivery(db: Db, delivery: ClaimedDelivery, now: Date): Promise<void> {
  await db.query(
    `update deliveries
     set status = 'cancelled', due_at = null, leased_until = null, finished_at = $3
     where account_id = $1
       and id = $2
       and status = 'pending'`,
    [delivery.account_id, delivery.id, now],
  );
}

/** Gives claimed deliveries back untried. */
export async function release(db: Db, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await db.query(
    `update deliveries d
     set leased_until = null
     from unnest($1::uuid[], $2::uuid[]) as given (account_id, id)
     where d.account_id = given.account_id
       and d.id = given.id
       and d.status = 'pending'`,
    [deliveries.map((delivery) => delivery.account_id), deliveries.map((delivery) => delivery.id)],
  );
}

// One look at both: what is due now, and what is under way, may change into each other between two.
const someLeft = statement(
  'deliveries.some_left',
  `select 1 from deliveries where due_at is not null and (due_at <= $1 or not ${IS_FREE}) limit 1`,
);

/** Whether anything is due or under way, here or in another process. */
export async function isAnyLeft(db: Db, now: Date): Promise<boolean> {
  return (await db.query(someLeft, [now])).length > 0;
}

/** The gateway's clock went back by so much: what waits for a later try must not wait that much longer. */
export async function bringDeliveriesForward(db: Db, byMs: number): Promise<void> {
  await db.query(
    `update deliveries
     set due_at = due_at - make_interval(secs => $1)
     where due_at is not null`,
    [byMs / SECOND_MS],
  );
}
