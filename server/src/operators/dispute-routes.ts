import { Type } from 'typebox';
import type { ChargeDeps } from '../charges/deps.ts';
import type { Dispute } from '../charges/disputes/dispute.ts';
import { closeDispute } from '../charges/disputes/disputes.ts';
import { sendAnswerDocument } from '../charges/disputes/documents.ts';
import { documentParams } from '../charges/disputes/shapes.ts';
import { findDispute } from '../charges/disputes/store.ts';
import { FILE_TYPES } from '../files/purposes.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { idPageOf } from '../http/id-page.ts';
import { idParams, listOf, presentList } from '../http/lists.ts';
import { notFound } from '../kit/errors.ts';
import { listEveryDispute, ownerOf } from './disputes.ts';
import { closeDisputeBody, disputeQuery, ownedDisputeShape, presentOwnedDispute } from './shapes.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

export function operatorDisputeRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/disputes', {
    config,
    schema: {
      tags,
      summary: 'List disputes of every account, newest first',
      querystring: disputeQuery,
      response: { 200: listOf(ownedDisputeShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('admin_disputes', request.query);
      const { rows, total } = await listEveryDispute(deps.db, request.query.status, page);
      return presentList(rows, page, total, (row) => row.id, presentOwnedDispute);
    },
  });
  app.get('/api/v1/admin/disputes/:id', {
    config,
    schema: {
      tags,
      summary: 'Get a dispute with what the seller answered',
      params: idParams,
      response: { 200: ownedDisputeShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { accountId, accountName } = await ownerOf(deps.db, id);
      const dispute = await findDispute(deps.db, accountId, id);
      if (!dispute) throw notFound('Dispute');
      return presentOwnedDispute({ ...dispute, accountName });
    },
  });
  app.get('/api/v1/admin/disputes/:id/documents/:document_id', {
    config,
    schema: {
      tags,
      summary: 'Download a document of a seller’s answer',
      produces: [...FILE_TYPES],
      params: documentParams,
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { accountId } = await ownerOf(deps.db, request.params.id);
      return sendAnswerDocument(deps, reply, accountId, request.params);
    },
  });
  app.post('/api/v1/admin/disputes/:id/close', {
    config,
    schema: {
      tags,
      summary: 'Close an open dispute: won gives the money back to the seller, lost does not',
      params: idParams,
      body: closeDisputeBody,
      response: { 200: ownedDisputeShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { outcome } = request.body;
      const { accountId, accountName } = await ownerOf(deps.db, id);
      const answer = answerTo(request, reply, 200, (closed: Dispute) =>
        presentOwnedDispute({ ...closed, accountName }),
      );
      const by = actorOf(request);
      await closeDispute(deps, { accountId, id, outcome, by, provider: null }, answer);
      return answer.send();
    },
  });
}
