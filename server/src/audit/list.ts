import { type Db, statement } from '../db/pool.ts';
import type { Actor } from './record.ts';

export type AuditLine = {
  account_id: string;
  id: string;
  created_at: Date;
  action: string;
  actor_kind: Actor['kind'];
  actor_account_id: string;
  user_id: string | null;
  email: string | null;
  key_id: string | null;
  key_name: string | null;
  target_kind: string | null;
  target_id: string | null;
  details: object;
  address: string | null;
  user_agent: string | null;
  request_id: string | null;
};

export type AuditFilter = { accountId: string | null; action: string | null };
type Page = { below: string; limit: number; offset: number };

/** Counting goes no further: the log grows for ever. */
const MOST_COUNTED = 10_000;

const COLUMNS = `l.account_id, l.id, l.created_at, l.action, l.actor_kind, l.actor_account_id, l.user_id, u.email,
  k.id as key_id, k.name as key_name, l.target_kind, l.target_id, l.details, l.address, l.user_agent, l.request_id`;

/** Newest first, of one account or of all. `total` is null when more than ten thousand match. */
export async function listActions(
  db: Db,
  filter: AuditFilter,
  page: Page,
): Promise<{ rows: AuditLine[]; total: number | null }> {
  const wanted = { account_id: filter.accountId, action: filter.action };
  const given = Object.entries(wanted).filter(([, value]) => value !== null);
  const name = given.map(([column]) => column).join(' ');
  const clauses = ['true', ...given.map(([column], at) => `l.${column} = $${at + 1}`)].join(' and ');
  const values = given.map(([, value]) => value);
  const next = values.length;
  const [rows, [counted]] = await Promise.all([
    db.query<AuditLine>(
      statement(
        `audit.list ${name}`,
        `select ${COLUMNS}
         from audit_log l
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
         from (select 1 from audit_log l where ${clauses} limit ${MOST_COUNTED + 1}) as matching`,
      ),
      values,
    ),
  ]);
  const count = counted?.count ?? 0;
  return { rows, total: count > MOST_COUNTED ? null : count };
}
