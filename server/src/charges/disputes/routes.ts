import { Type } from 'typebox';
import { FILE_TYPES } from '../../files/purposes.ts';
import { actorOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import { idPageOf } from '../../http/id-page.ts';
import { cursorQuery, idParams, listOf, pageQuery, presentList } from '../../http/lists.ts';
import { accountOf } from '../../http/principal.ts';
import { invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { ChargeDeps } from '../deps.ts';
import { acceptDispute, answerDispute } from './answer.ts';
import { sendAnswerDocument } from './documents.ts';
import { answerBody, disputeShape, disputeStatus, documentParams, presentDispute } from './shapes.ts';
import { findDispute, listDisputes } from './store.ts';

const tags = ['Disputes'];
const response = { 200: disputeShape, ...errorAnswers };
/** A blocked seller may still defend a sale that was made. */
const answering = { access: 'key', inactiveToo: true } as const;

export function disputeRoutes(app: App, deps: ChargeDeps): void {
  readRoutes(app, deps);
  app.post('/api/v1/disputes/:id/answer', {
    config: answering,
    schema: {
      tags,
      summary: 'Answer a dispute: your side of the sale, once, until `answer_by`',
      params: idParams,
      body: answerBody,
      response,
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, presentDispute);
      const command = { accountId: accountOf(request), id: request.params.id, by: actorOf(request) };
      const { text, documents = [] } = request.body;
      await answerDispute(deps, { ...command, text, documents }, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/disputes/:id/accept', {
    config: answering,
    schema: {
      tags,
      summary: 'Accept a dispute: the money stays with the payer',
      description:
        'Cannot be undone. The dispute is lost at once; where a payment provider decides, when it says so.',
      params: idParams,
      response,
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, presentDispute);
      const command = { accountId: accountOf(request), id: request.params.id, by: actorOf(request) };
      await acceptDispute(deps, command, answer);
      return answer.send();
    },
  });
}

function readRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/disputes', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List disputes, newest first',
      querystring: Type.Object({
        status: Type.Optional(disputeStatus),
        charge_id: Type.Optional(Type.String({ maxLength: 36 })),
        ...pageQuery,
        ...cursorQuery,
      }),
      response: { 200: listOf(disputeShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('disputes', request.query);
      const { status = null, charge_id: chargeId = null } = request.query;
      if (chargeId !== null && !isId(chargeId)) throw invalidField('charge_id', 'is not an id');
      const filter = { accountId: accountOf(request), status, chargeId };
      const { rows, total } = await deps.reads.read(deps, filter.accountId, ({ db }) =>
        listDisputes(db, { ...filter, ...page }),
      );
      return presentList(rows, page, total, (row) => row.id, presentDispute);
    },
  });
  app.get('/api/v1/disputes/:id', {
    config: { access: 'key' },
    schema: { tags, summary: 'Get a dispute', params: idParams, response },
    handler: async (request) => {
      const { id } = request.params;
      const dispute = isId(id) ? await findDispute(deps.db, accountOf(request), id) : null;
      if (!dispute) throw notFound('Dispute');
      return presentDispute(dispute);
    },
  });
  app.get('/api/v1/disputes/:id/documents/:document_id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Download a document of your answer',
      produces: [...FILE_TYPES],
      params: documentParams,
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: (request, reply) => sendAnswerDocument(deps, reply, accountOf(request), request.params),
  });
}
