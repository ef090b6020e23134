import { GatewayError } from '../kit/errors.ts';
import { type Cents, cents, shareHalfUp } from '../kit/money.ts';
import type { SplitItem } from './split-rules.ts';

/** A product's fixed split plus the request's; for the same recipient the request's item replaces the fixed one. */
export function mergeSplits(fixed: readonly SplitItem[], requested: readonly SplitItem[]): SplitItem[] {
  const overridden = new Set(requested.map((item) => item.recipientId));
  return [...fixed.filter((item) => !overridden.has(item.recipientId)), ...requested];
}

/** The sum of the recipients' parts. Percentages are summed before rounding, as their shares are. */
export function splitTotal(valueCents: Cents, split: readonly SplitItem[]): Cents {
  let fixedCents = 0n;
  let basisPoints = 0;
  for (const { share } of split) {
    if (share.type === 'amount') fixedCents += share.amountCents;
    else basisPoints += share.basisPoints;
  }
  return cents(fixedCents + shareHalfUp(valueCents, basisPoints));
}

/** The sum of the splits must be less than the value. */
export function refusedTotal(valueCents: Cents, split: readonly SplitItem[]): GatewayError | null {
  if (split.length === 0 || splitTotal(valueCents, split) < valueCents) return null;
  const message = 'the sum of the splits must be less than the charge value';
  return new GatewayError('INVALID_SPLIT', message, { split: message });
}

export function requireBelowValue(valueCents: Cents, split: readonly SplitItem[]): void {
  const refusal = refusedTotal(valueCents, split);
  if (refusal) throw refusal;
}
