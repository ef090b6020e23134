import { type CivilDate, civilDateOf } from '../brazil/calendar.ts';
import { type Cents, cents, shareTruncated } from '../kit/money.ts';
import { refusedTotal } from './merge-split.ts';
import type { SplitItem } from './split-rules.ts';

/** Letters, digits, - and _: what can be said on the telephone and put into an address as it is. */
export const CODE_PATTERN = '^[A-Za-z0-9_-]{2,40}$';
export const MAX_CODE_LENGTH = 40;

const CODE = new RegExp(CODE_PATTERN);

/** How a code is found: payers type it in any case. Null: no code at all. */
export function codeKeyOf(text: string): string | null {
  return CODE.test(text) ? text.toLowerCase() : null;
}

/** Of one of these, never of both. */
export type Discount = { percentBasisPoints: number | null; amountCents: Cents | null };

export type CouponTerms = Discount & {
  validFrom: CivilDate | null;
  validUntil: CivilDate | null;
  minValueCents: Cents | null;
  /** Null: every link of the account. */
  paymentLinkId: string | null;
  active: boolean;
  maxUses: bigint | null;
  /** Of paid charges, for good. */
  usedCount: bigint;
  /** Of charges that can still be paid. */
  heldCount: bigint;
};

export const COUPON_STATUSES = ['active', 'scheduled', 'ended', 'used_up', 'inactive'] as const;
export type CouponStatus = (typeof COUPON_STATUSES)[number];

/** Switched off before all, then what no day brings back, then the days. */
export function couponStatus(coupon: CouponTerms, now: Date): CouponStatus {
  const { active, validFrom, validUntil, maxUses, usedCount, heldCount } = coupon;
  const today = civilDateOf(now);
  if (!active) return 'inactive';
  if (validUntil !== null && validUntil < today) return 'ended';
  if (maxUses !== null && usedCount + heldCount >= maxUses) return 'used_up';
  return validFrom !== null && today < validFrom ? 'scheduled' : 'active';
}

/** Why a payer's code takes nothing off. `unknown` also of another link's, and of one that is switched off. */
export type CouponRefusal =
  | { because: 'unknown' | 'used_up' | 'split' }
  | { because: 'scheduled'; from: CivilDate }
  | { because: 'ended'; on: CivilDate }
  | { because: 'value'; leastCents: Cents };

/** Of a coupon on a link, whatever the value. */
export function refusedCoupon(
  coupon: CouponTerms | null,
  paymentLinkId: string,
  now: Date,
): CouponRefusal | null {
  if (!coupon) return { because: 'unknown' };
  const isOther = coupon.paymentLinkId !== null && coupon.paymentLinkId !== paymentLinkId;
  const status = couponStatus(coupon, now);
  if (isOther || status === 'inactive') return { because: 'unknown' };
  if (status === 'used_up') return { because: 'used_up' };
  if (status === 'ended' && coupon.validUntil) return { because: 'ended', on: coupon.validUntil };
  if (status === 'scheduled' && coupon.validFrom) return { because: 'scheduled', from: coupon.validFrom };
  return null;
}

/**
 * What it takes off, truncated to the cent as the discount for Pix is: no discount is larger than it says. Something is
 * always left to pay, and more than the recipients of the split get.
 */
export function discountOf(
  coupon: Pick<CouponTerms, 'percentBasisPoints' | 'amountCents' | 'minValueCents'>,
  valueCents: Cents,
  split: readonly SplitItem[] = [],
): Cents | CouponRefusal {
  const least = leastValue(coupon);
  if (valueCents < least) return { because: 'value', leastCents: least };
  const { percentBasisPoints, amountCents } = coupon;
  const discount =
    percentBasisPoints === null ? (amountCents ?? cents(0n)) : shareTruncated(valueCents, percentBasisPoints);
  return refusedTotal(cents(valueCents - discount), split) ? { because: 'split' } : discount;
}

const WHOLE = 10_000n;

/** The smallest value from which it takes something off and leaves something. */
function leastValue({
  percentBasisPoints,
  amountCents,
  minValueCents,
}: Discount & Pick<CouponTerms, 'minValueCents'>): Cents {
  const own =
    percentBasisPoints === null
      ? (amountCents ?? 0n) + 1n
      : (WHOLE + BigInt(percentBasisPoints) - 1n) / BigInt(percentBasisPoints);
  return cents(minValueCents !== null && minValueCents > own ? minValueCents : own);
}
