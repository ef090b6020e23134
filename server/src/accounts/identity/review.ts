import type { Action, Actor } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { assert, GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import type { AccountRow } from '../shapes.ts';
import { lockAccount } from '../store.ts';
import { type Approvals, decideApproval } from '../two-persons.ts';
import type { Refusal } from './kinds.ts';
import { approvedMail, refusedMail } from './mails.ts';
import { releaseDocuments } from './release.ts';
import {
  endReview,
  findApprovedFiles,
  insertReview,
  isOwnPerson,
  loadReviewers,
  lockOpenReview,
  lockSubmission,
  saveStatus,
  saveVerified,
} from './store.ts';
import {
  fileIdsOf,
  isOpen,
  type Review,
  type ReviewDecision,
  type ReviewEnd,
  type Submission,
} from './submission.ts';

export type Reviewed = { accountId: string; submissionId: string; by: Actor };
export type Propose = Reviewed & {
  /** Of the proposal. */
  id: string;
  decision: ReviewDecision;
  reasons: readonly Refusal[];
  note: string | null;
};
/** `reviewId`: the proposal that was seen. */
export type Confirm = Reviewed & { reviewId: string };
export type SendBack = Confirm & { note: string };

export type ReviewState = {
  account: AccountRow | null;
  submission: Submission | null;
  /** The proposal that waits for a second person. */
  open: Review | null;
  reviewers: Approvals;
  isOwnPerson: boolean;
  approvedFiles: readonly string[];
};

/** The account first, as everyone who changes one of its submissions does. */
export async function loadReview(tx: Tx, { accountId, submissionId, by }: Reviewed): Promise<ReviewState> {
  return {
    account: await lockAccount(tx, accountId),
    submission: await lockSubmission(tx, accountId, submissionId),
    open: await lockOpenReview(tx, accountId, submissionId),
    reviewers: await loadReviewers(tx, accountId, submissionId, by),
    isOwnPerson: await isOwnPerson(tx, accountId, by.userId),
    approvedFiles: await findApprovedFiles(tx, accountId),
  };
}

/** The first of two persons: nothing is decided yet. */
export function proposeDecision(
  deps: Deps,
  command: Propose,
  answer?: Answer<Submission>,
): Promise<Submission> {
  const now = deps.clock.now();
  return deps.writer.commit(
    { load: (tx) => loadReview(tx, command), decide: (state) => decideProposal(state, command, now) },
    answer,
  );
}

function decideProposal(state: ReviewState, command: Propose, now: Date): Decision<Submission> {
  const { submission, open, reviewers } = state;
  const refusal = refusalToReview(state) ?? refusedReasons(command, submission);
  if (refusal || !submission) return refusal ?? notFound('Identity submission');
  const { by, id, decision, reasons, note } = command;
  assert(by.userId, 'a person reviews');
  if (open && reviewers.approvals > 0)
    return new GatewayError(
      'CHANGED_MEANWHILE',
      'An operator has proposed a decision already; confirm it or send it back',
    );
  const { accountId } = submission;
  const review: Review = {
    ...{ accountId, submissionId: submission.id, id, operatorId: by.userId, operatorAccountId: by.accountId },
    ...{ decision, reasons, note, createdAt: now },
  };
  const after: Submission = { ...submission, status: 'in_review' };
  return done(after, {
    rows: [
      ...(open ? [rowWrite(endReview, endOf(open, 'lapsed', by, null, now))] : []),
      rowWrite(insertReview, review),
      rowWrite(saveStatus, after),
    ],
    audit: [reviewAction(by, 'identity.proposed', after, { decision, reasons, note })],
  });
}

/** The second person agrees: now it is decided, and the seller is notified. */
export async function confirmDecision(
  deps: Deps,
  command: Confirm,
  answer?: Answer<Submission>,
): Promise<Submission> {
  const circumstances = circumstancesOf(deps);
  return deps.writer.commit(
    {
      load: (tx) => loadReview(tx, command),
      decide: (state) => decideConfirmation(state, command, circumstances),
    },
    answer,
  );
}

export type Circumstances = { now: Date; keptDays: number; isTest: boolean; sendsMail: boolean };

function circumstancesOf({ clock, config, mail }: Deps): Circumstances {
  return {
    now: clock.now(),
    keptDays: config.GUICHE_KEEP_REFUSED_DOCUMENTS_DAYS,
    isTest: config.GUICHE_RAILS === 'sandbox',
    sendsMail: mail.kind !== 'off',
  };
}

function decideConfirmation(
  state: ReviewState,
  command: Confirm,
  circumstances: Circumstances,
): Decision<Submission> {
  const { account, submission, open, reviewers } = state;
  const refusal = refusalToReview(state) ?? refusedEnd(open, command.reviewId);
  if (refusal || !account || !submission || !open) return refusal ?? notFound('Identity submission');
  const { by } = command;
  const verdict = decideApproval(reviewers, 2, undefined);
  if (verdict instanceof GatewayError) return verdict;
  if (verdict === 'first') return new GatewayError('CHANGED_MEANWHILE', LAPSED);
  const { now } = circumstances;
  const isApproved = open.decision === 'approve';
  const after: Submission = {
    ...submission,
    status: isApproved ? 'approved' : 'refused',
    reasons: isApproved ? null : open.reasons,
    decidedAt: now,
  };
  const confirmed: Effects = {
    rows: [rowWrite(endReview, endOf(open, 'confirmed', by, null, now)), rowWrite(saveStatus, after)],
  };
  return done(
    after,
    together([
      confirmed,
      isApproved ? approval(account, after, by) : refusalOf(state, after, by, circumstances),
      mailOf(account, after, circumstances),
    ]),
  );
}

function approval(account: AccountRow, after: Submission, by: Actor): Effects {
  const details = {
    before: { identity_verified: account.identity_verified },
    after: { identity_verified: true },
  };
  return {
    rows: [rowWrite(saveVerified, { accountId: after.accountId })],
    audit: [reviewAction(by, 'identity.approved', after, details)],
  };
}

function refusalOf(
  { approvedFiles }: ReviewState,
  after: Submission,
  by: Actor,
  circumstances: Circumstances,
): Effects {
  const gone = fileIdsOf(after).filter((id) => !approvedFiles.includes(id));
  return {
    rows: releaseDocuments(after.accountId, gone, circumstances),
    audit: [reviewAction(by, 'identity.refused', after, { reasons: after.reasons })],
  };
}

/** To an address that was shown to be the seller's; the notification of the dashboard comes anyway. */
function mailOf(account: AccountRow, after: Submission, { isTest, sendsMail }: Circumstances): Effects {
  if (!sendsMail || !account.email_verified) return {};
  return {
    mails: [
      after.status === 'approved'
        ? approvedMail(account, after, isTest)
        : refusedMail(account, after, isTest),
    ],
  };
}

/** The second person does not agree: the documents are looked at again. Who proposed it may take it back. */
export function sendBack(deps: Deps, command: SendBack, answer?: Answer<Submission>): Promise<Submission> {
  const now = deps.clock.now();
  return deps.writer.commit(
    { load: (tx) => loadReview(tx, command), decide: (state) => decideSendBack(state, command, now) },
    answer,
  );
}

function decideSendBack(state: ReviewState, command: SendBack, now: Date): Decision<Submission> {
  const { submission, open } = state;
  const refusal = refusalToReview(state) ?? refusedEnd(open, command.reviewId);
  if (refusal || !submission || !open) return refusal ?? notFound('Identity submission');
  const { by, note } = command;
  return done(submission, {
    rows: [rowWrite(endReview, endOf(open, 'sent_back', by, note, now))],
    audit: [reviewAction(by, 'identity.sent_back', submission, { decision: open.decision, note })],
  });
}

const OWN_PERSON = 'You are a member of this account; another operator must review it';
const LAPSED = 'Its operator was removed or blocked since; propose a decision again';

/** No operator looks at the documents of an account they belong to, and nothing is decided twice. */
export function refusalToReview({ submission, isOwnPerson: isOwn }: ReviewState): GatewayError | null {
  if (!submission) return notFound('Identity submission');
  if (isOwn) return new GatewayError('FORBIDDEN', OWN_PERSON);
  if (isOpen(submission)) return null;
  return new GatewayError('INVALID_STATE', `The submission is already ${submission.status}`);
}

function refusedEnd(open: Review | null, reviewId: string): GatewayError | null {
  if (open && open.id === reviewId) return null;
  return new GatewayError(
    'CHANGED_MEANWHILE',
    'This is not the proposal that waits; read the submission again',
  );
}

function refusedReasons({ decision, reasons }: Propose, submission: Submission | null): GatewayError | null {
  if (decision === 'approve') return reasons.length > 0 ? invalidField('reasons', 'are for a refusal') : null;
  if (reasons.length === 0) return invalidField('reasons', 'must say why, for at least one document');
  const kinds = reasons.map(({ kind }) => kind);
  if (new Set(kinds).size < kinds.length) return invalidField('reasons', 'has a document twice');
  const unsent = kinds.find((kind) => !submission?.documents.some((document) => document.kind === kind));
  return unsent ? invalidField('reasons', `has ${unsent}, which was not sent`) : null;
}

function endOf(
  { accountId, submissionId, id }: Review,
  endedAs: ReviewEnd['endedAs'],
  { userId, accountId: endedByAccount }: Actor,
  endNote: string | null,
  endedAt: Date,
): ReviewEnd {
  assert(userId, 'a person reviews');
  return { accountId, submissionId, id, endedAs, endedBy: userId, endedByAccount, endNote, endedAt };
}

/** In the seller's log, which shows it without these details. */
export function reviewAction(
  actor: Actor,
  action: string,
  { accountId, id }: Submission,
  details: object,
): Action {
  return { actor, accountId, action, target: { kind: 'identity', id }, details };
}
