import type { SplitItem } from '../../catalog/split-rules.ts';
import { type Cents, cents, ratioHalfUp, sharesByLargestRemainder } from '../../kit/money.ts';

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
 * What each recipient gives back for a refund. All of them together give their share of what was refunded with the split
 * taken back, this refund included, less what they have given; each gives the whole cents that it owes, and odd cents
 * come from the recipient that owes most. So no refund takes more than itself, and many partial refunds take exactly
 * what one full refund would, also when some of them fail.
 */
export function reversedParts(
  parts: readonly SplitPart[],
  paidCents: Cents,
  refundedCents: Cents,
  givenCents: ReadonlyMap<string, Cents>,
): SplitPart[] {
  const debts = parts.map(({ recipientId, amountCents }) => {
    const given = givenCents.get(recipientId) ?? 0n;
    // Fractions of a cent, counted in cents divided by what was paid.
    const owed = amountCents * refundedCents - given * paidCents;
    return {
      recipientId,
      given,
      maxCents: amountCents - given,
      owed,
      taken: owed > 0n ? owed / paidCents : 0n,
    };
  });
  const whole = cents(parts.reduce((sum, part) => sum + part.amountCents, 0n));
  const due = ratioHalfUp(whole, refundedCents, paidCents);
  const odd = due - debts.reduce((sum, debt) => sum + debt.given + debt.taken, 0n);
  settleOddCents(debts, odd, paidCents);
  return debts
    .filter((debt) => debt.taken > 0n)
    .map(({ recipientId, taken }) => ({ recipientId, amountCents: cents(taken) }));
}

type Debt = { maxCents: bigint; owed: bigint; taken: bigint };

function settleOddCents(debts: readonly Debt[], odd: bigint, cent: bigint): void {
  const stillOwed = ({ owed, taken }: Debt) => owed - taken * cent;
  for (let left = odd; left > 0n; left--) {
    const [first, ...others] = debts.filter((debt) => debt.taken < debt.maxCents);
    if (!first) return;
    others.reduce((largest, debt) => (stillOwed(debt) > stillOwed(largest) ? debt : largest), first).taken +=
      1n;
  }
  for (let over = -odd; over > 0n; over--) {
    const [first, ...others] = debts.filter((debt) => debt.taken > 0n);
    if (!first) return;
    others.reduce((least, debt) => (stillOwed(debt) <= stillOwed(least) ? debt : least), first).taken -= 1n;
  }
}
