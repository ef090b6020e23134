import { statement } from '../../db/pool.ts';
import type { TeamRole } from '../../kit/permissions.ts';
import type { RowWriter } from '../../write/effects.ts';

export type NewMember = {
  accountId: string;
  userId: string;
  email: string;
  name: string | null;
  role: TeamRole;
  /** Null: the person signs in with the password of another account. */
  passwordHash: string | null;
  homeAccountId: string | null;
  at: Date;
};

/** No hash of a password: nothing matches it. */
const NO_PASSWORD = '-';

/** A person who was a member before is one again. */
export const saveMember: RowWriter<NewMember> = {
  statement: statement(
    'team.save_member',
    `insert into users as u (account_id, id, email, name, team_role, password_hash, home_account_id, created_at,
       email_verified_at, role)
     select n.account_id, n.id, n.email, n.name, n.team_role, n.password_hash, n.home_account_id, n.at, n.at, 'seller'
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::timestamptz[])
       as n (account_id, id, email, name, team_role, password_hash, home_account_id, at)
     on conflict (account_id, id) do update
       set team_role = excluded.team_role,
           removed_at = null
       where u.removed_at is not null
     returning u.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.email),
    rows.map((row) => row.name),
    rows.map((row) => row.role),
    rows.map((row) => row.passwordHash ?? NO_PASSWORD),
    rows.map((row) => row.homeAccountId),
    rows.map((row) => row.at),
  ],
  writes: 'all',
};

export const saveRole: RowWriter<{ accountId: string; userId: string; role: TeamRole }> = {
  statement: statement(
    'team.save_role',
    `update users u
     set team_role = n.role
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (account_id, id, role)
     where u.account_id = n.account_id
       and u.id = n.id
       and u.removed_at is null
     returning u.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.role),
  ],
  writes: 'all',
};

export type Leaving = { accountId: string; userId: string; homeAccountId: string; at: Date };

export const markRemoved: RowWriter<Leaving> = {
  statement: statement(
    'team.mark_removed',
    `update users u
     set removed_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, at)
     where u.account_id = n.account_id
       and u.id = n.id
       and u.removed_at is null
     returning u.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.at),
  ],
  writes: 'all',
};

/** Those in which the person acts in this account; in other accounts the person goes on working. */
export const endSessionsHere: RowWriter<Leaving> = {
  statement: statement(
    'team.end_sessions',
    `update sessions s
     set ended_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) as n (account_id, user_id, home_id, at)
     where s.account_id = n.home_id
       and s.user_id = n.user_id
       and coalesce(s.acting_account_id, s.account_id) = n.account_id
       and s.ended_at is null`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.homeAccountId),
    rows.map((row) => row.at),
  ],
  writes: 'any',
};

/** The address of a person who is a member of no account any more is free for another user. */
export const freeAddress: RowWriter<Leaving> = {
  statement: statement(
    'team.free_address',
    `with gone as (
       select n.home_id, n.user_id
       from unnest($1::uuid[], $2::uuid[]) as n (home_id, user_id)
       where not exists (select 1 from users u where u.id = n.user_id and u.removed_at is null)
     ), unclaimed as (
       delete from unclaimed_emails e
       using gone
       where e.account_id = gone.home_id
         and e.user_id = gone.user_id
     )
     delete from user_emails e
     using gone
     where e.account_id = gone.home_id
       and e.user_id = gone.user_id`,
  ),
  values: (rows) => [rows.map((row) => row.homeAccountId), rows.map((row) => row.userId)],
  writes: 'any',
};
