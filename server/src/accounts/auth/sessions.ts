import { SignJWT } from 'jose';
import type { Action, Actor } from '../../audit/record.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import type { Principal } from '../../http/principal.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { maskedText } from '../../kit/masked-text.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type Effects, type RowWriter, rowWrite } from '../../write/effects.ts';

export const TOKEN_SECONDS = 3_600;
/** A browser in use gets a new token this long after the last one, until the session reaches its maximum age. */
export const RENEWED_AFTER_MS = 10 * MINUTE_MS;
export const MAX_SESSION_MS = 12 * HOUR_MS;

export type Owner = { accountId: string; userId: string };
/** The signed-in user, with the session. */
export type User = Actor & { userId: string; credentialId: string };
/** Where a sign-in comes from, and whether a browser keeps the token in a cookie. */
export type Origin = Pick<Actor, 'address' | 'userAgent' | 'requestId'> & { byCookie: boolean };
/** `seconds`: how long the token works, if it is less than a new one's. */
export type SignedIn = { accountId: string; token: string; seconds?: number };

type Token = Owner & { actingAccountId: string; sessionId: string; issuedAt: Date; expiresAt: Date };

function signToken(
  vault: Vault,
  { accountId, actingAccountId, userId, sessionId, issuedAt, expiresAt }: Token,
): Promise<string> {
  const home = accountId === actingAccountId ? {} : { home: accountId };
  return new SignJWT({ account_id: actingAccountId, sid: sessionId, ...home })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(vault.key('jwt'));
}

/** A session to be opened, with its token. It is stored under the user's home account. */
export type NewSession = Owner & {
  id: string;
  actingAccountId: string;
  /** When the person signed in; a switch of accounts prolongs nothing. */
  startedAt: Date;
  token: string;
  issuedAt: Date;
  expiresAt: Date;
  /** By the gateway's clock: a sign-in is a proof of identity. */
  provenAt: Date;
  origin: Origin;
};

/** The account to act in, if it is not the user's home; and what goes on from an earlier session. */
export type Continued = { actingAccountId?: string; startedAt?: Date; provenAt?: Date; notAfter?: Date };

/** Tokens expire in real time: moving the sandbox clock ends no session. */
export async function newSession(
  { ids, vault, clock }: Pick<Deps, 'ids' | 'vault' | 'clock'>,
  owner: Owner,
  origin: Origin,
  { actingAccountId = owner.accountId, notAfter, ...earlier }: Continued = {},
): Promise<NewSession> {
  const id = ids.next();
  const issuedAt = new Date(systemMs());
  const wholeMs = issuedAt.getTime() + TOKEN_SECONDS * SECOND_MS;
  const expiresAt = new Date(Math.min(wholeMs, notAfter?.getTime() ?? wholeMs));
  const token = await signToken(vault, { ...owner, actingAccountId, sessionId: id, issuedAt, expiresAt });
  const began = { startedAt: issuedAt, provenAt: clock.now(), ...earlier };
  return { ...owner, actingAccountId, id, token, issuedAt, expiresAt, ...began, origin };
}

export function openedSession(session: NewSession): Effects {
  const { actingAccountId: accountId, userId, id } = session;
  const { byCookie, ...from } = session.origin;
  const action: Action = {
    actor: { kind: 'user', accountId, userId, credentialId: id, ...from },
    accountId,
    action: 'user.login',
    target: { kind: 'session', id },
    details: { by_cookie: byCookie },
  };
  return { rows: [rowWrite(insertSession, session)], audit: [action] };
}

const insertSession: RowWriter<NewSession> = {
  statement: statement(
    'sessions.add',
    `insert into sessions (account_id, id, user_id, created_at, last_seen_at, expires_at, by_cookie, address, user_agent,
       proved_at, acting_account_id)
     select n.account_id, n.id, n.user_id, n.started_at, n.at, n.expires_at, n.by_cookie, n.address, n.user_agent,
       n.proved_at, nullif(n.acting_account_id, n.account_id)
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::boolean[], $7::text[],
       $8::text[], $9::timestamptz[], $10::uuid[], $11::timestamptz[])
       as n (account_id, id, user_id, at, expires_at, by_cookie, address, user_agent, proved_at, acting_account_id,
         started_at)
     returning id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.userId),
    rows.map((row) => row.issuedAt),
    rows.map((row) => row.expiresAt),
    rows.map(({ origin }) => origin.byCookie),
    rows.map(({ origin }) => origin.address),
    rows.map(({ origin }) => origin.userAgent && maskedText(origin.userAgent)),
    rows.map((row) => row.provenAt),
    rows.map((row) => row.actingAccountId),
    rows.map((row) => row.startedAt),
  ],
  writes: 'all',
};

const fromAddress = statement(
  'sessions.from_address',
  `select 1
   from sessions
   where account_id = $1
     and user_id = $2
     and address = $3
   limit 1`,
);

/** Whether the user has signed in from this network address before. */
export async function hasSignedInFrom(
  db: Db,
  { accountId, userId }: Owner,
  address: string | null,
): Promise<boolean> {
  return (await db.query(fromAddress, [accountId, userId, address])).length > 0;
}

const prolong = statement(
  'sessions.prolong',
  `update sessions
   set expires_at = greatest(expires_at, $3)
   where account_id = $1
     and id = $2
     and ended_at is null
   returning id`,
);

/** A new token of the same session, once the last is old enough; null: not yet, or not for this session. */
export async function renewSession(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { accountId: actingAccountId, homeAccountId: accountId, userId, credentialId, renewal }: Principal,
): Promise<{ token: string; seconds: number } | null> {
  const nowMs = systemMs();
  if (!renewal || !userId || nowMs < renewal.dueMs) return null;
  const issuedAt = new Date(nowMs);
  const expiresAt = new Date(Math.min(nowMs + TOKEN_SECONDS * SECOND_MS, renewal.endsMs));
  const kept = await db.query(prolong, [accountId, credentialId, expiresAt]);
  if (kept.length === 0) return null;
  const token = await signToken(vault, {
    ...{ accountId, actingAccountId, userId },
    ...{ sessionId: credentialId, issuedAt, expiresAt },
  });
  return { token, seconds: Math.floor((expiresAt.getTime() - nowMs) / SECOND_MS) };
}

/** Ends the session of the request. The key stays claimed until every node refuses the session. */
export async function signOut(deps: Deps, user: User, answer?: Answer<void>): Promise<void> {
  const now = new Date(systemMs());
  await deps.writer.commitProvisionally(
    {
      load: (tx) => lockSession(tx, user, user.credentialId),
      decide: (session) => decideSignOut(session, user, now),
    },
    answer,
  );
  // Also if another request has just ended it: when this request answers, no node may accept the session.
  await waitForCacheExpiry();
}

/** Ends a session of the same user, also the current one. When this returns, every node refuses it. */
export async function endSession(deps: Deps, user: User, id: string): Promise<void> {
  if (!isId(id)) throw notFound('Session');
  const now = new Date(systemMs());
  await deps.writer.commit({
    load: (tx) => lockSession(tx, user, id),
    decide: (session) => decideSessionEnd(session, user, now),
  });
  await waitForCacheExpiry();
}

/** A session of the user; ended or expired sessions are kept. */
export type StoredSession = { id: string; endedAt: Date | null; expiresAt: Date };

/** A session that has already ended is not an error. */
export function decideSignOut(session: StoredSession | null, user: User, now: Date): Decision<void> {
  if (!session || !isLive(session, now)) return done(undefined);
  return done(undefined, endedSession(session, user, 'user.logout', now));
}

export function decideSessionEnd(session: StoredSession | null, user: User, now: Date): Decision<void> {
  if (!session || !isLive(session, now)) return notFound('Session');
  return done(undefined, endedSession(session, user, 'user.session_ended', now));
}

function isLive({ endedAt, expiresAt }: StoredSession, now: Date): boolean {
  return endedAt === null && expiresAt.getTime() > now.getTime();
}

export function endedSession({ id }: StoredSession, actor: User, action: string, at: Date): Effects {
  const { accountId } = actor;
  return {
    rows: [rowWrite(writeEnd, { accountId, id, at })],
    audit: [{ actor, accountId, action, target: { kind: 'session', id }, details: {} }],
  };
}

export async function lockSession(
  tx: Tx,
  { accountId, userId }: Owner,
  id: string,
): Promise<StoredSession | null> {
  const [row] = await tx.query<StoredSession>(
    `select id, ended_at as "endedAt", expires_at as "expiresAt"
     from sessions
     where account_id = $1
       and user_id = $2
       and id = $3
     for update`,
    [accountId, userId, id],
  );
  return row ?? null;
}

const writeEnd: RowWriter<{ accountId: string; id: string; at: Date }> = {
  statement: statement(
    'sessions.end',
    `update sessions s
     set ended_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, at)
     where s.account_id = n.account_id
       and s.id = n.id
       and s.ended_at is null
     returning s.id`,
  ),
  values: (rows) => [rows.map((row) => row.accountId), rows.map((row) => row.id), rows.map((row) => row.at)],
  writes: 'all',
};
