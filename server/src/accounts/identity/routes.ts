import { actorOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { accountOf } from '../../http/principal.ts';
import { notFound } from '../../kit/errors.ts';
import { findAccount } from '../store.ts';
import { identityShape, presentIdentity, submitBody } from './shapes.ts';
import { findLatest } from './store.ts';
import { submitIdentity } from './submit.ts';

const tags = ['Account'];
/** An account that waits for its approval sends its documents to get it. */
const config = { access: 'key', inactiveToo: true } as const;

export function identityRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/account/identity', {
    config,
    schema: {
      tags,
      summary: 'Get the state of your identity check: what is asked, what was sent, why it was refused',
      response: { 200: identityShape, ...errorAnswers },
    },
    handler: async (request) => {
      const accountId = accountOf(request);
      const account = await findAccount(deps.db, accountId);
      if (!account) throw notFound('Account');
      return presentIdentity({ account, latest: await findLatest(deps.db, accountId) });
    },
  });
  app.post('/api/v1/account/identity/submit', {
    config,
    schema: {
      tags,
      summary: 'Send your documents to be checked',
      description:
        'Replaces what you sent before, as long as nobody has begun to look at it. After a refusal, documents that were accepted may be sent again by their file_id.',
      body: submitBody,
      response: { 201: identityShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { identity_type: identityType, documents } = request.body;
      const answer = answerTo(request, reply, 201, presentIdentity);
      const command = {
        ...{ accountId: accountOf(request), id: request.objectId, identityType, by: actorOf(request) },
        documents: documents.map(({ kind, file_id: fileId }) => ({ kind, fileId })),
      };
      await submitIdentity(deps, command, answer);
      return answer.send();
    },
  });
}
