import { statement } from '../../db/pool.ts';
import type { Deps } from '../../http/deps.ts';
import type { IdPage } from '../../http/id-page.ts';
import { systemMs } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import type { TeamRole } from '../../kit/permissions.ts';
import type { Owner, User } from './sessions.ts';

export type SessionFacts = {
  id: string;
  created_at: Date;
  expires_at: Date;
  user_id: string;
  email: string;
  role: 'seller' | 'operator';
  name: string | null;
  team_role: TeamRole;
  two_factor: boolean;
  must_change_password: boolean;
};

const select = statement(
  'sessions.facts',
  `select s.id, s.created_at, s.expires_at, s.user_id, u.email, m.role, m.name, m.team_role, u.must_change_password,
     f.enabled_at is not null as two_factor
   from sessions s
   join users u on u.account_id = s.account_id and u.id = s.user_id
   join users m on m.account_id = coalesce(s.acting_account_id, s.account_id) and m.id = s.user_id
   left join second_factors f on f.account_id = s.account_id and f.user_id = s.user_id
   where s.account_id = $1
     and s.id = $2`,
);

/** What users see of their own session. */
export async function readSession({ db }: Deps, { accountId, credentialId }: User): Promise<SessionFacts> {
  const [row] = await db.query<SessionFacts>(select, [accountId, credentialId]);
  assert(row, 'a signed-in user has a session');
  return row;
}

export type SessionRow = {
  id: string;
  created_at: Date;
  last_seen_at: Date | null;
  expires_at: Date;
  address: string | null;
  user_agent: string | null;
};

const LIVE = 'account_id = $1 and user_id = $2 and ended_at is null and expires_at > $3';

const listLive = statement(
  'sessions.list',
  `select id, created_at, last_seen_at, expires_at, address, user_agent
   from sessions
   where ${LIVE}
     and id < $4
   order by id desc
   limit $5 offset $6`,
);

const countLive = statement('sessions.count', `select count(*) as total from sessions where ${LIVE}`);

export async function listSessions({ db }: Deps, { accountId, userId }: Owner, page: IdPage) {
  const owner = [accountId, userId, new Date(systemMs())];
  const [rows, [counted]] = await Promise.all([
    db.query<SessionRow>(listLive, [...owner, page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>(countLive, owner),
  ]);
  return { rows, total: counted?.total ?? 0n };
}
