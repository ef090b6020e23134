import { actorOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { langOf } from '../../http/language.ts';
import { deleted, idParams, listOf } from '../../http/lists.ts';
import { accountOf, principalOf } from '../../http/principal.ts';
import { systemMs } from '../../kit/clock.ts';
import { assert, fail, notFound } from '../../kit/errors.ts';
import type { Reader } from '../../write/answer.ts';
import { withMailRetryAfter } from '../mail-tries.ts';
import { inviteMember, resendInvitation, revokeInvitation } from './invite.ts';
import { changeRole, removeMember } from './members.ts';
import {
  changeMemberBody,
  invitationShape,
  inviteBody,
  memberShape,
  presentInvitation,
  presentMember,
} from './shapes.ts';
import { findInvitation, listInvitations, listMembers } from './store.ts';

const tags = ['Team'];
const config = { access: 'jwt' } as const;

export function teamRoutes(app: App, deps: Deps): void {
  memberRoutes(app, deps);
  leaveRoute(app, deps);
  invitationRoutes(app, deps);
  inviteRoutes(app, deps);
}

/** Whole: a team is bounded. */
function wholeList<T>(data: T[]) {
  return { object: 'list' as const, data, total: data.length, has_more: false, next_cursor: null };
}

function memberRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/team', {
    config,
    schema: {
      tags,
      summary: 'List the people of your account',
      response: { 200: listOf(memberShape), ...errorAnswers },
    },
    handler: async (request) => {
      const { accountId, userId } = principalOf(request);
      const rows = await listMembers(deps.db, accountId);
      return wholeList(rows.map((row) => presentMember(row, userId ?? '')));
    },
  });
  app.patch('/api/v1/team/:id', {
    config,
    schema: {
      tags,
      summary: 'Change the role of a member; it holds when this answers',
      params: idParams,
      body: changeMemberBody,
      response: { 200: memberShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { accountId, userId } = principalOf(request);
      await changeRole(deps, actorOf(request), id, request.body.role);
      const row = (await listMembers(deps.db, accountId)).find((member) => member.id === id);
      if (!row) throw notFound('Team member');
      return presentMember(row, userId ?? '');
    },
  });
  app.delete('/api/v1/team/:id', {
    config,
    schema: {
      tags,
      summary: 'Remove a member; every session in this account ends',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await removeMember(deps, actorOf(request), request.params.id);
      return { success: true, message: 'Member removed' };
    },
  });
}

/** For every role: what `DELETE /team/{id}` is for owners. */
function leaveRoute(app: App, deps: Deps): void {
  app.delete('/api/v1/team/me', {
    config,
    schema: {
      tags,
      summary: 'Leave the account; every session of yours in it ends',
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      const actor = actorOf(request);
      await removeMember(deps, actor, actor.userId ?? '');
      return { success: true, message: 'You left the account' };
    },
  });
}

function invitationRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/team/invitations', {
    config,
    schema: {
      tags,
      summary: 'List the invitations that were not used yet',
      response: { 200: listOf(invitationShape), ...errorAnswers },
    },
    handler: async (request) => {
      const now = new Date(systemMs());
      const rows = await listInvitations(deps.db, accountOf(request));
      return wholeList(rows.map((row) => presentInvitation(row, now)));
    },
  });
  app.delete('/api/v1/team/invitations/:id', {
    config,
    schema: {
      tags,
      summary: 'Revoke an invitation; its link is dead',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await revokeInvitation(deps, actorOf(request), request.params.id);
      return { success: true, message: 'Invitation revoked' };
    },
  });
}

async function shown(accountId: string, id: string, reader: Reader) {
  const row = await findInvitation(reader, accountId, id);
  assert(row, 'an invitation that was sent is found');
  return presentInvitation(row, new Date(systemMs()));
}

function inviteRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/team/invitations', {
    config,
    schema: {
      tags,
      summary: 'Invite a person by mail',
      description:
        'The link works for seven days, once. The answer is the same whether or not the address has an account. At most five mails per hour and address.',
      body: inviteBody,
      response: { 201: invitationShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { accountId, role } = principalOf(request);
      if (role === 'operator') fail('INVALID_STATE', 'Operators are added at POST /api/v1/admin/operators');
      const answer = answerTo(request, reply, 201, (id: string, reader) => shown(accountId, id, reader));
      const wanted = { ...request.body, id: request.objectId, lang: langOf(request) };
      await withMailRetryAfter(reply, () => inviteMember(deps, actorOf(request), wanted, answer));
      return answer.send();
    },
  });
  app.post('/api/v1/team/invitations/:id/resend', {
    config,
    schema: {
      tags,
      summary: 'Send an invitation again; the link before is dead',
      params: idParams,
      response: { 200: invitationShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const accountId = accountOf(request);
      const answer = answerTo(request, reply, 200, (id: string, reader) => shown(accountId, id, reader));
      const wanted = { id: request.params.id, lang: langOf(request) };
      await withMailRetryAfter(reply, () => resendInvitation(deps, actorOf(request), wanted, answer));
      return answer.send();
    },
  });
}
