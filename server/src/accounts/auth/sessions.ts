import { SignJWT } from 'jose';
import { type Actor, recordAction } from '../../audit/record.ts';
import { statement } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { outwaitCaches } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import type { IdPage } from '../../http/id-page.ts';
import type { Principal } from '../../http/principal.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { Vault } from '../../kit/secrets.ts';

export const TOKEN_SECONDS = 3_600;
/** A browser that is used gets a new token this long after the last one, until the session is this old. */
export const RENEWED_AFTER_MS = 10 * MINUTE_MS;
export const MAX_SESSION_MS = 12 * HOUR_MS;

export type Owner = { accountId: string; userId: string };
/** Who is signed in, and with which session. */
export type User = Actor & { userId: string; credentialId: string };
/** How somebody signs in: from where, and whether a browser keeps the token in a cookie. */
export type Arrival = Pick<Actor, 'address' | 'userAgent' | 'requestId'> & { byCookie: boolean };
export type OpenedSession = { id: string; token: string; expiresAt: Date };

type Token = Owner & { sessionId: string; issuedAt: Date; expiresAt: Date };

function signToken(
  vault: Vault,
  { accountId, userId, sessionId, issuedAt, expiresAt }: Token,
): Promise<string> {
  return new SignJWT({ account_id: accountId, sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(vault.key('jwt'));
}

/** Tokens live in real time: moving the sandbox clock signs nobody out. */
export async function openSession(
  { ids, vault }: Pick<Deps, 'ids' | 'vault'>,
  tx: Tx,
  owner: Owner,
  arrival: Arrival,
): Promise<OpenedSession> {
  const id = ids.next();
  const issuedAt = new Date(systemMs());
  const expiresAt = new Date(issuedAt.getTime() + TOKEN_SECONDS * SECOND_MS);
  const { byCookie, ...from } = arrival;
  await tx.query(
    `insert into sessions (account_id, id, user_id, created_at, last_seen_at, expires_at, by_cookie, address, user_agent)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8)`,
    [owner.accountId, id, owner.userId, issuedAt, expiresAt, byCookie, from.address, from.userAgent],
  );
  await recordAction(tx, {
    actor: { kind: 'user', ...owner, credentialId: id, ...from },
    accountId: owner.accountId,
    action: 'user.login',
    target: { kind: 'session', id },
    details: { by_cookie: byCookie },
  });
  return { id, token: await signToken(vault, { ...owner, sessionId: id, issuedAt, expiresAt }), expiresAt };
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
  { accountId, userId, credentialId, renewal }: Principal,
): Promise<{ token: string; seconds: number } | null> {
  const nowMs = systemMs();
  if (!renewal || !userId || nowMs < renewal.dueMs) return null;
  const issuedAt = new Date(nowMs);
  const expiresAt = new Date(Math.min(nowMs + TOKEN_SECONDS * SECOND_MS, renewal.endsMs));
  const kept = await db.query(prolong, [accountId, credentialId, expiresAt]);
  if (kept.length === 0) return null;
  const token = await signToken(vault, { accountId, userId, sessionId: credentialId, issuedAt, expiresAt });
  return { token, seconds: Math.floor((expiresAt.getTime() - nowMs) / SECOND_MS) };
}

const end = statement(
  'sessions.end',
  `update sessions
   set ended_at = $4
   where account_id = $1
     and user_id = $2
     and id = $3
     and ended_at is null
     and expires_at > $4
   returning id`,
);

export async function signOut(deps: Deps, user: User): Promise<void> {
  await endOne(deps, user, user.credentialId, 'user.logout');
  // Also when another request ended it a moment ago: no node may still believe in it when this one answers.
  await outwaitCaches();
}

/** Ends a session of the same user, be it this one. It is refused everywhere when this returns. */
export async function endSession(deps: Deps, user: User, id: string): Promise<void> {
  if (!isId(id) || !(await endOne(deps, user, id, 'user.session_ended'))) throw notFound('Session');
  await outwaitCaches();
}

function endOne({ db }: Deps, actor: User, id: string, action: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const ended = await tx.query(end, [actor.accountId, actor.userId, id, new Date(systemMs())]);
    if (ended.length === 0) return false;
    const target = { kind: 'session', id };
    await recordAction(tx, { actor, accountId: actor.accountId, action, target, details: {} });
    return true;
  });
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
