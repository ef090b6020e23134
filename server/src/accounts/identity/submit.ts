import type { Action, Actor } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import { type FileRow, keepFile, lockFile } from '../../files/store.ts';
import type { Deps } from '../../http/deps.ts';
import { GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import type { AccountRow } from '../shapes.ts';
import { lockAccount } from '../store.ts';
import { ASKED, type DocumentKind, type IdentityType, isSide } from './kinds.ts';
import { releaseDocuments } from './release.ts';
import { findApprovedFiles, findLatest, insertSubmission, saveStatus } from './store.ts';
import { fileIdsOf, isOpen, type SentDocument, type Submission } from './submission.ts';

/** More than anyone needs who was refused again and again. */
export const MAX_SUBMISSIONS = 50;

export type Submit = {
  accountId: string;
  id: string;
  identityType: IdentityType;
  documents: readonly { kind: DocumentKind; fileId: string }[];
  by: Actor;
};

/** The account as it is after the operation. */
export type IdentityFacts = { account: AccountRow; latest: Submission | null };

/**
 * Sends documents to be looked at. While no operator has opened one of them, another sending replaces them; once they
 * are in review they stay as they are, and after a refusal documents can be sent again.
 */
export async function submitIdentity(
  deps: Deps,
  command: Submit,
  answer?: Answer<IdentityFacts>,
): Promise<IdentityFacts> {
  const { accountId } = command;
  const times = { now: deps.clock.now(), keptDays: deps.config.GUICHE_KEEP_REFUSED_DOCUMENTS_DAYS };
  return deps.writer.commit(
    {
      // The lock of the account is that of all its submissions.
      load: async (tx): Promise<SubmitState> => ({
        account: await lockAccount(tx, accountId),
        latest: await findLatest(tx, accountId),
        approvedFiles: await findApprovedFiles(tx, accountId),
        files: await lockFiles(tx, command),
      }),
      decide: (state) => decideSubmit(state, command, times),
    },
    answer,
  );
}

/** In one order, so that two sendings with the same files cannot wait for each other. */
async function lockFiles(tx: Tx, { accountId, documents }: Submit): Promise<SubmitState['files']> {
  const files = new Map<string, FileRow | null>();
  for (const id of [...new Set(documents.map(({ fileId }) => fileId))].sort())
    files.set(id, await lockFile(tx, accountId, id, 'identity_document'));
  return files;
}

export type SubmitState = {
  account: AccountRow | null;
  latest: Submission | null;
  approvedFiles: readonly string[];
  /** By id; null: there is no such document. */
  files: ReadonlyMap<string, FileRow | null>;
};

export function decideSubmit(
  { account, latest, approvedFiles, files }: SubmitState,
  command: Submit,
  times: { now: Date; keptDays: number },
): Decision<IdentityFacts> {
  if (!account) return notFound('Account');
  const documents = readDocuments(account.person_type, command, files);
  const refusal = refusalToSubmit(account, latest);
  if (refusal) return refusal;
  if (documents instanceof GatewayError) return documents;
  const { accountId, id, identityType, by } = command;
  const submission: Submission = {
    ...{
      accountId,
      id,
      number: (latest?.number ?? 0) + 1,
      status: 'submitted',
      personType: account.person_type,
      identityType,
      documents,
    },
    ...{ reasons: null, submittedBy: by.userId, createdAt: times.now, decidedAt: null },
  };
  const replaced: Submission | null =
    latest && isOpen(latest) ? { ...latest, status: 'replaced', decidedAt: times.now } : null;
  const kept = fileIdsOf(submission);
  const gone = replaced
    ? fileIdsOf(replaced).filter((file) => ![...kept, ...approvedFiles].includes(file))
    : [];
  const kinds = documents.map(({ kind }) => kind);
  const action: Action = {
    ...{ actor: by, accountId, action: 'identity.submitted', target: { kind: 'identity', id } },
    details: { identity_type: identityType, documents: kinds, ...(replaced && { replaces: replaced.id }) },
  };
  return done(
    { account, latest: submission },
    {
      rows: [
        ...(replaced ? [rowWrite(saveStatus, replaced)] : []),
        rowWrite(insertSubmission, submission),
        ...kept.map((file) => rowWrite(keepFile, { accountId, id: file })),
        ...releaseDocuments(accountId, gone, times),
      ],
      audit: [action],
    },
  );
}

function refusalToSubmit(
  { identity_verified: isVerified }: AccountRow,
  latest: Submission | null,
): GatewayError | null {
  if (isVerified) return new GatewayError('INVALID_STATE', 'The identity is verified already');
  if (latest?.status === 'in_review')
    return new GatewayError('INVALID_STATE', 'The documents are being reviewed; wait for the decision');
  if (latest && latest.number >= MAX_SUBMISSIONS)
    return new GatewayError('INVALID_STATE', `Documents were sent ${latest.number} times; write to support`);
  return null;
}

/** One rule a line: each kind that is asked, once, as an uploaded file of its own. */
function readDocuments(
  personType: AccountRow['person_type'],
  { documents, identityType }: Submit,
  files: SubmitState['files'],
): SentDocument[] | GatewayError {
  const asked = ASKED[personType].filter(({ notFor }) => !notFor.includes(identityType));
  const bad = (message: string) => invalidField('documents', message);
  const kinds = documents.map(({ kind }) => kind);
  const unasked = kinds.find((kind) => !asked.some((each) => each.kind === kind));
  if (unasked) return bad(`has ${unasked}, which is not asked for`);
  if (new Set(kinds).size < kinds.length) return bad('has a kind twice');
  const missing = asked.find(({ kind, isRequired }) => isRequired && !kinds.includes(kind));
  if (missing) return bad(`needs ${missing.kind}`);
  const read: SentDocument[] = [];
  for (const { kind, fileId } of documents) {
    const file = files.get(fileId);
    if (!file) return bad(`has a file_id for ${kind} that is no uploaded identity_document`);
    const isPdf = file.content_type === 'application/pdf';
    if (isPdf && asked.some((each) => each.kind === kind && each.isPicture))
      return bad(`needs a picture for ${kind}, not a PDF`);
    const twin = read.find((other) => other.file_id === fileId);
    if (twin && !(isPdf && isSide(kind) && isSide(twin.kind)))
      return bad(`has the same file for ${twin.kind} and ${kind}`);
    read.push({ kind, file_id: fileId, content_type: file.content_type, size: file.size });
  }
  return read;
}
