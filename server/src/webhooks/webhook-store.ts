import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { RowWriter } from '../write/effects.ts';
import { NOT_LEASED } from './dispatch/queue.ts';
import type { RetryPolicy } from './dispatch/retry.ts';

export type WebhookRow = {
  id: string;
  url: string;
  events: string[];
  secret_box: Buffer;
  active: boolean;
  retry_policy: RetryPolicy;
  created_at: Date;
};
export const WEBHOOK_COLUMNS = 'id, url, events, secret_box, active, retry_policy, created_at';

const lockOne = statement(
  'webhooks.lock',
  `select ${WEBHOOK_COLUMNS}
   from webhooks
   where account_id = $1
     and id = $2
   for update`,
);

export async function lockWebhook(tx: Tx, accountId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.query<WebhookRow>(lockOne, [accountId, id]);
  return row ?? null;
}

type OwnedWebhook = { accountId: string; row: WebhookRow };

const valuesOf = (rows: readonly OwnedWebhook[]) => [
  rows.map(({ accountId }) => accountId),
  rows.map(({ row }) => row.id),
  rows.map(({ row }) => row.url),
  rows.map(({ row }) => JSON.stringify(row.events)),
  rows.map(({ row }) => row.active),
  rows.map(({ row }) => row.retry_policy),
];
/** Arrays of arrays must be of one length in PostgreSQL: the names of events travel as JSON. */
const NAMES = 'array(select json_array_elements_text(w.events))';

export const insertWebhook: RowWriter<OwnedWebhook> = {
  statement: statement(
    'webhooks.add',
    `insert into webhooks (account_id, id, url, events, active, retry_policy, secret_box, created_at)
     select account_id, id, url, ${NAMES}, active, retry_policy, secret_box, created_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::json[], $5::boolean[], $6::text[], $7::bytea[],
       $8::timestamptz[]) as w (account_id, id, url, events, active, retry_policy, secret_box, created_at)
     returning id`,
  ),
  values: (rows) => [
    ...valuesOf(rows),
    rows.map(({ row }) => row.secret_box),
    rows.map(({ row }) => row.created_at),
  ],
  writes: 'all',
};

export const saveWebhook: RowWriter<OwnedWebhook> = {
  statement: statement(
    'webhooks.save',
    `update webhooks
     set url = w.url,
         events = ${NAMES},
         active = w.active,
         retry_policy = w.retry_policy
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::json[], $5::boolean[], $6::text[])
       as w (account_id, id, url, events, active, retry_policy)
     where webhooks.account_id = w.account_id
       and webhooks.id = w.id
     returning webhooks.id`,
  ),
  values: valuesOf,
  writes: 'all',
};

/** Ends the hold of a paused webhook's deliveries: they become due or are cancelled. */
type HoldEnd = { accountId: string; id: string } & (
  | { dueAt: Date; finishedAt: null }
  | { dueAt: null; finishedAt: Date }
);

// Due since the event: later events that are not held yet must not be sent first.
export const endHold: RowWriter<HoldEnd> = {
  statement: statement(
    'webhooks.end_hold',
    `update deliveries d
     set status = case when hold.due_at is null then 'cancelled' else 'pending' end,
         due_at = least(d.created_at, hold.due_at),
         finished_at = hold.finished_at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
       as hold (account_id, webhook_id, due_at, finished_at)
     where d.account_id = hold.account_id
       and d.status = 'paused'
       and d.webhook_id = hold.webhook_id`,
  ),
  values: (holds) => [
    holds.map((hold) => hold.accountId),
    holds.map((hold) => hold.id),
    holds.map((hold) => hold.dueAt),
    holds.map((hold) => hold.finishedAt),
  ],
  writes: 'any',
};

const MAX_PREVIOUS_SECRETS = 5;

type NewSecret = { accountId: string; id: string; secretBox: Buffer; previousUntil: Date };

export const replaceSecret: RowWriter<NewSecret> = {
  statement: statement(
    'webhooks.replace_secret',
    `update webhooks w
     set secret_box = n.box,
         previous_secret_boxes = (array[w.secret_box] || w.previous_secret_boxes)[:${MAX_PREVIOUS_SECRETS}],
         previous_secrets_until = (array[n.until] || w.previous_secrets_until)[:${MAX_PREVIOUS_SECRETS}]
     from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::timestamptz[]) as n (account_id, id, box, until)
     where w.account_id = n.account_id
       and w.id = n.id
     returning w.id`,
  ),
  values: (secrets) => [
    secrets.map((secret) => secret.accountId),
    secrets.map((secret) => secret.id),
    secrets.map((secret) => secret.secretBox),
    secrets.map((secret) => secret.previousUntil),
  ],
  writes: 'all',
};

type Removal = { accountId: string; id: string; at: Date };

export const removeWebhook: RowWriter<Removal> = {
  statement: statement(
    'webhooks.remove',
    `delete from webhooks w
     using unnest($1::uuid[], $2::uuid[]) as gone (account_id, id)
     where w.account_id = gone.account_id
       and w.id = gone.id
     returning w.id`,
  ),
  values: (removals) => [removals.map(({ accountId }) => accountId), removals.map(({ id }) => id)],
  writes: 'all',
};

export const cancelDeliveries: RowWriter<Removal> = {
  statement: statement(
    'webhooks.cancel_deliveries',
    `update deliveries d
     set status = 'cancelled',
         due_at = null,
         finished_at = gone.at
     from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as gone (account_id, queue, at)
     where d.account_id = gone.account_id
       and d.queue = gone.queue
       and d.due_at is not null
       and ${NOT_LEASED}`,
  ),
  values: (removals) => [
    removals.map(({ accountId }) => accountId),
    removals.map(({ id }) => id),
    removals.map(({ at }) => at),
  ],
  writes: 'any',
};
