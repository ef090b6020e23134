import type { FastifyReply } from 'fastify';
import { findFile } from '../../files/store.ts';
import { sendDocument } from '../../http/send-document.ts';
import { notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { ChargeDeps } from '../deps.ts';
import { findDispute } from './store.ts';

type Wanted = { id: string; document_id: string };

/** Only a document of this answer: other files of the account are not reached by it. */
export async function sendAnswerDocument(
  deps: ChargeDeps,
  reply: FastifyReply,
  accountId: string,
  { id, document_id: documentId }: Wanted,
) {
  const dispute = isId(id) ? await findDispute(deps.db, accountId, id) : null;
  const isOfAnswer = dispute?.answerDocuments?.some((document) => document.id === documentId);
  const file = isOfAnswer ? await findFile(deps.db, accountId, documentId) : null;
  if (!file) throw notFound('Document');
  return sendDocument(reply, file, await deps.files.read(file));
}
