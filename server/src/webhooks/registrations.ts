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
import { type Decision, done, rowWrite } from '../write/effects.ts';
import type { RetryPolicy } from './dispatch/retry.ts';
import {
  cancelDeliveries,
  endHold,
  insertWebhook,
  lockWebhook,
  removeWebhook,
  replaceSecret,
  saveWebhook,
  WEBHOOK_COLUMNS,
  type WebhookRow,
} from './webhook-store.ts';

/** A registration with its plain secret: shown when it is created and when the secret changes. */
export type OpenedWebhook = WebhookRow & { secret: string };

const SEAL = 'webhook secrets';
const MAX_WEBHOOKS = 50;
const GENERATED_BYTES = 24;
/** Text that a header transports unchanged: printable ASCII, no space at either end. */
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

/** In the format of the Standard Webhooks libraries. */
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

/** The fields of a webhook in the audit log, without its secret and the query of its URL. */
function settingsOf({ url, events, active, retry_policy }: WebhookRow) {
  return { url: withoutQuery(url), events, active, retry_policy };
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?…');
}

export type Registrations = { count: number; made: WebhookRow | undefined };

/** Serialises the registrations of one account, so that the limit on their number holds. */
async function lockRegistrations(tx: Tx, accountId: string, id: string): Promise<Registrations> {
  await tx.query('select id from accounts where id = $1 for no key update', [accountId]);
  const rows = await tx.query<WebhookRow>(`select ${WEBHOOK_COLUMNS} from webhooks where account_id = $1`, [
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
  `select ${WEBHOOK_COLUMNS}
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

/** A resumed webhook receives everything that was held while it was paused. */
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

const PREVIOUS_SECRET_VALID_MS = DAY_MS;

/** The replaced secret also signs for one more day, so that a receiver can change over. */
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

/** Queued deliveries are cancelled; sends in progress finish. */
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
