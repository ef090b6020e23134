import type { Actor } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import { type FileRow, keepFile, lockFile } from '../../files/store.ts';
import { invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import type { Context } from '../transition.ts';
import type { Dispute } from './dispute.ts';
import { decideAccepting, disputeAction, loadClosing, refusalToAnswer } from './disputes.ts';
import { saveAnswer } from './store.ts';

export type AnswerDispute = {
  accountId: string;
  id: string;
  text: string;
  /** Ids of uploaded files. */
  documents: readonly string[];
  by: Actor;
};

/** The seller's side, once and until the deadline. Operators read it, and pass it on where a provider decides. */
export async function answerDispute(
  deps: ChargeDeps,
  command: AnswerDispute,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  const { accountId, id } = command;
  if (!isId(id)) throw notFound('Dispute');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: async (tx): Promise<AnswerState> => ({
        dispute: (await loadClosing(tx, accountId, id)).dispute,
        files: await lockFiles(tx, accountId, command.documents),
      }),
      decide: (state) => decideAnswer(state, command, context),
    },
    answer,
  );
}

/** In one order, so that two answers with the same files cannot wait for each other. */
async function lockFiles(tx: Tx, accountId: string, ids: readonly string[]): Promise<AnswerState['files']> {
  const files = new Map<string, FileRow | null>();
  for (const id of [...ids].sort()) files.set(id, await lockFile(tx, accountId, id, 'dispute_document'));
  return files;
}

export type AnswerState = {
  dispute: Dispute | null;
  /** By id; null: there is no such document. */
  files: ReadonlyMap<string, FileRow | null>;
};

export function decideAnswer(
  { dispute, files }: AnswerState,
  { text, documents, by }: AnswerDispute,
  { now }: Context,
): Decision<Dispute> {
  if (!dispute) return notFound('Dispute');
  const refusal = refusalToAnswer(dispute, now);
  if (refusal) return refusal;
  const found = documents.flatMap((id) => files.get(id) ?? []);
  if (found.length < documents.length)
    return invalidField('documents', 'has an id that is no uploaded document');
  const answerDocuments = found.map(({ id, name, content_type, size }) => ({ id, name, content_type, size }));
  const said = { answer: text, answerDocuments, answeredAt: now, answeredBy: by.userId };
  const after: Dispute = { ...dispute, ...said };
  const { accountId } = dispute;
  return done(after, {
    rows: [rowWrite(saveAnswer, after), ...found.map(({ id }) => rowWrite(keepFile, { accountId, id }))],
    audit: [disputeAction(by, after, 'dispute.answered')],
  });
}

export async function acceptDispute(
  deps: ChargeDeps,
  { accountId, id, by }: Pick<AnswerDispute, 'accountId' | 'id' | 'by'>,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  if (!isId(id)) throw notFound('Dispute');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: (tx) => loadClosing(tx, accountId, id),
      decide: (state) => decideAccepting(state, by, context),
    },
    answer,
  );
}
