import { Type } from 'typebox';
import { FILE_TYPES } from '../../files/purposes.ts';
import { exactObject, instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { ASKED, DOCUMENT_KINDS, IDENTITY_TYPES, SHOWN_CODES, shownCode } from './kinds.ts';
import { IDENTITY_STATES, type Submission, stateOf } from './submission.ts';
import type { IdentityFacts } from './submit.ts';

export const documentKind = namedEnum('IdentityDocumentKind', DOCUMENT_KINDS);
export const identityType = namedEnum('IdentityType', IDENTITY_TYPES, {
  description: 'The identity document: RG or CIN, CNH, passport, or RNM',
});

export const sentFields = {
  kind: documentKind,
  file_id: Type.String(),
  content_type: Type.Enum([...FILE_TYPES]),
  size: Type.Integer({ description: 'Bytes' }),
};

export const identityShape = namedObject('Identity', {
  object: Type.Literal('identity'),
  state: namedEnum('IdentityState', IDENTITY_STATES, {
    description: 'in_review: an operator has begun, and what was sent can no longer be replaced',
  }),
  can_submit: Type.Boolean({ description: 'Whether documents can be sent now' }),
  asked: Type.Array(
    namedObject('IdentityDocumentAsked', {
      kind: documentKind,
      required: Type.Boolean(),
      picture_only: Type.Boolean({ description: 'A photograph, no PDF' }),
      not_for: Type.Array(identityType, { description: 'Identity documents that have no such side' }),
    }),
    { description: 'By the person type of the account' },
  ),
  submission: nullable(
    namedObject('IdentitySubmission', {
      id: Type.String(),
      identity_type: identityType,
      documents: Type.Array(namedObject('IdentityDocument', sentFields)),
      reasons: Type.Array(
        namedObject('IdentityRefusal', {
          kind: documentKind,
          code: namedEnum('IdentityRefusalCode', SHOWN_CODES),
        }),
        { description: 'Why it was refused, for each document' },
      ),
      submitted_at: instantShape,
      decided_at: nullable(instantShape),
    }),
  ),
});

export const submitBody = exactObject('SubmitIdentity', {
  identity_type: identityType,
  documents: Type.Array(
    exactObject('IdentityFile', { kind: documentKind, file_id: Type.String({ maxLength: 36 }) }),
    {
      minItems: 1,
      maxItems: DOCUMENT_KINDS.length,
      description:
        'Each with a file uploaded with the purpose identity_document, or one of the submission before',
    },
  ),
});

export function presentIdentity({ account, latest }: IdentityFacts) {
  const state = stateOf(account, latest);
  return {
    object: 'identity' as const,
    state,
    can_submit: state !== 'approved' && state !== 'in_review',
    asked: ASKED[account.person_type].map(({ kind, isRequired, isPicture, notFor }) => ({
      ...{ kind, required: isRequired, picture_only: isPicture, not_for: [...notFor] },
    })),
    submission: latest && presentSubmission(latest),
  };
}

function presentSubmission({ id, identityType: type, documents, reasons, createdAt, decidedAt }: Submission) {
  return {
    id,
    identity_type: type,
    documents: [...documents],
    reasons: (reasons ?? []).map(({ kind, code }) => ({ kind, code: shownCode(code) })),
    submitted_at: createdAt.toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
  };
}
