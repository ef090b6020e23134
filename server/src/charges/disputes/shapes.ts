import { Type } from 'typebox';
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
      answered_at: instantShape,
    }),
  ),
  accepted_at: nullable(
    Type.String({ format: 'date-time', description: 'When you gave the money up; null: you did not' }),
  ),
});

export const answerBody = exactObject('AnswerDispute', { text: filledText(MAX_ANSWER_LENGTH) });

export function presentDispute(dispute: Dispute) {
  const { answer, answeredAt } = dispute;
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
    answer: answer !== null && answeredAt ? { text: answer, answered_at: answeredAt.toISOString() } : null,
    accepted_at: dispute.acceptedAt?.toISOString() ?? null,
  };
}
