import { Type } from 'typebox';
import { findOpened, type Opening, openDocument } from '../accounts/identity/open-document.ts';
import { confirmDecision, proposeDecision, sendBack } from '../accounts/identity/review.ts';
import type { Submission } from '../accounts/identity/submission.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { FILE_TYPES } from '../files/purposes.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { idPageOf } from '../http/id-page.ts';
import { idParams, listOf, presentList } from '../http/lists.ts';
import { sendDocument } from '../http/send-document.ts';
import type { Reader } from '../write/answer.ts';
import { findSubmission, listSubmissions } from './identities.ts';
import {
  confirmBody,
  decideBody,
  identityQuery,
  openingShape,
  ownedSubmissionShape,
  presentOwnedSubmission,
  sendBackBody,
} from './identity-shapes.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;
const response = { 200: ownedSubmissionShape, ...errorAnswers };
const documentParams = Type.Object({ id: Type.String(), document_id: Type.String() });

const presentOwned = async ({ id }: Submission, reader: Reader) =>
  presentOwnedSubmission(await findSubmission(reader, id));

export function operatorIdentityRoutes(app: App, deps: ChargeDeps): void {
  readRoutes(app, deps);
  documentRoutes(app, deps);
  decisionRoutes(app, deps);
}

function readRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/identities', {
    config,
    schema: {
      tags,
      summary: 'List what sellers sent to show who they are, oldest first; without a status what waits',
      querystring: identityQuery,
      response: { 200: listOf(ownedSubmissionShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('admin_identities', request.query);
      const { rows, total } = await listSubmissions(deps.db, request.query.status, page);
      return presentList(rows, page, total, (row) => row.id, presentOwnedSubmission);
    },
  });
  app.get('/api/v1/admin/identities/:id', {
    config,
    schema: {
      tags,
      summary: 'Get what a seller sent, with its account and its reviews',
      params: idParams,
      response,
    },
    handler: async (request) => presentOwnedSubmission(await findSubmission(deps.db, request.params.id)),
  });
}

function documentRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/admin/identities/:id/documents/:document_id/open', {
    config,
    schema: {
      tags,
      summary: 'Open a document of a seller; the seller’s log says that an operator did',
      params: documentParams,
      response: { 200: openingShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { id, document_id: documentId } = request.params;
      const { accountId } = await findSubmission(deps.db, id);
      const answer = answerTo(request, reply, 200, presentOpening);
      const command = { accountId, submissionId: id, documentId, by: actorOf(request) };
      await openDocument(deps, command, answer);
      return answer.send();
    },
  });
  app.get('/api/v1/admin/identities/:id/documents/:document_id', {
    config,
    schema: {
      tags,
      summary: 'Download a document that you have opened',
      produces: [...FILE_TYPES],
      params: documentParams,
      querystring: Type.Object({
        opening: Type.Optional(Type.String({ maxLength: 100, description: 'As the opening answered' })),
      }),
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { id, document_id: documentId } = request.params;
      const { accountId } = await findSubmission(deps.db, id);
      const wanted = { accountId, submissionId: id, documentId, by: actorOf(request) };
      const file = await findOpened(deps, wanted, request.query.opening ?? '');
      return sendDocument(reply, file, await deps.files.read(file));
    },
  });
}

function presentOpening({ document, token, expiresAt }: Opening) {
  const { kind, content_type, size } = document;
  return {
    object: 'identity_document_opening' as const,
    ...{ kind, content_type, size },
    opening: token,
    expires_at: expiresAt.toISOString(),
  };
}

function decisionRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/admin/identities/:id/decide', {
    config,
    schema: {
      tags,
      summary: 'Propose to approve or refuse what a seller sent; another operator confirms it',
      params: idParams,
      body: decideBody,
      response,
    },
    handler: async (request, reply) => {
      const { id: submissionId } = request.params;
      const { accountId } = await findSubmission(deps.db, submissionId);
      const { decision, reasons = [], note = null } = request.body;
      const proposal = { id: request.objectId, decision, reasons, note };
      const answer = answerTo(request, reply, 200, presentOwned);
      await proposeDecision(deps, { accountId, submissionId, by: actorOf(request), ...proposal }, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/identities/:id/confirm', {
    config,
    schema: {
      tags,
      summary: 'Confirm the decision that another operator proposed: the seller is told',
      params: idParams,
      body: confirmBody,
      response,
    },
    handler: async (request, reply) => {
      const { id: submissionId } = request.params;
      const { accountId } = await findSubmission(deps.db, submissionId);
      const answer = answerTo(request, reply, 200, presentOwned);
      const command = { accountId, submissionId, by: actorOf(request), reviewId: request.body.proposal_id };
      await confirmDecision(deps, command, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/identities/:id/send-back', {
    config,
    schema: {
      tags,
      summary: 'Send a proposed decision back, or take your own back: the documents are looked at again',
      params: idParams,
      body: sendBackBody,
      response,
    },
    handler: async (request, reply) => {
      const { id: submissionId } = request.params;
      const { accountId } = await findSubmission(deps.db, submissionId);
      const answer = answerTo(request, reply, 200, presentOwned);
      const { proposal_id: reviewId, note } = request.body;
      await sendBack(deps, { accountId, submissionId, by: actorOf(request), reviewId, note }, answer);
      return answer.send();
    },
  });
}
