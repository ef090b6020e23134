import { Type } from 'typebox';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { idPageOf } from '../../http/id-page.ts';
import { cursorQuery, deleted, idParams, listOf, pageQuery, presentList } from '../../http/lists.ts';
import { principalOf } from '../../http/principal.ts';
import { assert } from '../../kit/errors.ts';
import { findAccount } from '../store.ts';
import { findMemberships } from '../team/store.ts';
import { clearOwnCookie } from './browser.ts';
import { listSessions, readSession } from './session-facts.ts';
import { endSession } from './sessions.ts';
import { listedSessionShape, presentListedSession, presentSession, sessionShape } from './shapes.ts';
import { signedInOnly, userOf } from './signed-in.ts';

const tags = ['Sign in'];

export function sessionRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/auth/session', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Get the current session: the user, the account, and the requirements of this installation',
      response: { 200: sessionShape, ...errorAnswers },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const person = principal.view?.viewer ?? principal;
      const user = { ...userOf(request), credentialId: person.credentialId };
      const [facts, account, memberships] = await Promise.all([
        readSession(deps, user),
        findAccount(deps.db, principal.accountId),
        principal.view ? [] : findMemberships(deps.db, user.userId),
      ]);
      assert(account, 'a user belongs to an account');
      return presentSession({ facts, account, principal, memberships }, deps);
    },
  });
  app.get('/api/v1/auth/sessions', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'List your sessions',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(listedSessionShape), ...errorAnswers },
    },
    handler: async (request) => {
      const user = userOf(request);
      const page = idPageOf('sessions', request.query);
      const { rows, total } = await listSessions(deps, user, page);
      const present = (row: (typeof rows)[number]) => presentListedSession(row, user.credentialId);
      return presentList(rows, page, total, (row) => row.id, present);
    },
  });
  app.delete('/api/v1/auth/sessions/:id', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'End another session',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const user = userOf(request);
      await endSession(deps, user, request.params.id);
      if (request.params.id === user.credentialId) clearOwnCookie(deps, request, reply);
      return { success: true, message: 'Session ended' };
    },
  });
}
