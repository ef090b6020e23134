import type { Action, Actor } from '../../audit/record.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { GatewayError } from '../../kit/errors.ts';
import { readLink } from '../../mail/signed-link.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import { linkInvalid } from '../auth/mail-link.ts';
import { requireStrongPassword } from '../auth/password-strength.ts';
import { hashPassword } from '../auth/passwords.ts';
import { type NewSession, newSession, type Origin, openedSession, type SignedIn } from '../auth/sessions.ts';
import { addUnclaimed, type Holder, lockHolder, newHolderRows, passwordHint } from '../emails.ts';
import { stateOf } from './invite.ts';
import { saveMember } from './member-rows.ts';
import {
  endInvitation,
  findAnyInvitation,
  type Invitation,
  lockInvitation,
  lockTeam,
  type TeamMember,
} from './store.ts';

/** No invitation has it: a forged token costs the same look as a real one. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export type OpenedInvitation = {
  invitation: Invitation;
  /** Whether the link is still good for the invitation in this state. */
  fits(state: Invitation): boolean;
};

/** Whose link this is, without using it. Real time, like every link (decision 0035). */
export async function openInvitation(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  token: string,
): Promise<OpenedInvitation> {
  const claims = readLink(vault, 'team_invitation', token, new Date(systemMs()));
  const invitation = await findAnyInvitation(db, claims?.accountId ?? NO_ID, claims?.userId ?? NO_ID);
  const fits = (state: Invitation) => state.status === 'pending' && stateOf(vault, state) === claims?.boundTo;
  if (!invitation || !fits(invitation)) throw linkInvalid();
  return { invitation, fits };
}

type Accepted = { token: string; name: string; password: string };

/**
 * A new person joins with a password of their own. An address that has an account is answered in the same way, as at a
 * registration: its holder keeps it if it was proved (decision 0036).
 */
export async function acceptInvitation(
  deps: Deps,
  { token, name, password }: Accepted,
  origin: Origin,
  answer?: Answer<SignedIn>,
): Promise<SignedIn & { email: string }> {
  const { invitation, fits } = await openInvitation(deps, token);
  const { accountId, id, email } = invitation;
  requireStrongPassword(deps, 'password', password, { email, name });
  const owner = { accountId, userId: deps.ids.next() };
  const command: AcceptCommand = {
    fits,
    name: name.trim(),
    passwordHash: await hashPassword(password),
    hint: passwordHint(deps.vault, email, password),
    session: await newSession(deps, owner, origin),
  };
  const now = new Date(systemMs());
  const signedIn = await deps.writer.commit(
    {
      load: async (tx): Promise<AcceptState> => ({
        holder: await lockHolder(tx, email),
        invitation: await lockInvitation(tx, accountId, id),
        team: await lockTeam(tx, accountId),
      }),
      decide: (state) => decideAcceptance(state, command, now),
    },
    answer,
  );
  return { ...signedIn, email };
}

type AcceptState = {
  holder: Holder | null;
  invitation: Invitation | null;
  team: readonly TeamMember[];
};
type AcceptCommand = {
  fits(state: Invitation): boolean;
  name: string;
  passwordHash: string;
  hint: string;
  session: NewSession;
};

function decideAcceptance(
  { holder, invitation, team }: AcceptState,
  { fits, name, passwordHash, hint, session }: AcceptCommand,
  now: Date,
): Decision<SignedIn> {
  if (!invitation || !fits(invitation)) return linkInvalid();
  if (isMember(team, invitation)) return alreadyMember();
  const { accountId, email, role } = invitation;
  const { userId, token } = session;
  const place = { email, accountId, userId };
  const address = holder?.isVerified
    ? [rowWrite(addUnclaimed, { ...place, hint, at: now })]
    : newHolderRows(place, holder, now);
  const member = { ...place, name, role, passwordHash, homeAccountId: null, at: now };
  const joined = { rows: [rowWrite(saveMember, member), ...address] };
  return done(
    { accountId, token },
    together([joined, accepted(invitation, personOf(session), now), openedSession(session)]),
  );
}

function personOf({
  actingAccountId: accountId,
  userId,
  id,
  origin,
}: NewSession): Actor & { userId: string } {
  const { byCookie: _, ...from } = origin;
  return { kind: 'user', accountId, userId, credentialId: id, ...from };
}

/** The invitation is used up, and the log says by whom. */
export function accepted(invitation: Invitation, actor: Actor & { userId: string }, at: Date): Effects {
  const { accountId, id, email, role } = invitation;
  const action: Action = {
    actor,
    accountId,
    action: 'team.joined',
    target: { kind: 'user', id: actor.userId },
    details: { email, role },
  };
  const end = { accountId, id, status: 'accepted' as const, acceptedBy: actor.userId, at };
  return { rows: [rowWrite(endInvitation, end)], audit: [action] };
}

export function isMember(team: readonly TeamMember[], { email }: Invitation): boolean {
  return team.some((member) => member.email === email);
}

export function alreadyMember(): GatewayError {
  return new GatewayError('INVALID_STATE', 'This address is already a member of the team');
}
