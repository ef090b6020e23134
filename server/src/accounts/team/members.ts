import type { Action, Actor } from '../../audit/record.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import type { TeamRole } from '../../kit/permissions.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import { endSessionsHere, freeAddress, markRemoved, saveRole } from './member-rows.ts';
import { lockTeam, type TeamMember } from './store.ts';

type Command = { actor: Actor; id: string };

/** Returns when the role holds on every node. */
export async function changeRole(deps: Deps, actor: Actor, id: string, role: TeamRole): Promise<void> {
  await deps.writer.commit({
    load: (tx) => lockTeam(tx, actor.accountId),
    decide: (team) => decideRole(team, { actor, id, role }),
  });
  await waitForCacheExpiry();
}

/** Returns when no node lets the person act in this account. The row stays, because the audit log refers to it. */
export async function removeMember(deps: Deps, actor: Actor, id: string): Promise<void> {
  const now = new Date(systemMs());
  await deps.writer.commit({
    load: (tx) => lockTeam(tx, actor.accountId),
    decide: (team) => decideRemoval(team, { actor, id }, now),
  });
  await waitForCacheExpiry();
}

export function decideRole(
  team: readonly TeamMember[],
  { actor, id, role }: Command & { role: TeamRole },
): Decision<void> {
  const member = memberOf(team, { actor, id });
  if (member instanceof GatewayError) return member;
  if (member.role === role) return done(undefined);
  if (role !== 'owner' && isLastOwner(team, member)) return new GatewayError('LAST_OWNER');
  const details = { email: member.email, role: { before: member.role, after: role } };
  return done(undefined, {
    rows: [rowWrite(saveRole, { accountId: actor.accountId, userId: id, role })],
    audit: [memberAction(actor, 'team.role_changed', id, details)],
  });
}

/** An owner removes any member; every member may leave. */
export function decideRemoval(team: readonly TeamMember[], command: Command, now: Date): Decision<void> {
  const isLeaving = command.id === command.actor.userId;
  const member = isLeaving ? findMember(team, command.id) : memberOf(team, command);
  if (member instanceof GatewayError) return member;
  if (isLastOwner(team, member)) return new GatewayError('LAST_OWNER');
  const { actor, id } = command;
  const leaving = {
    accountId: actor.accountId,
    userId: id,
    homeAccountId: member.homeAccountId,
    at: now,
  };
  const details = { email: member.email, role: member.role };
  return done(undefined, {
    rows: [markRemoved, endSessionsHere, freeAddress].map((writer) => rowWrite(writer, leaving)),
    audit: [memberAction(actor, isLeaving ? 'team.left' : 'team.removed', id, details)],
  });
}

/** The actor may have been demoted or removed while this request waited for the lock. */
function memberOf(team: readonly TeamMember[], { actor, id }: Command): TeamMember | GatewayError {
  const isOwner = team.some((member) => member.id === actor.userId && member.role === 'owner');
  if (!isOwner) return new GatewayError('FORBIDDEN');
  return findMember(team, id);
}

function findMember(team: readonly TeamMember[], id: string): TeamMember | GatewayError {
  return team.find((member) => member.id === id) ?? notFound('Team member');
}

function isLastOwner(team: readonly TeamMember[], { id }: TeamMember): boolean {
  return !team.some((member) => member.role === 'owner' && member.id !== id);
}

function memberAction(actor: Actor, action: string, id: string, details: object): Action {
  return { actor, accountId: actor.accountId, action, target: { kind: 'user', id }, details };
}
