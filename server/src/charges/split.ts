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
 * What each recipient gives back for a refund: its share of all that was refunded with the split taken back, this one
 * included, less what it has given. So many partial refunds take exactly what one would, also when some of them fail.
 */
export function reversedParts(
  parts: readonly SplitPart[],
  paidCents: Cents,
  refundedCents: Cents,
  givenCents: ReadonlyMap<string, Cents>,
): SplitPart[] {
  return parts
    .map(({ recipientId, amountCents }) => ({
      recipientId,
      amountCents: cents(
        ratioHalfUp(amountCents, refundedCents, paidCents) - (givenCents.get(recipientId) ?? 0n),
      ),
    }))
    .filter((part) => part.amountCents > 0n);
}
