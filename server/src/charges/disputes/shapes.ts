import { Type } from 'typebox';
import { instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { reaisFromCents } from '../../kit/money.ts';
import type { Dispute } from './disputes.ts';

export const disputeShape = namedObject('Dispute', {
  object: Type.Literal('dispute'),
  id: Type.String(),
  charge_id: Type.String(),
  kind: namedEnum('DisputeKind', ['chargeback', 'med']),
  amount: Type.Number(),
  status: namedEnum('DisputeStatus', ['open', 'won', 'lost']),
  reason: nullable(Type.String()),
  created_at: instantShape,
  closed_at: nullable(instantShape),
});

export function presentDispute(dispute: Dispute) {
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
  };
}
