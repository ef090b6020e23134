import { randomBytes } from 'node:crypto';
import { type Action, type Actor, systemActor } from '../audit/record.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { WEBHOOK_EVENTS } from '../events/catalogue.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { DAY_MS } from '../kit/clock.ts';
import { fail, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../write/effects.ts';
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
/** A registration with its plain secret: shown when it is created and when the secret changes. */
export type OpenedWebhook = WebhookRow & { secret: string };

const COLUMNS = 'id, url, events, secret_box, active, retry_policy, created_at';
const SEAL = 'webhook secrets';
const MAX_WEBHOOKS = 50;
const GENERATED_BYTES = 24;
/** What survives in a header unchanged: printable ASCII, no space at either end. */
const SECRET_TEXT = /^(?! )[\x20-\x7e]{1,128}(?<! )$/;

/** Each name once, in the order given. */
export function readEvents(names: readonly string[]): string[] {
  const known: readonly string[] = WEBHOOK_EVENTS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    fail('INVALID_EVENT', `Unknown event name: ${unknown}`, { events: `${unknown} is not an event name` });
  }
  return [...new Set(names)];
}

export function readSecret(text: string): string {
  if (!SECRET_TEXT.test(text)) {
    throw invalidField('secret', 'must be 1 to 128 printable ASCII characters, with no space at either end');
  }
  return text;
}

/** The form the Standard Webhooks libraries take as it is. */
function newSecret(): string {
  return `whsec_${randomBytes(GENERATED_BYTES).toString('base64')}`;
}

export type NewWebhook = {
  accountId: string;
  id: string;
  url: string;
  events: string[];
  retryPolicy: RetryPolicy;
  secretBox: Buffer;
  by: Actor;
};

export async function createWebhook(
  deps: Deps,
  accountId: string,
  id: string,
  webhook: { url: string; events: string[]; secret: string | null; retryPolicy: RetryPolicy },
  by: Actor = systemActor(accountId),
  answer?: Answer<WebhookRow>,
): Promise<OpenedWebhook> {
  const { secret, ...settings } = webhook;
  const secretBox = deps.vault.seal(SEAL, secret ?? newSecret());
  const command = { ...settings, accountId, id, secretBox, by };
  const now = deps.clock.now();
  const row = await deps.writer.commit(
    {
      load: (tx) => lockRegistrations(tx, accountId, id),
      decide: (state) => decideCreation(state, command, now),
    },
    answer,
  );
  return opened(deps, row);
}

export function decideCreation(
  { count, made }: Registrations,
  { accountId, id, url, events, retryPolicy, secretBox, by }: NewWebhook,
  now: Date,
): Decision<WebhookRow> {
  if (made) return done(made);
  if (count >= MAX_WEBHOOKS) return invalidField('url', `an account has at most ${MAX_WEBHOOKS} webhooks`);
  const row: WebhookRow = {
    id,
    url,
    events,
    secret_box: secretBox,
    active: true,
    retry_policy: retryPolicy,
    created_at: now,
  };
  return done(row, {
    rows: [rowWrite(insertWebhook, { accountId, row })],
    audit: [webhookAction(by, accountId, 'webhook.created', id, settingsOf(row))],
  });
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

const insertWebhook: RowWriter<OwnedWebhook> = {
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

const saveWebhook: RowWriter<OwnedWebhook> = {
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

type WebhookActionName = `webhook.${'created' | 'changed' | 'secret_rotated' | 'deleted'}`;

function webhookAction(
  actor: Actor,
  accountId: string,
  action: WebhookActionName,
  id: string,
  details: object,
): Action {
  return { actor, accountId, action, target: { kind: 'webhook', id }, details };
}

/** What the audit log says of a webhook: where and how it sends. Its secret and the query of its URL stay out. */
function settingsOf({ url, events, active, retry_policy }: WebhookRow) {
  return { url: withoutQuery(url), events, active, retry_policy };
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?…');
}

export type Registrations = { count: number; made: WebhookRow | undefined };

/** Registrations of one account wait for each other, so that the limit on their number holds. */
async function lockRegistrations(tx: Tx, accountId: string, id: string): Promise<Registrations> {
  await tx.query('select id from accounts where id = $1 for no key update', [accountId]);
  const rows = await tx.query<WebhookRow>(`select ${COLUMNS} from webhooks where account_id = $1`, [
    accountId,
  ]);
  return { count: rows.length, made: rows.find((row) => row.id === id) };
}

export function opened(deps: Pick<Deps, 'vault'>, row: WebhookRow): OpenedWebhook {
  return { ...row, secret: openSecret(deps, row.secret_box) };
}

export function openSecret({ vault }: Pick<Deps, 'vault'>, box: Buffer): string {
  return vault.open(SEAL, box);
}

const listPage = statement(
  'webhooks.list',
  `select ${COLUMNS}
   from webhooks
   where account_id = $1
     and id < $2
   order by id desc
   limit $3
   offset $4`,
);

/** An account has few webhooks, so they are counted directly. */
export async function listWebhooks(
  db: Db,
  accountId: string,
  page: IdPage,
): Promise<{ rows: WebhookRow[]; total: bigint }> {
  const [rows, [counted]] = await Promise.all([
    db.query<WebhookRow>(listPage, [accountId, page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>('select count(*) as total from webhooks where account_id = $1', [accountId]),
  ]);
  return { rows, total: counted?.total ?? 0n };
}

export type WebhookChange = {
  url?: string | undefined;
  events?: string[] | undefined;
  active?: boolean | undefined;
  retryPolicy?: RetryPolicy | undefined;
};

const lockOne = statement(
  'webhooks.lock',
  `select ${COLUMNS}
   from webhooks
   where account_id = $1
     and id = $2
   for update`,
);

async function lockWebhook(tx: Tx, accountId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.query<WebhookRow>(lockOne, [accountId, id]);
  return row ?? null;
}

/** A webhook that is resumed gets everything that was held for it while it was paused. */
export async function updateWebhook(
  deps: Deps,
  accountId: string,
  id: string,
  change: WebhookChange,
  by: Actor = systemActor(accountId),
): Promise<WebhookRow> {
  if (!isId(id)) throw notFound('Webhook');
  const now = deps.clock.now();
  return deps.writer.commit({
    load: (tx) => lockWebhook(tx, accountId, id),
    decide: (before) => decideChange(before, accountId, change, by, now),
  });
}

export function decideChange(
  before: WebhookRow | null,
  accountId: string,
  { url, events, active, retryPolicy }: WebhookChange,
  by: Actor,
  now: Date,
): Decision<WebhookRow> {
  if (!before) return notFound('Webhook');
  const row: WebhookRow = {
    ...before,
    url: url ?? before.url,
    events: events ?? before.events,
    active: active ?? before.active,
    retry_policy: retryPolicy ?? before.retry_policy,
  };
  const details = { before: settingsOf(before), after: settingsOf(row) };
  const resumed = active === true;
  return done(row, {
    rows: [
      rowWrite(saveWebhook, { accountId, row }),
      ...(resumed ? [rowWrite(endHold, { accountId, id: row.id, dueAt: now, finishedAt: null })] : []),
    ],
    audit: [webhookAction(by, accountId, 'webhook.changed', row.id, details)],
    deliveriesOf: resumed ? [accountId] : [],
  });
}

/** What was held for a paused webhook is due, or is never to be sent. */
type HoldEnd = { accountId: string; id: string } & (
  | { dueAt: Date; finishedAt: null }
  | { dueAt: null; finishedAt: Date }
);

// Due since it happened: what came after it and was not set aside yet must not go before it.
const endHold: RowWriter<HoldEnd> = {
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

const PREVIOUS_SECRET_VALID_MS = DAY_MS;
const MAX_PREVIOUS_SECRETS = 5;

type NewSecret = { accountId: string; id: string; secretBox: Buffer; previousUntil: Date };

const replaceSecret: RowWriter<NewSecret> = {
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

/** The secret that is replaced stays valid for a day: it signs too in that time, so that a receiver can change over. */
export async function rotateSecret(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
  answer?: Answer<WebhookRow>,
): Promise<OpenedWebhook> {
  if (!isId(id)) throw notFound('Webhook');
  const secretBox = deps.vault.seal(SEAL, newSecret());
  const now = deps.clock.now();
  const row = await deps.writer.commit(
    {
      load: (tx) => lockWebhook(tx, accountId, id),
      decide: (before) => decideRotation(before, accountId, secretBox, by, now),
    },
    answer,
  );
  return opened(deps, row);
}

export function decideRotation(
  before: WebhookRow | null,
  accountId: string,
  secretBox: Buffer,
  by: Actor,
  now: Date,
): Decision<WebhookRow> {
  if (!before) return notFound('Webhook');
  const { id, url } = before;
  const previousUntil = new Date(now.getTime() + PREVIOUS_SECRET_VALID_MS);
  return done(
    { ...before, secret_box: secretBox },
    {
      rows: [rowWrite(replaceSecret, { accountId, id, secretBox, previousUntil })],
      audit: [webhookAction(by, accountId, 'webhook.secret_rotated', id, { url: withoutQuery(url) })],
    },
  );
}

type Removal = { accountId: string; id: string; at: Date };

const removeWebhook: RowWriter<Removal> = {
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

const cancelDeliveries: RowWriter<Removal> = {
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

/** What is still queued for it is cancelled; sends in progress finish. */
export async function deleteWebhook(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  if (!isId(id)) throw notFound('Webhook');
  const at = deps.clock.now();
  await deps.writer.commit({
    load: (tx) => lockWebhook(tx, accountId, id),
    decide: (before) => decideDeletion(before, accountId, by, at),
  });
}

export function decideDeletion(
  before: WebhookRow | null,
  accountId: string,
  by: Actor,
  at: Date,
): Decision<void> {
  if (!before) return notFound('Webhook');
  const { id } = before;
  return done(undefined, {
    rows: [
      rowWrite(removeWebhook, { accountId, id, at }),
      rowWrite(endHold, { accountId, id, dueAt: null, finishedAt: at }),
      rowWrite(cancelDeliveries, { accountId, id, at }),
    ],
    audit: [webhookAction(by, accountId, 'webhook.deleted', id, settingsOf(before))],
  });
}
