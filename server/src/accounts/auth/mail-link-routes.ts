import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { langOf } from '../../http/language.ts';
import { deleted } from '../../http/lists.ts';
import { withMailRetryAfter } from '../mail-tries.ts';
import { openLink } from './mail-link.ts';
import { askRecovery, resetPassword } from './recover.ts';
import { checkedLinkShape, checkLinkBody, recoverBody, resetBody, verifyEmailBody } from './shapes.ts';
import { signedInOnly, userOf } from './signed-in.ts';
import { resendConfirmation, verifyEmail } from './verify-email.ts';

const tags = ['Sign in'];
const config = { access: 'public' } as const;
const response = { 200: deleted, ...errorAnswers };

/** What is done by a link in a mail, and how one is asked for. */
export function mailLinkRoutes(app: App, deps: Deps): void {
  checkRoute(app, deps);
  recoveryRoutes(app, deps);
  confirmationRoutes(app, deps);
}

function doneWith(request: FastifyRequest, reply: FastifyReply, message: string) {
  return answerTo<void>(request, reply, 200, () => ({ success: true, message }));
}

/** A POST, because a token stands in no address. It changes nothing, and is limited as every call without a key is. */
function checkRoute(app: App, deps: Deps): void {
  app.post('/api/v1/auth/check-link', {
    config,
    schema: {
      tags,
      summary: 'Ask whether the token of a link is still good, and for which address; the link is not used',
      body: checkLinkBody,
      response: { 200: checkedLinkShape, ...errorAnswers },
    },
    handler: async ({ body: { purpose, token } }) => {
      const { user, expiresAt } = await openLink(deps, purpose, token);
      const { email, isVerified } = user;
      const expires = expiresAt.toISOString();
      return { success: true, purpose, email, email_verified: isVerified, expires_at: expires };
    },
  });
}

function recoveryRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/auth/recover', {
    config,
    schema: {
      tags,
      summary: 'Ask for a link to choose a new password',
      description:
        'The answer is the same whether or not the address has an account. At most five mails per hour.',
      body: recoverBody,
      response,
    },
    handler: async (request, reply) => {
      const answer = doneWith(request, reply, 'If the address has an account, a link is on its way');
      const asked = { email: request.body.email, lang: langOf(request) };
      await withMailRetryAfter(reply, () => askRecovery(deps, asked, originOf(request), answer));
      return answer.send();
    },
  });
  app.post('/api/v1/auth/reset', {
    config,
    schema: {
      tags,
      summary: 'Choose a new password with the token of a link; every session of the user ends',
      body: resetBody,
      response,
    },
    handler: async (request, reply) => {
      const answer = doneWith(request, reply, 'Password changed; sign in');
      const command = { ...request.body, lang: langOf(request) };
      await resetPassword(deps, command, originOf(request), answer);
      return answer.send();
    },
  });
}

function confirmationRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/auth/verify-email', {
    config,
    schema: {
      tags,
      summary: 'Confirm an e-mail address with the token of a link',
      body: verifyEmailBody,
      response,
    },
    handler: async (request, reply) => {
      const answer = doneWith(request, reply, 'E-mail address confirmed');
      await verifyEmail(deps, request.body.token, originOf(request), answer);
      return answer.send();
    },
  });
  app.post('/api/v1/auth/verify-email/resend', {
    config: signedInOnly,
    schema: { tags, summary: 'Send another link to confirm your e-mail address', response },
    handler: async (request, reply) => {
      const answer = doneWith(request, reply, 'A link is on its way');
      const user = userOf(request);
      await withMailRetryAfter(reply, () => resendConfirmation(deps, user, langOf(request), answer));
      return answer.send();
    },
  });
}
