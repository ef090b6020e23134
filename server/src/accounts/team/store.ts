import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { TeamRole } from '../../kit/permissions.ts';
import type { Reader } from '../../write/answer.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { Membership } from './shapes.ts';

/** People of an account together with pending invitations. */
export const MAX_TEAM = 200;

const memberships = statement(
  'team.memberships',
  `select a.id, a.name, m.team_role as role
   from users m
   join accounts a on a.id = m.account_id
   where m.id = $1
     and m.removed_at is null
   order by lower(a.name), a.id
   limit ${MAX_TEAM}`,
);

/** The accounts that a person can act in, by name. */
export function findMemberships(db: Db, userId: string): Promise<Membership[]> {
  return db.query<Membership>(memberships, [userId]);
}

export type MemberRow = {
  id: string;
  email: string;
  name: string | null;
  role: TeamRole;
  two_factor: boolean;
  last_seen_at: Date | null;
  created_at: Date;
};

// At most MAX_TEAM people: sorted when they are read.
const members = statement(
  'team.members',
  `select m.id, m.email, m.name, m.team_role as role, m.created_at,
     exists (
       select 1
       from second_factors f
       where f.account_id = coalesce(m.home_account_id, m.account_id)
         and f.user_id = m.id
         and f.enabled_at is not null
     ) as two_factor,
     (
       select max(s.last_seen_at)
       from sessions s
       where s.account_id = coalesce(m.home_account_id, m.account_id)
         and s.user_id = m.id
         and coalesce(s.acting_account_id, s.account_id) = m.account_id
     ) as last_seen_at
   from users m
   where m.account_id = $1
     and m.removed_at is null
   order by m.created_at, m.id
   limit ${MAX_TEAM}`,
);

export function listMembers(db: Reader, accountId: string): Promise<MemberRow[]> {
  return db.query<MemberRow>(members, [accountId]);
}

export type TeamMember = { id: string; email: string; role: TeamRole; homeAccountId: string };

// Locked in one order, so that two owners who demote each other cannot both succeed.
const lockMembers = statement(
  'team.lock',
  `select id, email, team_role as role, coalesce(home_account_id, account_id) as "homeAccountId"
   from users
   where account_id = $1
     and removed_at is null
   order by id
   for no key update`,
);

export function lockTeam(tx: Tx, accountId: string): Promise<TeamMember[]> {
  return tx.query<TeamMember>(lockMembers, [accountId]);
}

export type InvitationRow = {
  id: string;
  email: string;
  role: TeamRole;
  invited_by: string | null;
  sent_at: Date;
  expires_at: Date;
  created_at: Date;
};

const INVITATIONS = `select i.id, i.email, i.role, i.sent_at, i.expires_at, i.created_at, u.email as invited_by
   from invitations i
   left join users u on u.account_id = i.account_id and u.id = i.invited_by
   where i.account_id = $1
     and i.status = 'pending'`;
const pending = statement('invitations.pending', `${INVITATIONS} order by i.id desc limit ${MAX_TEAM}`);
const pendingById = statement('invitations.pending_by_id', `${INVITATIONS} and i.id = $2`);

export function listInvitations(db: Reader, accountId: string): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(pending, [accountId]);
}

export async function findInvitation(
  db: Reader,
  accountId: string,
  id: string,
): Promise<InvitationRow | null> {
  const [row] = await db.query<InvitationRow>(pendingById, [accountId, id]);
  return row ?? null;
}

/** An invitation with what its link is checked against. */
export type Invitation = {
  id: string;
  accountId: string;
  accountName: string;
  email: string;
  role: TeamRole;
  status: 'pending' | 'accepted' | 'revoked';
  sentAt: Date;
  expiresAt: Date;
};

const INVITATION = `select i.id, i.account_id as "accountId", a.name as "accountName", i.email, i.role, i.status,
     i.sent_at as "sentAt", i.expires_at as "expiresAt"
   from invitations i
   join accounts a on a.id = i.account_id
   where i.account_id = $1
     and i.id = $2`;
const byId = statement('invitations.by_id', INVITATION);
const lockById = statement('invitations.lock', `${INVITATION} for no key update of i`);

export async function findAnyInvitation(db: Db, accountId: string, id: string): Promise<Invitation | null> {
  const [row] = await db.query<Invitation>(byId, [accountId, id]);
  return row ?? null;
}

export async function lockInvitation(tx: Tx, accountId: string, id: string): Promise<Invitation | null> {
  const [row] = await tx.query<Invitation>(lockById, [accountId, id]);
  return row ?? null;
}

// After lockTeam, which keeps two requests from inviting one address at once.
const lockPending = statement(
  'invitations.lock_pending',
  `select id, email
   from invitations
   where account_id = $1
     and status = 'pending'
   order by id
   for no key update`,
);

export function lockPendingInvitations(tx: Tx, accountId: string): Promise<{ id: string; email: string }[]> {
  return tx.query<{ id: string; email: string }>(lockPending, [accountId]);
}

export type NewInvitation = {
  accountId: string;
  id: string;
  email: string;
  role: TeamRole;
  invitedBy: string;
  at: Date;
  expiresAt: Date;
};

export const insertInvitation: RowWriter<NewInvitation> = {
  statement: statement(
    'invitations.add',
    `insert into invitations (account_id, id, email, role, invited_by, sent_at, created_at, expires_at, status)
     select n.account_id, n.id, n.email, n.role, n.invited_by, n.at, n.at, n.expires_at, 'pending'
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::timestamptz[])
       as n (account_id, id, email, role, invited_by, at, expires_at)
     returning id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.email),
    rows.map((row) => row.role),
    rows.map((row) => row.invitedBy),
    rows.map((row) => row.at),
    rows.map((row) => row.expiresAt),
  ],
  writes: 'all',
};

export type ResentInvitation = { accountId: string; id: string; at: Date; expiresAt: Date };

export const saveSending: RowWriter<ResentInvitation> = {
  statement: statement(
    'invitations.save_sending',
    `update invitations i
     set sent_at = n.at,
         expires_at = n.expires_at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
       as n (account_id, id, at, expires_at)
     where i.account_id = n.account_id
       and i.id = n.id
       and i.status = 'pending'
     returning i.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.at),
    rows.map((row) => row.expiresAt),
  ],
  writes: 'all',
};

export type InvitationEnd = {
  accountId: string;
  id: string;
  status: 'accepted' | 'revoked';
  acceptedBy: string | null;
  at: Date;
};

/** Once: a link that two requests use at the same moment serves one. */
export const endInvitation: RowWriter<InvitationEnd> = {
  statement: statement(
    'invitations.end',
    `update invitations i
     set status = n.status,
         accepted_by = n.accepted_by,
         ended_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::timestamptz[])
       as n (account_id, id, status, accepted_by, at)
     where i.account_id = n.account_id
       and i.id = n.id
       and i.status = 'pending'
     returning i.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.status),
    rows.map((row) => row.acceptedBy),
    rows.map((row) => row.at),
  ],
  writes: 'all',
};
