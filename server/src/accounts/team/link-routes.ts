import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../http/actor.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import { setSessionCookie } from '../../http/cookies.ts';
import type { Deps } from '../../http/deps.ts';
import { TOKEN_SECONDS } from '../auth/sessions.ts';
import { signedInShape } from '../auth/shapes.ts';
import { signedInOnly, userOf } from '../auth/signed-in.ts';
import { setOwnCookies, signedInAnswer, signInOrigin } from '../auth/signed-in-answer.ts';
import { acceptInvitation, openInvitation } from './accept.ts';
import { joinTeam, switchAccount } from './enter.ts';
import { acceptBody, checkedInvitationShape, invitationTokenBody, joinBody, switchBody } from './shapes.ts';

const tags = ['Sign in'];
const response = { 200: signedInShape, ...errorAnswers };

/** What a person does with the link of an invitation, and how a person enters another account. */
export function invitationLinkRoutes(app: App, deps: Deps): void {
  checkRoute(app, deps);
  acceptRoute(app, deps);
  enterRoutes(app, deps);
}

function checkRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/check-invitation', {
    config: { access: 'public' },
    schema: {
      tags,
      summary: 'Ask what the token of an invitation is for; it is not used',
      body: invitationTokenBody,
      response: { 200: checkedInvitationShape, ...errorAnswers },
    },
    handler: async ({ body }) => {
      const { invitation } = await openInvitation(deps, body.token);
      const { accountName, email, role, expiresAt } = invitation;
      return { success: true, account_name: accountName, email, role, expires_at: expiresAt.toISOString() };
    },
  });
}

function acceptRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/accept-invitation', {
    config: { access: 'public' },
    schema: {
      tags,
      summary: 'Join a team as a new person, with a password',
      description:
        'The answer is the same whether or not the address has an account. A person who has one signs in and calls POST /api/v1/auth/join.',
      body: acceptBody,
      response: { 201: signedInShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { cookie, ...accepted } = request.body;
      const origin = signInOrigin(deps, request, cookie);
      const answer = signedInAnswer(request, reply, 201, origin);
      const signedIn = await acceptInvitation(deps, accepted, origin, answer);
      if (origin.byCookie) setOwnCookies(deps, request, reply, signedIn);
      return answer.send();
    },
  });
}

/** A browser's session goes on in a browser's session. */
function originHere(request: FastifyRequest) {
  return { ...originOf(request), byCookie: request.byCookie };
}

function keepCookie(deps: Deps, request: FastifyRequest, reply: FastifyReply, token: string): void {
  if (request.byCookie) setSessionCookie(reply, deps.publicUrl, token, TOKEN_SECONDS);
}

function enterRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/auth/join', {
    config: signedInOnly,
    schema: {
      tags,
      summary:
        'Join a team as the signed-in user, by an invitation to its address; the session goes on there',
      body: joinBody,
      response,
    },
    handler: async (request, reply) => {
      const origin = originHere(request);
      const answer = signedInAnswer(request, reply, 200, origin);
      const { token } = request.body;
      const signedIn = await joinTeam(deps, userOf(request), { token, origin }, answer);
      keepCookie(deps, request, reply, signedIn.token);
      return answer.send();
    },
  });
  app.post('/api/v1/auth/switch', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Go on in another account of yours; the session before ends',
      body: switchBody,
      response,
    },
    handler: async (request, reply) => {
      const origin = originHere(request);
      const answer = signedInAnswer(request, reply, 200, origin);
      const wanted = { accountId: request.body.account_id, origin };
      const signedIn = await switchAccount(deps, userOf(request), wanted, answer);
      keepCookie(deps, request, reply, signedIn.token);
      return answer.send();
    },
  });
}
