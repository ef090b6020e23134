import { Type } from 'typebox';
import { userOf } from '../accounts/auth/signed-in.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { filledText, instantShape, namedObject } from '../http/fields.ts';
import { deleted, idParams } from '../http/lists.ts';
import { type BegunView, beginView, endView } from './views.ts';

const PATH = '/api/v1/admin/accounts/:id/view';
const tags = ['Operators'];
const config = { access: 'operator' } as const;

const MIN_REASON_LENGTH = 5;
/** For operators: the seller does not see it. */
const viewBody = namedObject('ViewAccount', { reason: filledText(500, MIN_REASON_LENGTH) });

const viewShape = namedObject('AccountView', {
  object: Type.Literal('account_view'),
  id: Type.String(),
  account_id: Type.String({ description: 'The seller' }),
  account_name: Type.String(),
  created_at: instantShape,
  expires_at: instantShape,
});

export function viewRoutes(app: App, deps: ChargeDeps): void {
  app.post(PATH, {
    config,
    schema: {
      tags,
      summary: "Look at a seller's dashboard, read only, for at most 30 minutes",
      description:
        "From now on this browser's session reads what a read-only member of the seller's team reads, without contacts of payers, and writes nothing. The seller is notified. For the session of a browser only.",
      params: idParams,
      body: viewBody,
      response: { 201: viewShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const command = {
        operator: userOf(request),
        id: request.objectId,
        accountId: request.params.id,
        reason: request.body.reason,
        byCookie: request.byCookie,
      };
      const answer = answerTo(request, reply, 201, presentView);
      await beginView(deps, command, answer);
      return answer.send();
    },
  });
  app.delete(PATH, {
    config,
    schema: {
      tags,
      summary: "Leave a seller's dashboard",
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await endView(deps, userOf(request), request.params.id);
      return { success: true, message: 'View ended' };
    },
  });
}

function presentView({ id, viewedAccountId, viewedName, createdAt, expiresAt }: BegunView) {
  return {
    object: 'account_view' as const,
    id,
    account_id: viewedAccountId,
    account_name: viewedName,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
