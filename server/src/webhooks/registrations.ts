import { randomBytes } from 'node:crypto';
import { type Actor, recordAction, systemActor } from '../audit/record.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { WEBHOOK_EVENTS } from '../events/catalogue.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { DAY_MS } from '../kit/clock.ts';
import { assert, fail, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
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

export async function createWebhook(
  deps: Deps,
  accountId: string,
  id: string,
  webhook: { url: string; events: string[]; secret: string | null; retryPolicy: RetryPolicy },
  by: Actor = systemActor(accountId),
): Promise<OpenedWebhook> {
  const box = deps.vault.seal(SEAL, webhook.secret ?? newSecret());
  const row = await transaction(deps.db, async (tx) => {
    const before = await lockRegistrations(tx, accountId, id);
    if (before.made) return before.made;
    if (before.count >= MAX_WEBHOOKS)
      throw invalidField('url', `an account has at most ${MAX_WEBHOOKS} webhooks`);
    const [made] = await tx.query<WebhookRow>(
      `insert into webhooks (account_id, ${COLUMNS})
       values ($1, $2, $3, $4, $5, true, $6, $7)
       returning ${COLUMNS}`,
      [accountId, id, webhook.url, webhook.events, box, webhook.retryPolicy, deps.clock.now()],
    );
    assert(made, 'an inserted webhook is returned');
    await recordChange(tx, by, accountId, 'webhook.created', made, settingsOf(made));
    return made;
  });
  return opened(deps, row);
}

type WebhookAction = `webhook.${'created' | 'changed' | 'secret_rotated' | 'deleted'}`;

async function recordChange(
  tx: Tx,
  actor: Actor,
  accountId: string,
  action: WebhookAction,
  { id }: { id: string },
  details: object,
): Promise<void> {
  await recordAction(tx, { actor, accountId, action, target: { kind: 'webhook', id }, details });
}

/** What the audit log says of a webhook: where and how it sends. Its secret and the query of its URL stay out. */
function settingsOf({ url, events, active, retry_policy }: WebhookRow) {
  return { url: withoutQuery(url), events, active, retry_policy };
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '?…');
}

/** Registrations of one account wait for each other, so that the limit on their number holds. */
async function lockRegistrations(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<{ count: number; made: WebhookRow | undefined }> {
  await tx.query('select id from accounts where id = $1 for no key update', [accountId]);
  const rows = await tx.query<WebhookRow>(`select ${COLUMNS} from webhooks where account_id = $1`, [
    accountId,
  ]);
  return { count: rows.length, made: rows.find((row) => row.id === id) };
}

function opened(deps: Deps, row: WebhookRow): OpenedWebhook {
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

/** A webhook that is resumed gets everything that was held for it while it was paused. */
export async function updateWebhook(
  deps: Deps,
  accountId: string,
  id: string,
  change: WebhookChange,
  by: Actor = systemActor(accountId),
): Promise<WebhookRow> {
  if (!isId(id)) throw notFound('Webhook');
  return transaction(deps.db, async (tx) => {
    const [before] = await tx.query<WebhookRow>(lockOne, [accountId, id]);
    if (!before) throw notFound('Webhook');
    const [row] = await tx.query<WebhookRow>(
      `update webhooks
       set url = coalesce($3, url),
           events = coalesce($4, events),
           active = coalesce($5, active),
           retry_policy = coalesce($6, retry_policy)
       where account_id = $1
         and id = $2
       returning ${COLUMNS}`,
      [accountId, id, change.url, change.events, change.active, change.retryPolicy],
    );
    assert(row, 'a locked webhook is changed');
    if (change.active) await endHold(tx, accountId, id, { status: 'pending', dueAt: deps.clock.now() });
    const details = { before: settingsOf(before), after: settingsOf(row) };
    await recordChange(tx, by, accountId, 'webhook.changed', row, details);
    return row;
  });
}

/**
 * What was held for a paused webhook is due, or is never to be sent. It is due since it happened: what came after it and
 * was not set aside yet must not go before it.
 */
async function endHold(
  tx: Tx,
  accountId: string,
  webhookId: string,
  next: { status: 'pending'; dueAt: Date } | { status: 'cancelled'; finishedAt: Date },
): Promise<void> {
  const [dueAt, finishedAt] = next.status === 'pending' ? [next.dueAt, null] : [null, next.finishedAt];
  await tx.query(
    `update deliveries
     set status = $3, due_at = least(created_at, $4), finished_at = $5
     where account_id = $1
       and status = 'paused'
       and webhook_id = $2`,
    [accountId, webhookId, next.status, dueAt, finishedAt],
  );
}

const PREVIOUS_SECRET_VALID_MS = DAY_MS;
const MAX_PREVIOUS_SECRETS = 5;

const replaceSecret = statement(
  'webhooks.replace_secret',
  `update webhooks
   set secret_box = $3,
       previous_secret_boxes = (array[secret_box] || previous_secret_boxes)[:${MAX_PREVIOUS_SECRETS}],
       previous_secrets_until = (array[$4::timestamptz] || previous_secrets_until)[:${MAX_PREVIOUS_SECRETS}]
   where account_id = $1
     and id = $2
   returning ${COLUMNS}`,
);

/** The secret that is replaced stays valid for a day: it signs too in that time, so that a receiver can change over. */
export async function rotateSecret(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<OpenedWebhook> {
  if (!isId(id)) throw notFound('Webhook');
  const until = new Date(deps.clock.now().getTime() + PREVIOUS_SECRET_VALID_MS);
  const box = deps.vault.seal(SEAL, newSecret());
  return transaction(deps.db, async (tx) => {
    const [row] = await tx.query<WebhookRow>(replaceSecret, [accountId, id, box, until]);
    if (!row) throw notFound('Webhook');
    await recordChange(tx, by, accountId, 'webhook.secret_rotated', row, { url: withoutQuery(row.url) });
    return opened(deps, row);
  });
}

/** What is still queued for it is cancelled; sends in progress finish. */
export async function deleteWebhook(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  if (!isId(id)) throw notFound('Webhook');
  await transaction(deps.db, async (tx) => {
    const [gone] = await tx.query<WebhookRow>(
      `delete from webhooks where account_id = $1 and id = $2 returning ${COLUMNS}`,
      [accountId, id],
    );
    if (!gone) throw notFound('Webhook');
    await recordChange(tx, by, accountId, 'webhook.deleted', gone, settingsOf(gone));
    const finishedAt = deps.clock.now();
    await endHold(tx, accountId, id, { status: 'cancelled', finishedAt });
    await tx.query(
      `update deliveries
       set status = 'cancelled', due_at = null, finished_at = $3
       where account_id = $1
         and queue = $2
         and due_at is not null
         and ${NOT_LEASED}`,
      [accountId, id, finishedAt],
    );
  });
}
