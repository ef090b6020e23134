import { timingSafeEqual } from 'node:crypto';
import { type FileRow, findFile } from '../../files/store.ts';
import type { Deps } from '../../http/deps.ts';
import { MINUTE_MS, systemMs } from '../../kit/clock.ts';
import { notFound } from '../../kit/errors.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import { loadReview, type Reviewed, type ReviewState, refusalToReview, reviewAction } from './review.ts';
import { saveStatus } from './store.ts';
import type { SentDocument } from './submission.ts';

/** How long a document can be shown after it was opened. */
const OPENING_MS = 5 * MINUTE_MS;

export type OpenDocument = Reviewed & { documentId: string };
export type Opening = { document: SentDocument; token: string; expiresAt: Date };

/**
 * An operator opens a document of a seller. The line in the log is committed before a byte is sent: the content is
 * given for the token alone, to the same person, for some minutes.
 */
export async function openDocument(
  deps: Deps,
  command: OpenDocument,
  answer: Answer<Opening>,
): Promise<Opening> {
  const { accountId, documentId } = command;
  const isKept = (await findFile(deps.db, accountId, documentId)) !== null;
  const expiresAt = new Date(systemMs() + OPENING_MS);
  const token = tokenOf(deps.vault, command, expiresAt);
  return deps.writer.commit(
    {
      load: (tx) => loadReview(tx, command),
      decide: (state) => decideOpening(state, command, { isKept, token, expiresAt }),
    },
    answer,
  );
}

/** Decided ones can be opened too, as long as their files are kept: a complaint is looked at again. */
function decideOpening(
  state: ReviewState,
  { documentId, by }: OpenDocument,
  { isKept, token, expiresAt }: Pick<Opening, 'token' | 'expiresAt'> & { isKept: boolean },
): Decision<Opening> {
  const { submission, isOwnPerson } = state;
  const document = submission?.documents.find(({ file_id: id }) => id === documentId);
  if (!submission || !document || !isKept) return notFound('Document');
  const refusal = isOwnPerson ? refusalToReview(state) : null;
  if (refusal) return refusal;
  const isFirst = submission.status === 'submitted';
  return done(
    { document, token, expiresAt },
    {
      rows: isFirst ? [rowWrite(saveStatus, { ...submission, status: 'in_review' })] : [],
      audit: [reviewAction(by, 'identity_document.opened', submission, { document: document.kind })],
    },
  );
}

/** The file that the token was given for. */
export async function findOpened(deps: Deps, wanted: OpenDocument, token: string): Promise<FileRow> {
  const expiresAt = new Date(Number(token.split('.')[0]));
  const isGiven = expiresAt.getTime() > systemMs() && isEqual(token, tokenOf(deps.vault, wanted, expiresAt));
  const file = isGiven ? await findFile(deps.db, wanted.accountId, wanted.documentId) : null;
  if (!file) throw notFound('Opened document');
  return file;
}

function tokenOf(
  vault: Vault,
  { accountId, submissionId, documentId, by }: OpenDocument,
  expiresAt: Date,
): string {
  const opened = [accountId, submissionId, documentId, by.userId, expiresAt.getTime()].join(' ');
  return `${expiresAt.getTime()}.${vault.fingerprint('identity opening', opened)}`;
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
