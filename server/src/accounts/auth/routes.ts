import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { langOf } from '../../http/language.ts';
import { deleted } from '../../http/lists.ts';
import { withMailRetryAfter } from '../mail-tries.ts';
import { signUp } from '../register.ts';
import { registerBody } from '../shapes.ts';
import { clearOwnCookie } from './browser.ts';
import { changePassword } from './change-password.ts';
import { knownDeviceOf } from './known-device.ts';
import { PROTECTED_OPERATIONS } from './protected-operations.ts';
import { confirmIdentity } from './recent-proof.ts';
import { signOut } from './sessions.ts';
import { changePasswordBody, loginBody, proofBody, proofShape, signedInShape } from './shapes.ts';
import { signIn } from './sign-in.ts';
import { signedInOnly, userOf, withRetryAfter } from './signed-in.ts';
import { setOwnCookies, signedInAnswer, signInOrigin } from './signed-in-answer.ts';

const tags = ['Sign in'];

export function authRoutes(app: App, deps: Deps): void {
  registerRoute(app, deps);
  loginRoute(app, deps);
  logoutRoute(app, deps);
  passwordRoute(app, deps);
  confirmRoute(app, deps);
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
      const origin = signInOrigin(deps, request, cookie);
      const answer = signedInAnswer(request, reply, 201, origin);
      const wanted = { ...registration, personType, lang: langOf(request) };
      const signedIn = await withMailRetryAfter(reply, () => signUp(deps, wanted, origin, answer));
      if (origin.byCookie) setOwnCookies(deps, request, reply, { ...signedIn, email: registration.email });
      return answer.send();
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
      const origin = signInOrigin(deps, request, cookie);
      const answer = signedInAnswer(request, reply, 200, origin);
      const { email } = credentials;
      const known = {
        ...credentials,
        device: knownDeviceOf(deps, request, email),
        lang: langOf(request),
      };
      const signedIn = await withRetryAfter(reply, () => signIn(deps, known, origin, answer));
      if (origin.byCookie) setOwnCookies(deps, request, reply, { ...signedIn, email });
      return answer.send();
    },
  });
}

function logoutRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/logout', {
    config: signedInOnly,
    schema: { tags, summary: 'Sign out; the token is revoked', response: { 200: deleted, ...errorAnswers } },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, () => ({ success: true, message: 'Signed out' }));
      await signOut(deps, userOf(request), answer);
      clearOwnCookie(deps, request, reply);
      return answer.send();
    },
  });
}

function passwordRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/password', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Change the password; every token of the user is revoked',
      body: changePasswordBody,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { current_password: current, new_password: next } = request.body;
      const answer = answerTo(request, reply, 200, () => ({
        success: true,
        message: 'Password changed; sign in again',
      }));
      const change = { current, next, lang: langOf(request) };
      await withRetryAfter(reply, () => changePassword(deps, userOf(request), change, answer));
      clearOwnCookie(deps, request, reply);
      return answer.send();
    },
  });
}

const PROTECTED_LIST = Object.entries(PROTECTED_OPERATIONS)
  .map(([operation, when]) => (when === true ? operation : `${operation} (${when.join(', ')})`))
  .join('; ');

function confirmRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/confirm', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Prove who you are again, for ten minutes',
      description: `Send the password, or a code if the second factor is on. A signed-in user whose last proof is older than ten minutes gets 403 REAUTHENTICATION_REQUIRED from: ${PROTECTED_LIST}. API keys are never asked.`,
      body: proofBody,
      response: { 200: proofShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, (until: Date) => ({
        success: true,
        message: 'Identity confirmed',
        expires_at: until.toISOString(),
      }));
      await withRetryAfter(reply, () => confirmIdentity(deps, userOf(request), request.body, answer));
      return answer.send();
    },
  });
}
