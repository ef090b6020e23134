import { randomBytes } from 'node:crypto';
import { type Db, statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { WEBHOOK_EVENTS } from '../events/catalogue.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { assert, fail, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';

export type WebhookRow = {
  id: string;
  url: string;
  events: string[];
  secret_box: Buffer;
  active: boolean;
  created_at: Date;
};
/** A registration with its secret in the clear: shown when it is made and when the secret changes. */
export type OpenedWebhook = WebhookRow & { secret: string };

const COLUMNS = 'id, url, events, secret_box, active, created_at';
const SEAL = 'webhook secrets';
const MOST_WEBHOOKS = 50;
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
  webhook: { url: string; events: string[]; secret: string | null },
): Promise<OpenedWebhook> {
  const box = deps.vault.seal(SEAL, webhook.secret ?? newSecret());
  const row = await transaction(deps.db, async (tx) => {
    const before = await lockRegistrations(tx, accountId, id);
    if (before.made) return before.made;
    if (before.count >= MOST_WEBHOOKS)
      throw invalidField('url', `an account has at most ${MOST_WEBHOOKS} webhooks`);
    const [made] = await tx.query<WebhookRow>(
      `insert into webhooks (account_id, ${COLUMNS})
       values ($1, $2, $3, $4, $5, true, $6)
       returning ${COLUMNS}`,
      [accountId, id, webhook.url, webhook.events, box, deps.clock.now()],
    );
    assert(made, 'an inserted webhook is returned');
    return made;
  });
  return opened(deps, row);
}

/** Registrations of one account wait for each other, so that the bound on their number holds. */
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
  return { ...row, secret: deps.vault.open(SEAL, row.secret_box) };
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

/** An account's webhooks are few, so they are simply counted. */
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
};

export async function updateWebhook(
  db: Db,
  accountId: string,
  id: string,
  change: WebhookChange,
): Promise<WebhookRow> {
  const [row] = isId(id)
    ? await db.query<WebhookRow>(
        `update webhooks
         set url = coalesce($3, url),
             events = coalesce($4, events),
             active = coalesce($5, active)
         where account_id = $1
           and id = $2
         returning ${COLUMNS}`,
        [accountId, id, change.url, change.events, change.active],
      )
    : [];
  if (!row) throw notFound('Webhook');
  return row;
}

export async function rotateSecret(deps: Deps, accountId: string, id: string): Promise<OpenedWebhook> {
  const [row] = isId(id)
    ? await deps.db.query<WebhookRow>(
        `update webhooks
         set secret_box = $3
         where account_id = $1
           and id = $2
         returning ${COLUMNS}`,
        [accountId, id, deps.vault.seal(SEAL, newSecret())],
      )
    : [];
  if (!row) throw notFound('Webhook');
  return opened(deps, row);
}

export async function deleteWebhook(db: Db, accountId: string, id: string): Promise<void> {
  const gone = isId(id)
    ? await db.query('delete from webhooks where account_id = $1 and id = $2 returning id', [accountId, id])
    : [];
  if (gone.length === 0) throw notFound('Webhook');
}
