import { type Db, statement } from '../db/pool.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { firstIdOf } from '../kit/ids.ts';
import type { Actor } from './record.ts';

export type AuditLine = {
  account_id: string;
  account_name: string | null;
  id: string;
  created_at: Date;
  action: string;
  actor_kind: Actor['kind'];
  actor_account_id: string;
  user_id: string | null;
  email: string | null;
  user_name: string | null;
  key_id: string | null;
  key_name: string | null;
  target_kind: string | null;
  target_id: string | null;
  details: object;
  address: string | null;
  user_agent: string | null;
  request_id: string | null;
};

export type AuditFilter = {
  accountId: string | null;
  action: string | null;
  actor?: AuditActor | null;
  /** Inclusive. */
  from?: Date | null;
  /** Exclusive. */
  to?: Date | null;
};
/** Users who acted, in all accounts or in one. */
export type AuditActor = { userIds: readonly string[]; accountId: string | null };
type Page = { below: string; limit: number; offset: number };

/** Counting stops here: the log grows without limit. */
const MAX_COUNTED = 10_000;

/** The id of a line is made shortly before its time is read: never this long before. */
const ID_MARGIN_MS = MINUTE_MS;

const COLUMNS = `l.account_id, a.name as account_name, l.id, l.created_at, l.action, l.actor_kind, l.actor_account_id,
  l.user_id, u.email, u.name as user_name, k.id as key_id, k.name as key_name, l.target_kind, l.target_id, l.details, l.address,
  l.user_agent, l.request_id`;

/** Newest first, of one account or of all. `total` is null when more than ten thousand match. */
export async function listActions(
  db: Db,
  filter: AuditFilter,
  page: Page,
): Promise<{ rows: AuditLine[]; total: number | null }> {
  const { name, clauses, values } = conditionsOf(filter);
  const next = values.length;
  const [rows, [counted]] = await Promise.all([
    db.query<AuditLine>(
      statement(
        `audit.list ${name}`,
        `select ${COLUMNS}
         from audit_log l
         left join accounts a on a.id = l.account_id
         left join users u on u.account_id = l.actor_account_id and u.id = l.user_id
         left join api_keys k
           on l.actor_kind = 'api_key' and k.account_id = l.actor_account_id and k.id = l.credential_id
         where ${clauses}
           and l.id < $${next + 1}
         order by l.id desc
         limit $${next + 2}
         offset $${next + 3}`,
      ),
      [...values, page.below, page.limit + 1, page.offset],
    ),
    db.query<{ count: number }>(
      statement(
        `audit.count ${name}`,
        `select count(*)::integer as count
         from (select 1 from audit_log l where ${clauses} limit ${MAX_COUNTED + 1}) as matching`,
      ),
      values,
    ),
  ]);
  const count = counted?.count ?? 0;
  return { rows, total: count > MAX_COUNTED ? null : count };
}

type Condition = { name: string; sql: string; value: unknown };

/**
 * Accounts, actions and actors have their lines in order of id in an index, and a span of time is a range of ids. The
 * names are short: PostgreSQL keeps 63 letters of a statement's name.
 */
function conditionsOf({ accountId, action, actor, from, to }: AuditFilter) {
  const users = actor?.userIds;
  const wanted: Condition[] = [
    { name: 'account', sql: 'l.account_id = ?', value: accountId },
    { name: 'action', sql: 'l.action = ?', value: action },
    users?.length === 1
      ? { name: 'user', sql: 'l.user_id = ?', value: users[0] }
      : { name: 'users', sql: 'l.user_id = any(?::uuid[])', value: users },
    { name: 'own', sql: 'l.actor_account_id = ?', value: actor?.accountId },
    { name: 'above', sql: 'l.id >= ?', value: from && firstIdOf(shifted(from, -ID_MARGIN_MS)) },
    { name: 'from', sql: 'l.created_at >= ?', value: from },
    { name: 'below', sql: 'l.id < ?', value: to && firstIdOf(shifted(to, ID_MARGIN_MS)) },
    { name: 'to', sql: 'l.created_at < ?', value: to },
  ];
  const given = wanted.filter(({ value }) => value !== null && value !== undefined);
  const conditions = given.map(({ sql }, at) => sql.replace('?', `$${at + 1}`));
  return {
    name: given.map(({ name }) => name).join(' '),
    clauses: ['true', ...conditions].join(' and '),
    values: given.map(({ value }) => value),
  };
}

function shifted(instant: Date, byMs: number): Date {
  return new Date(instant.getTime() + byMs);
}

const usersByEmail = statement(
  'audit.users_by_email',
  'select id from users where email = $1 and ($2::uuid is null or account_id = $2)',
);

/** Users who have or had this e-mail: the e-mail of a removed operator may be used again. */
export async function usersWithEmail(db: Db, email: string, accountId: string | null): Promise<string[]> {
  const rows = await db.query<{ id: string }>(usersByEmail, [email.toLowerCase(), accountId]);
  return rows.map((row) => row.id);
}
