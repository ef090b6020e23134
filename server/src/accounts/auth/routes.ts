import type { FastifyReply, FastifyRequest } from 'fastify';
import { transaction } from '../../db/transaction.ts';
import { originOf } from '../../http/actor.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import { setSessionCookie } from '../../http/cookies.ts';
import type { Deps } from '../../http/deps.ts';
import { deleted } from '../../http/lists.ts';
import { assert } from '../../kit/errors.ts';
import { register } from '../register.ts';
import { type AccountRow, registerBody } from '../shapes.ts';
import { findAccount } from '../store.ts';
import { leave, refuseForeignPage } from './browser.ts';
import { changePassword } from './change-password.ts';
import { type Arrival, openSession, signOut, TOKEN_SECONDS } from './sessions.ts';
import { changePasswordBody, loginBody, presentSignedIn, signedInShape } from './shapes.ts';
import { signIn } from './sign-in.ts';
import { signedInOnly, tellingWhen, userOf } from './signed-in.ts';

const tags = ['Sign in'];

export function authRoutes(app: App, deps: Deps): void {
  registerRoute(app, deps);
  loginRoute(app, deps);
  logoutRoute(app, deps);
  passwordRoute(app, deps);
}

function arrivalOf(deps: Deps, request: FastifyRequest, byCookie = false): Arrival {
  if (byCookie) refuseForeignPage(deps, request);
  return { ...originOf(request), byCookie };
}

type Entrance = { token: string; account: AccountRow; byCookie: boolean };

/** Either the body or the cookie carries the token: a script in the page never sees the latter. */
function welcome({ publicUrl }: Deps, reply: FastifyReply, { token, account, byCookie }: Entrance) {
  if (byCookie) setSessionCookie(reply, publicUrl, token, TOKEN_SECONDS);
  return presentSignedIn(byCookie ? null : token, account);
}

function registerRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/register', {
    config: { access: 'public' },
    schema: {
      tags,
      summary: 'Sign up',
      body: registerBody,
      response: { 201: signedInShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { cookie, person_type: personType, ...registration } = request.body;
      const arrival = arrivalOf(deps, request, cookie);
      const from = originOf(request);
      const { account, userId } = await register(deps, { ...registration, personType }, 'seller', { from });
      const owner = { accountId: account.id, userId };
      const { token } = await transaction(deps.db, (tx) => openSession(deps, tx, owner, arrival));
      return reply.status(201).send(welcome(deps, reply, { token, account, byCookie: arrival.byCookie }));
    },
  });
}

function loginRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/login', {
    config: { access: 'public' },
    schema: {
      tags,
      summary: 'Sign in',
      body: loginBody,
      response: { 200: signedInShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { cookie, ...credentials } = request.body;
      const arrival = arrivalOf(deps, request, cookie);
      const { token, accountId } = await tellingWhen(reply, () => signIn(deps, credentials, arrival));
      const account = await findAccount(deps.db, accountId);
      assert(account, 'a user belongs to an account');
      return welcome(deps, reply, { token, account, byCookie: arrival.byCookie });
    },
  });
}

function logoutRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/logout', {
    config: signedInOnly,
    schema: { tags, summary: 'Sign out: ends this token', response: { 200: deleted, ...errorAnswers } },
    handler: async (request, reply) => {
      await signOut(deps, userOf(request));
      leave(deps, request, reply);
      return { success: true, message: 'Signed out' };
    },
  });
}

function passwordRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/password', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Change the password: ends every token of the user',
      body: changePasswordBody,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { current_password: current, new_password: next } = request.body;
      await tellingWhen(reply, () => changePassword(deps, userOf(request), { current, next }));
      leave(deps, request, reply);
      return { success: true, message: 'Password changed; sign in again' };
    },
  });
}
