import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { deleted } from '../../http/lists.ts';
import { confirmBody, confirmedShape, disableBody, proposalShape, proposeBody } from './shapes.ts';
import { signedInOnly, userOf, withRetryAfter } from './signed-in.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  proposeSecondFactor,
  type ShownProposal,
} from './two-factor.ts';

const tags = ['Sign in'];

export function twoFactorRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/auth/two-factor', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Set up a second factor; it takes effect when it is confirmed',
      body: proposeBody,
      response: { 200: proposalShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { password } = request.body;
      const answer = answerTo(request, reply, 200, (proposal: ShownProposal) => proposal);
      await withRetryAfter(reply, () => proposeSecondFactor(deps, userOf(request), password, answer));
      return answer.send();
    },
  });
  app.post('/api/v1/auth/two-factor/confirm', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Confirm the second factor with a code',
      body: confirmBody,
      response: { 200: confirmedShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { code } = request.body;
      const answer = answerTo(request, reply, 200, (codes: string[]) => ({
        success: true,
        recovery_codes: codes,
      }));
      await withRetryAfter(reply, () => confirmSecondFactor(deps, userOf(request), code, answer));
      return answer.send();
    },
  });
  app.post('/api/v1/auth/two-factor/disable', {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Disable the second factor',
      body: disableBody,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { password, code } = request.body;
      const answer = answerTo(request, reply, 200, () => ({
        success: true,
        message: 'Second factor disabled',
      }));
      const proof = { password, code };
      await withRetryAfter(reply, () => disableSecondFactor(deps, userOf(request), proof, answer));
      return answer.send();
    },
  });
}
