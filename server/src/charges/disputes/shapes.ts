import { Type } from 'typebox';
import { FILE_TYPES } from '../../files/purposes.ts';
import {
  exactObject,
  filledText,
  instantShape,
  namedEnum,
  namedObject,
  nullable,
} from '../../http/fields.ts';
import { reaisFromCents } from '../../kit/money.ts';
import { DISPUTE_STATUSES, type Dispute } from './dispute.ts';

/** As much as a bank's form takes. */
const MAX_ANSWER_LENGTH = 5_000;
const MAX_DOCUMENTS = 5;

export const disputeStatus = namedEnum('DisputeStatus', DISPUTE_STATUSES);

export const disputeShape = namedObject('Dispute', {
  object: Type.Literal('dispute'),
  id: Type.String(),
  charge_id: Type.String(),
  kind: namedEnum('DisputeKind', ['chargeback', 'med']),
  amount: Type.Number(),
  status: disputeStatus,
  reason: nullable(Type.String()),
  created_at: instantShape,
  closed_at: nullable(instantShape),
  answer_by: Type.String({ format: 'date-time', description: 'The last moment at which you may answer' }),
  answer: nullable(
    namedObject('DisputeAnswer', {
      text: Type.String(),
      documents: Type.Array(
        namedObject('DisputeDocument', {
          id: Type.String(),
          name: nullable(Type.String()),
          content_type: Type.Enum([...FILE_TYPES]),
          size: Type.Integer({ description: 'Bytes' }),
        }),
      ),
      answered_at: instantShape,
    }),
  ),
  accepted_at: nullable(
    Type.String({ format: 'date-time', description: 'When you gave the money up; null: you did not' }),
  ),
});

export const answerBody = exactObject('AnswerDispute', {
  text: filledText(MAX_ANSWER_LENGTH),
  documents: Type.Optional(
    Type.Array(Type.String({ maxLength: 36 }), {
      maxItems: MAX_DOCUMENTS,
      uniqueItems: true,
      description: 'Ids of files uploaded with the purpose dispute_document',
    }),
  ),
});

export const documentParams = Type.Object({ id: Type.String(), document_id: Type.String() });

export function presentDispute(dispute: Dispute) {
  const { answer, answeredAt, answerDocuments } = dispute;
  return {
    object: 'dispute' as const,
    id: dispute.id,
    charge_id: dispute.chargeId,
    kind: dispute.kind,
    amount: reaisFromCents(dispute.amountCents),
    status: dispute.status,
    reason: dispute.reason,
    created_at: dispute.createdAt.toISOString(),
    closed_at: dispute.closedAt?.toISOString() ?? null,
    answer_by: dispute.answerBy.toISOString(),
    answer:
      answer !== null && answeredAt
        ? { text: answer, documents: [...(answerDocuments ?? [])], answered_at: answeredAt.toISOString() }
        : null,
    accepted_at: dispute.acceptedAt?.toISOString() ?? null,
  };
}
