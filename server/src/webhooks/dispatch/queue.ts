import { askEveryNode } from '../../db/distributed/every-node.ts';
import { queryByAccount } from '../../db/distributed/routed.ts';
import { earlier } from '../../db/instants.ts';
import { type Db, type Row, statement } from '../../db/pool.ts';
import { sqlFile } from '../../db/sql-file.ts';
import { ASYNCHRONOUS_COMMIT } from '../../db/transaction.ts';
import { rowsOf, rowType } from '../../db/wire/row-type.ts';
import type { Audience } from '../../events/catalogue.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { RetryPolicy } from './retry.ts';
import type { FailureReason } from './send.ts';

/** Deliveries of one account to one receiver, by `due_at`. */
export type QueueKey = { account_id: string; queue: string };
/** A queue with its first delivery that is not leased. */
export type QueueHead = QueueKey & { due_at: Date; is_due: boolean };
/** Sorts before every queue. */
export const BEFORE_ALL_QUEUES: QueueKey = { account_id: '00000000-0000-0000-0000-000000000000', queue: '' };

/** No worker holds it, or the one that did has died: an expired lease does not count. */
export const NOT_LEASED = '(leased_until is null or leased_until < now())';

const queuesAfter = statement('deliveries.find_queues', sqlFile('webhooks/dispatch/sql/find-queues.sql'));

/** Every queue after a position that has a delivery without a lease, at most `max`. */
export async function findQueues(db: Db, after: QueueKey, dueAt: Date, max: number): Promise<QueueHead[]> {
  const values = [after.account_id, after.queue, dueAt, max];
  if (!db.isDistributed) return db.query<QueueHead>(queuesAfter, values);
  const found = await askEveryNode<QueueHead>(db, {
    ...{ table: 'deliveries', sql: queuesOfAllNodes, values },
    read: ({ account_id, queue, due_at, is_due }) => ({
      ...{ account_id: String(account_id), queue: String(queue) },
      ...{ due_at: new Date(String(due_at)), is_due: is_due === true },
    }),
  });
  // The next page begins after the last of this one. Queues of an account are in order already: it is on one node.
  return found
    .sort((one, other) =>
      one.account_id < other.account_id ? -1 : Number(one.account_id > other.account_id),
    )
    .slice(0, max);
}

// On a distributed database every node looks at its own queues. It reads each waiting delivery, not each queue.
const queuesOfAllNodes = statement(
  'deliveries.find_queues_of_all_nodes',
  `select account_id, queue, min(due_at) as due_at, min(due_at) <= $3 as is_due
   from deliveries
   where due_at is not null
     and (account_id, queue) > ($1, $2)
     and ${NOT_LEASED}
   group by account_id, queue
   order by account_id, queue
   limit $4`,
);

const queuesOfAccounts = statement(
  'deliveries.find_queues_of_accounts',
  sqlFile('webhooks/dispatch/sql/find-queues-of-accounts.sql'),
);

export async function findQueuesOf(
  db: Db,
  accounts: ReadonlySet<string>,
  dueAt: Date,
  max: number,
): Promise<QueueHead[]> {
  const found = await queryByAccount<QueueHead, string>(db, queuesOfAccounts, [...accounts], {
    accountOf: (account) => account,
    values: (own) => [own, dueAt, max],
    isSearch: true,
  });
  return found.slice(0, max);
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
  due_at: Date;
  event_id: string;
  type: string;
  audience: Audience;
  sequence: number;
  previous_status: string | null;
  data: object;
  event_created_at: Date;
  /** The current registration; all null for a postback, or when it was deleted. */
  webhook_url: string | null;
  active: boolean | null;
  retry_policy: RetryPolicy | null;
  /** In hexadecimal: the key under which the opened secret is kept. */
  secret_box: string | null;
  /** Also null when there are none: an empty list costs more to read. */
  previous_secret_boxes: Buffer[] | null;
  previous_secrets_until: Date[] | null;
};

/** At most `maxCount` of a queue, of those that are due since `since`. */
export type Claim = QueueKey & { since: Date; maxCount: number };

const claimDue = statement('deliveries.claim', sqlFile('webhooks/dispatch/sql/claim.sql'));
/** How long a claim holds unless it is renewed. */
export const LEASE_MS = 4 * SECOND_MS;

/** Leases what is due of these queues. */
export function claim(db: Db, claims: readonly Claim[], dueAt: Date): Promise<ClaimedDelivery[]> {
  return queryByAccount<ClaimedDelivery, Claim>(db, claimDue, claims, {
    accountOf: ({ account_id }) => account_id,
    values: (own) => [
      own.map(({ account_id }) => account_id),
      own.map(({ queue }) => queue),
      own.map(({ since }) => since),
      own.map(({ maxCount }) => maxCount),
      dueAt,
      LEASE_MS / SECOND_MS,
    ],
    isSearch: true,
  });
}

// As with the claim, the commit does not wait for the disk.
const renew = statement(
  'deliveries.renew',
  `update deliveries d
   set leased_until = now() + make_interval(secs => $3)
   from unnest($1::uuid[], $2::uuid[]) as held (account_id, id)
   where d.account_id = held.account_id /*routed and d.account_id = $4 */
     and d.id = held.id
     and d.status = 'pending'
     and d.leased_until is not null
     and ${ASYNCHRONOUS_COMMIT}`,
);

/** Holds on to what is still being sent. */
export async function renewLeases(db: Db, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await queryByAccount(db, renew, deliveries, {
    accountOf: ({ account_id }) => account_id,
    values: (own) => [own.map(({ account_id }) => account_id), own.map(({ id }) => id), LEASE_MS / SECOND_MS],
  });
}

export type CompletedAttempt = {
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
   * The new status: pending again at `dueAt`, or finished. A delivery that failed after more than one try also has a
   * `dueAt`: the next try if a new round was requested in the meantime.
   */
  status: 'pending' | 'delivered' | 'failed';
  dueAt: Date | null;
  finishedAt: Date | null;
};

const attemptRow = rowType<CompletedAttempt>('delivery_attempt_row', [
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

const saveAttempts = statement('deliveries.record', sqlFile('webhooks/dispatch/sql/record-attempts.sql'));

export async function recordAttempts(db: Db, attempts: readonly CompletedAttempt[]): Promise<void> {
  await queryByAccount(db, saveAttempts, attempts, {
    accountOf: ({ accountId }) => accountId,
    values: (own) => [rowsOf(attemptRow, own)],
  });
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

/** The webhook was deleted: the delivery is cancelled. */
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

/** Ends the lease of a delivery that was not tried. */
export async function releaseLease(db: Db, delivery: ClaimedDelivery): Promise<void> {
  await db.query(
    `update deliveries
     set leased_until = null
     where account_id = $1
       and id = $2
       and status = 'pending'`,
    [delivery.account_id, delivery.id],
  );
}

// One statement for both: between two statements a delivery may change from due to leased, or back.
const someUnfinished = statement(
  'deliveries.some_unfinished',
  `select 1 from deliveries where due_at is not null and (due_at <= $1 or not ${NOT_LEASED}) limit 1`,
);

/** Whether anything is due or leased, by this process or another. */
export async function hasUnfinished(db: Db, now: Date): Promise<boolean> {
  const question = { table: 'deliveries', sql: someUnfinished, values: [now], read: (row: Row) => row };
  return (await askEveryNode(db, question)).length > 0;
}

/** The gateway's clock was set back: due times of retries are moved back by the same amount. */
export const bringDeliveriesForward: RowWriter<{ byMs: number }> = {
  statement: statement(
    'deliveries.bring_forward',
    `update deliveries
     set due_at = ${earlier('due_at', '$1')}
     where due_at is not null`,
  ),
  values: ([move]) => [(move?.byMs ?? 0) / SECOND_MS],
  writes: 'any',
};
