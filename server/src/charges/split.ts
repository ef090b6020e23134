import type { SplitItem } from '../catalog/split-rules.ts';
import { type Cents, cents, ratioHalfUp, sharesByLargestRemainder } from '../kit/money.ts';

export type SplitPart = { recipientId: string; amountCents: Cents };

/** What each recipient gets of a value. Percentages are shares of the value by largest remainder. */
export function splitParts(valueCents: Cents, split: readonly SplitItem[]): SplitPart[] {
  const percents = split.flatMap((item) => (item.share.type === 'percent' ? [item.share.basisPoints] : []));
  const shares = sharesByLargestRemainder(valueCents, percents);
  let next = 0;
  return split.map((item) => ({
    recipientId: item.recipientId,
    amountCents: item.share.type === 'amount' ? item.share.amountCents : (shares[next++] as Cents),
  }));
}

/**
 * A recipient's share of a refund. Computed from the running total, so that many partial refunds take back exactly
 * what one full refund would.
 */
export function reversedParts(
  parts: readonly SplitPart[],
  paidCents: Cents,
  refundedBeforeCents: Cents,
  refundCents: Cents,
): SplitPart[] {
  const after = refundedBeforeCents + refundCents;
  return parts
    .map(({ recipientId, amountCents }) => ({
      recipientId,
      amountCents: cents(
        ratioHalfUp(amountCents, after, paidCents) - ratioHalfUp(amountCents, refundedBeforeCents, paidCents),
      ),
    }))
    .filter((part) => part.amountCents > 0n);
}
