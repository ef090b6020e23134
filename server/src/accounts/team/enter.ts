import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { SECOND_MS, systemMs } from '../../kit/clock.ts';
import { assert, GatewayError, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite, together } from '../../write/effects.ts';
import { linkInvalid } from '../auth/mail-link.ts';
import {
  endedSession,
  lockSession,
  MAX_SESSION_MS,
  type NewSession,
  newSession,
  type Origin,
  openedSession,
  type SignedIn,
  type StoredSession,
  type User,
} from '../auth/sessions.ts';
import { provedAddress } from '../auth/verify-email.ts';
import { type AddressState, findAddressedUser, lockAddress } from '../emails.ts';
import { accepted, alreadyMember, isMember, type OpenedInvitation, openInvitation } from './accept.ts';
import { saveMember } from './member-rows.ts';
import { findMemberships, type Invitation, lockInvitation, lockTeam, type TeamMember } from './store.ts';

/*
 * Another session of the same person, in another account. It takes the place of the current one and prolongs neither its
 * life nor its proof. A session of its own, so that a page of the first account cannot act in the second.
 */

const sessionTimes = statement(
  'sessions.times',
  `select created_at as "startedAt", coalesce(proved_at, created_at) as "provenAt", expires_at as "expiresAt",
     by_cookie as "byCookie"
   from sessions
   where account_id = $1
     and id = $2`,
);

type SessionTimes = { startedAt: Date; provenAt: Date; expiresAt: Date; byCookie: boolean };

async function continued(
  deps: Deps,
  user: User,
  origin: Origin,
  actingAccountId: string,
): Promise<NewSession> {
  const [current] = await deps.db.query<SessionTimes>(sessionTimes, [user.accountId, user.credentialId]);
  assert(current, 'a signed-in user has a session');
  const { startedAt, provenAt, expiresAt, byCookie } = current;
  // A token that is not a browser's is never extended (decision 0014).
  const notAfter = byCookie ? new Date(startedAt.getTime() + MAX_SESSION_MS) : expiresAt;
  return newSession(deps, user, origin, { startedAt, provenAt, notAfter, actingAccountId });
}

/** `user`: with the home account. */
export async function switchAccount(
  deps: Deps,
  user: User,
  { accountId, origin }: { accountId: string; origin: Origin },
  answer?: Answer<SignedIn>,
): Promise<SignedIn> {
  const memberships = isId(accountId) ? await findMemberships(deps.db, user.userId) : [];
  if (!memberships.some(({ id }) => id === accountId)) throw notFound('Account');
  const session = await continued(deps, user, origin, accountId);
  const now = new Date(systemMs());
  const signedIn = await deps.writer.commit(
    {
      load: (tx) => lockSession(tx, user, user.credentialId),
      decide: (current) => decideSwitch(current, { user, session }, now),
    },
    answer,
  );
  await waitForCacheExpiry();
  return signedIn;
}

function decideSwitch(
  current: StoredSession | null,
  { user, session }: { user: User; session: NewSession },
  now: Date,
): Decision<SignedIn> {
  if (!current || current.endedAt) return new GatewayError('JWT_INVALID');
  const left = endedSession(current, user, 'user.logout', now);
  return done(enteredBy(session), together([left, openedSession(session)]));
}

function enteredBy({ actingAccountId: accountId, token, issuedAt, expiresAt }: NewSession): SignedIn {
  return { accountId, token, seconds: Math.floor((expiresAt.getTime() - issuedAt.getTime()) / SECOND_MS) };
}

/** A person who is signed in joins another team by the link of an invitation to the person's own address. */
export async function joinTeam(
  deps: Deps,
  user: User,
  { token, origin }: { token: string; origin: Origin },
  answer?: Answer<SignedIn>,
): Promise<SignedIn> {
  const opened = await openInvitation(deps, token);
  const { accountId, id, email } = opened.invitation;
  const person = await findAddressedUser(deps.db, user.accountId, user.userId);
  if (!person || person.email !== email) {
    throw new GatewayError('FORBIDDEN', 'The invitation is for another e-mail address');
  }
  if (person.role === 'operator') throw new GatewayError('FORBIDDEN', 'An operator joins no team');
  const session = await continued(deps, user, origin, accountId);
  const now = new Date(systemMs());
  const signedIn = await deps.writer.commit(
    {
      load: async (tx) => loadJoin(tx, { user, person, invitation: { accountId, id } }),
      decide: (state) => decideJoin(state, { fits: opened.fits, user, session }, now),
    },
    answer,
  );
  await waitForCacheExpiry();
  return signedIn;
}

type JoinState = AddressState & {
  current: StoredSession | null;
  invitation: Invitation | null;
  team: readonly TeamMember[];
};

async function loadJoin(
  tx: Tx,
  {
    user,
    person,
    invitation: { accountId, id },
  }: {
    user: User;
    person: { accountId: string; id: string; email: string };
    invitation: { accountId: string; id: string };
  },
): Promise<JoinState> {
  const address = await lockAddress(tx, person);
  return {
    ...address,
    invitation: await lockInvitation(tx, accountId, id),
    team: await lockTeam(tx, accountId),
    current: await lockSession(tx, user, user.credentialId),
  };
}

function decideJoin(
  { current, invitation, team, ...address }: JoinState,
  { fits, user, session }: Pick<OpenedInvitation, 'fits'> & { user: User; session: NewSession },
  now: Date,
): Decision<SignedIn> {
  if (!current || current.endedAt) return new GatewayError('JWT_INVALID');
  if (!invitation || !fits(invitation)) return linkInvalid();
  if (isMember(team, invitation)) return alreadyMember();
  const { accountId, email, role } = invitation;
  const { userId, accountId: home } = user;
  const member = {
    ...{ accountId, userId, email, role, name: null, passwordHash: null, at: now },
    homeAccountId: home === accountId ? null : home,
  };
  const joined = { rows: [rowWrite(saveMember, member)] };
  const actor = { ...user, accountId, credentialId: session.id };
  return done(
    enteredBy(session),
    together([
      joined,
      accepted(invitation, actor, now),
      provedAddress(address, user, now),
      endedSession(current, user, 'user.logout', now),
      openedSession(session),
    ]),
  );
}
