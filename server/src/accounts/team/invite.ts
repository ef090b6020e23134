import type { Action, Actor } from '../../audit/record.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { assert, GatewayError, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { Lang } from '../../kit/language.ts';
import type { TeamRole } from '../../kit/permissions.ts';
import type { Vault } from '../../kit/secrets.ts';
import { INVITATION_LIFE_MS } from '../../mail/kinds/team-invitation.ts';
import type { NewMail } from '../../mail/record.ts';
import { boundTo } from '../../mail/signed-link.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import {
  countedMailTries,
  emailMark,
  lockMailTries,
  type MailTries,
  TooManyMails,
  waitSeconds,
} from '../mail-tries.ts';
import { findAccount } from '../store.ts';
import {
  endInvitation,
  type Invitation,
  insertInvitation,
  lockInvitation,
  lockPendingInvitations,
  lockTeam,
  MAX_TEAM,
  saveSending,
  type TeamMember,
} from './store.ts';

type Wanted = { id: string; email: string; role: TeamRole; lang: Lang };

/**
 * Invites an address. Nothing here looks whether it has an account elsewhere: answer, mail and work are the same
 * (decision 0036).
 */
export async function inviteMember(
  deps: Deps,
  actor: Actor,
  { email: given, ...wanted }: Wanted,
  answer?: Answer<string>,
): Promise<string> {
  const account = await findAccount(deps.db, actor.accountId);
  assert(account, 'a user belongs to an account');
  const command: InviteCommand = { ...wanted, email: given.toLowerCase(), actor, accountName: account.name };
  const mark = emailMark(deps.vault, 'invite', command.email);
  const now = new Date(systemMs());
  return deps.writer.commit(
    {
      load: async (tx): Promise<InviteState> => ({
        tries: await lockMailTries(tx, [mark]),
        team: await lockTeam(tx, actor.accountId),
        pending: await lockPendingInvitations(tx, actor.accountId),
      }),
      decide: (state) => decideInvitation(deps.vault, state, command, now),
    },
    answer,
  );
}

type InviteState = {
  tries: readonly MailTries[];
  team: readonly TeamMember[];
  pending: readonly { id: string; email: string }[];
};
type InviteCommand = Wanted & { actor: Actor; accountName: string };

/** The result: the id of the invitation. */
function decideInvitation(
  vault: Vault,
  { tries, team, pending }: InviteState,
  { id, email, role, lang, actor, accountName }: InviteCommand,
  now: Date,
): Decision<string> {
  const { accountId, userId } = actor;
  assert(userId, 'only a person invites');
  // An invitation with this id comes from the same request.
  if (pending.some((each) => each.id === id)) return done(id);
  if (team.some((member) => member.email === email)) return taken('is already a member of the team');
  if (pending.some((each) => each.email === email)) return taken('is already invited');
  if (team.length + pending.length >= MAX_TEAM) {
    return new GatewayError('INVALID_STATE', `A team has at most ${MAX_TEAM} people and invitations`);
  }
  const wait = waitSeconds(tries, 'email', now);
  if (wait !== null) return new TooManyMails(wait);
  const invitation = { accountId, id, email, role, sentAt: now, expiresAt: endOf(now), accountName };
  return done(id, {
    rows: [
      rowWrite(insertInvitation, { ...invitation, invitedBy: userId, at: now }),
      ...countedMailTries(tries, now),
    ],
    mails: [invitationMail(vault, invitation, lang)],
    audit: [invitationAction(actor, 'team.invited', id, { email, role })],
  });
}

function taken(message: string): GatewayError {
  return new GatewayError('INVALID_STATE', `email: ${message}`, { email: message });
}

function endOf(sentAt: Date): Date {
  return new Date(sentAt.getTime() + INVITATION_LIFE_MS);
}

/** Another link, which ends the one before. */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  { id, lang }: { id: string; lang: Lang },
  answer?: Answer<string>,
): Promise<string> {
  if (!isId(id)) throw notFound('Invitation');
  const now = new Date(systemMs());
  return deps.writer.commit(
    {
      load: async (tx) => {
        const invitation = await lockInvitation(tx, actor.accountId, id);
        const mark = emailMark(deps.vault, 'invite', invitation?.email ?? '');
        return { invitation, tries: invitation ? await lockMailTries(tx, [mark]) : [] };
      },
      decide: (state) => decideResend(deps.vault, state, { actor, lang }, now),
    },
    answer,
  );
}

function decideResend(
  vault: Vault,
  { invitation, tries }: { invitation: Invitation | null; tries: readonly MailTries[] },
  { actor, lang }: { actor: Actor; lang: Lang },
  now: Date,
): Decision<string> {
  if (invitation?.status !== 'pending') return notFound('Invitation');
  const wait = waitSeconds(tries, 'email', now);
  if (wait !== null) return new TooManyMails(wait);
  const { accountId, id, email, role } = invitation;
  const sent = { ...invitation, sentAt: now, expiresAt: endOf(now) };
  return done(id, {
    rows: [
      rowWrite(saveSending, { accountId, id, at: now, expiresAt: sent.expiresAt }),
      ...countedMailTries(tries, now),
    ],
    mails: [invitationMail(vault, sent, lang)],
    audit: [invitationAction(actor, 'team.invitation_resent', id, { email, role })],
  });
}

/** Its link is dead when this returns. */
export async function revokeInvitation(deps: Deps, actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw notFound('Invitation');
  const now = new Date(systemMs());
  await deps.writer.commit({
    load: (tx) => lockInvitation(tx, actor.accountId, id),
    decide: (invitation) => decideRevocation(invitation, actor, now),
  });
}

function decideRevocation(invitation: Invitation | null, actor: Actor, now: Date): Decision<void> {
  if (invitation?.status !== 'pending') return notFound('Invitation');
  const { accountId, id, email, role } = invitation;
  return done(undefined, {
    rows: [rowWrite(endInvitation, { accountId, id, status: 'revoked', acceptedBy: null, at: now })],
    audit: [invitationAction(actor, 'team.invitation_revoked', id, { email, role })],
  });
}

type Sent = Pick<Invitation, 'accountId' | 'id' | 'email' | 'role' | 'sentAt' | 'expiresAt' | 'accountName'>;

function invitationMail(vault: Vault, invitation: Sent, lang: Lang): NewMail {
  const { accountId, id, email, role, expiresAt, accountName: name } = invitation;
  const link = { user_id: id, expires_at: expiresAt.toISOString(), bound_to: stateOf(vault, invitation) };
  return { accountId, lang, to: email, kind: 'team_invitation', facts: { name, role, ...link } };
}

/** What a link is bound to: it dies when the invitation is sent again. */
export function stateOf(vault: Vault, { email, sentAt }: Pick<Invitation, 'email' | 'sentAt'>): string {
  return boundTo(vault, 'team_invitation', `${email} ${sentAt.toISOString()}`);
}

function invitationAction(actor: Actor, action: string, id: string, details: object): Action {
  return { actor, accountId: actor.accountId, action, target: { kind: 'invitation', id }, details };
}
