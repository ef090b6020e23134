import { Type } from 'typebox';
import { DOCUMENT_KINDS, REFUSAL_CODES } from '../accounts/identity/kinds.ts';
import { documentKind, identityType, sentFields } from '../accounts/identity/shapes.ts';
import { SUBMISSION_STATUSES } from '../accounts/identity/submission.ts';
import { exactObject, filledText, instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';
import type { OwnedSubmission } from './identities.ts';

const MAX_NOTE_LENGTH = 1_000;

const submissionStatus = namedEnum('IdentitySubmissionStatus', SUBMISSION_STATUSES);
const decision = namedEnum('IdentityDecision', ['approve', 'refuse']);

const reasonShape = exactObject('IdentityReason', {
  kind: documentKind,
  code: namedEnum('IdentityReasonCode', REFUSAL_CODES, {
    description: 'The seller is told suspected_fraud as not_accepted',
  }),
});
const note = nullable(Type.String({ description: 'For operators only' }));

const proposal = {
  id: Type.String(),
  decision,
  reasons: Type.Array(reasonShape),
  note,
  operator_email: Type.String(),
  created_at: instantShape,
};

export const ownedSubmissionShape = namedObject('SellerIdentity', {
  object: Type.Literal('identity_submission'),
  id: Type.String(),
  status: submissionStatus,
  identity_type: identityType,
  account: namedObject('IdentityAccount', {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    document: Type.String(),
    person_type: namedEnum('PersonType', ['PF', 'PJ']),
    phone: nullable(Type.String()),
    account_status: namedEnum('AccountStatus', ['active', 'pending', 'blocked']),
    identity_verified: Type.Boolean(),
    created_at: instantShape,
  }),
  documents: Type.Array(namedObject('IdentityDocument', sentFields)),
  reasons: nullable(Type.Array(reasonShape)),
  proposal: nullable(
    namedObject('IdentityProposal', {
      ...proposal,
      counts: Type.Boolean({
        description: 'false: its operator was removed or blocked since; propose again',
      }),
    }),
  ),
  history: Type.Array(
    namedObject('IdentityReview', {
      ...proposal,
      ended_as: namedEnum('IdentityReviewEnd', ['confirmed', 'sent_back', 'lapsed']),
      ended_by_email: nullable(Type.String()),
      end_note: note,
      ended_at: instantShape,
    }),
    { description: 'Earlier proposals, and the one that was confirmed' },
  ),
  earlier: Type.Integer({ description: 'How many submissions the account sent before this one' }),
  submitted_at: instantShape,
  decided_at: nullable(instantShape),
});

export const openingShape = namedObject('IdentityDocumentOpening', {
  object: Type.Literal('identity_document_opening'),
  kind: documentKind,
  content_type: sentFields.content_type,
  size: sentFields.size,
  opening: Type.String({ description: 'With it you, and nobody else, get the content until expires_at' }),
  expires_at: instantShape,
});

export const identityQuery = Type.Object({
  status: Type.Optional(submissionStatus),
  ...pageQuery,
  ...cursorQuery,
});

export const decideBody = exactObject('DecideIdentity', {
  decision,
  reasons: Type.Optional(
    Type.Array(reasonShape, {
      maxItems: DOCUMENT_KINDS.length,
      description: 'Of a refusal: what is wrong with which document',
    }),
  ),
  note: Type.Optional(nullable(filledText(MAX_NOTE_LENGTH))),
});

const seen = { proposal_id: Type.String({ maxLength: 36, description: 'The proposal you saw' }) };
export const confirmBody = exactObject('ConfirmIdentityDecision', seen);
export const sendBackBody = exactObject('SendIdentityBack', { ...seen, note: filledText(MAX_NOTE_LENGTH) });

export function presentOwnedSubmission(row: OwnedSubmission) {
  const { status: accountStatus, ...account } = row.account;
  const open = row.reviews.find(({ ended_as }) => ended_as === null);
  return {
    object: 'identity_submission' as const,
    id: row.id,
    status: row.status,
    identity_type: row.identityType,
    account: { ...account, account_status: accountStatus, created_at: instant(account.created_at) },
    documents: [...row.documents],
    reasons: row.reasons && [...row.reasons],
    proposal: open ? { ...proposed(open), counts: open.counts } : null,
    history: row.reviews.flatMap((review) =>
      review.ended_as === null || review.ended_at === null
        ? []
        : [
            {
              ...proposed(review),
              ended_as: review.ended_as,
              ended_by_email: review.ended_by_email,
              end_note: review.end_note,
              ended_at: instant(review.ended_at),
            },
          ],
    ),
    earlier: row.number - 1,
    submitted_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
  };
}

function proposed({
  id,
  decision: proposedDecision,
  reasons,
  note: said,
  operator_email,
  created_at,
}: OwnedSubmission['reviews'][number]) {
  return {
    ...{ id, decision: proposedDecision, reasons: [...reasons], note: said, operator_email },
    created_at: instant(created_at),
  };
}

/** A time as PostgreSQL writes it into JSON. */
function instant(text: string): string {
  return new Date(text).toISOString();
}
