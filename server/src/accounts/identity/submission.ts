import type { FileType } from '../../files/purposes.ts';
import type { AccountRow } from '../shapes.ts';
import type { DocumentKind, IdentityType, Refusal } from './kinds.ts';

/** `in_review`: an operator has opened a document, and the seller can no longer replace what it sent. */
export const SUBMISSION_STATUSES = ['submitted', 'in_review', 'approved', 'refused', 'replaced'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** As the file was when it was sent: it does not change. */
export type SentDocument = {
  kind: DocumentKind;
  file_id: string;
  content_type: FileType;
  size: number;
};

export type Submission = {
  accountId: string;
  id: string;
  /** The first of an account is 1. */
  number: number;
  status: SubmissionStatus;
  personType: AccountRow['person_type'];
  identityType: IdentityType;
  documents: readonly SentDocument[];
  /** Why it was refused. */
  reasons: readonly Refusal[] | null;
  /** The user; null: a key. */
  submittedBy: string | null;
  createdAt: Date;
  decidedAt: Date | null;
};

export const isOpen = ({ status }: Submission) => status === 'submitted' || status === 'in_review';

export const fileIdsOf = ({ documents }: Pick<Submission, 'documents'>) => [
  ...new Set(documents.map(({ file_id: id }) => id)),
];

export const IDENTITY_STATES = ['missing', 'submitted', 'in_review', 'approved', 'refused'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** Of the account: operators of earlier versions verified an identity without documents. */
export function stateOf(
  { identity_verified: isVerified }: Pick<AccountRow, 'identity_verified'>,
  latest: Submission | null,
): IdentityState {
  if (isVerified) return 'approved';
  // What was approved counts no more when an operator has taken the mark away since.
  if (!latest || latest.status === 'replaced' || latest.status === 'approved') return 'missing';
  return latest.status;
}

export type ReviewDecision = 'approve' | 'refuse';

/** What an operator proposed. */
export type Review = {
  accountId: string;
  submissionId: string;
  id: string;
  operatorId: string;
  operatorAccountId: string;
  decision: ReviewDecision;
  reasons: readonly Refusal[];
  /** For operators only. */
  note: string | null;
  createdAt: Date;
};

/** `lapsed`: its operator was removed or blocked before anyone confirmed it. */
export type ReviewEnd = {
  accountId: string;
  submissionId: string;
  id: string;
  endedAs: 'confirmed' | 'sent_back' | 'lapsed';
  endedBy: string;
  endedByAccount: string;
  endNote: string | null;
  endedAt: Date;
};
