import { type CouponRoom, type CouponUse, lockCouponRoom, takeUse } from '../catalog/coupon-uses.ts';
import type { Tx } from '../db/transaction.ts';
import { GatewayError } from '../kit/errors.ts';
import { type RowWrite, rowWrite } from '../write/effects.ts';
import type { Charge } from './charge.ts';

type Bought = Pick<Charge, 'accountId' | 'id' | 'purchase'>;

/** Null: the charge was made without a coupon. */
export function couponUseOf({ accountId, id, purchase }: Bought): CouponUse | null {
  return purchase?.coupon ? { accountId, couponId: purchase.coupon.id, chargeId: id } : null;
}

/** The coupon of a charge under its lock. `removed`: there is none of this id any more. */
export type LockedCoupon = CouponRoom | 'removed' | null;

export async function lockCouponOf(tx: Tx, charge: Bought): Promise<LockedCoupon> {
  const use = couponUseOf(charge);
  return use && ((await lockCouponRoom(tx, use)) ?? 'removed');
}

/** For a new charge: a coupon that was removed or switched off a moment ago is not for new charges. */
export function refusedNewUse(coupon: LockedCoupon): GatewayError | null {
  const isGone = coupon === 'removed' || (coupon !== null && !coupon.active);
  return isGone ? new GatewayError('COUPON_UNAVAILABLE') : refusedUse(coupon);
}

/**
 * For a refused charge that becomes pending again. What the seller has changed since does not concern it; but its use was
 * given back, and others may have taken it.
 */
export function refusedUse(coupon: LockedCoupon): GatewayError | null {
  if (coupon === null || coupon === 'removed' || coupon.usesLeft === null) return null;
  return coupon.usesLeft > 0n ? null : new GatewayError('COUPON_UNAVAILABLE');
}

export function takenUse(charge: Bought): RowWrite[] {
  const use = couponUseOf(charge);
  return use ? [rowWrite(takeUse, use)] : [];
}
