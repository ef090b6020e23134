import { hasUnitsFor, lockStock, type Stock } from '../catalog/stock.ts';
import type { Tx } from '../db/transaction.ts';
import type { GatewayError } from '../kit/errors.ts';
import type { RowWrite } from '../write/effects.ts';
import type { Charge } from './charge.ts';
import { type LockedCoupon, lockCouponOf, refusedUse, takenUse } from './coupon-use.ts';
import { heldUnits, outOfStock } from './hold-stock.ts';
import { quantityOf } from './purchase.ts';

/** What a refused charge gave back, under its locks: the units of its product, where they are tracked, and its coupon. */
export type GivenBack = { stock: Stock | null; coupon: LockedCoupon };

/** Only a refused charge must find its units and its use again: an open one holds its own. */
export async function lockGivenBack(tx: Tx, charge: Charge | null): Promise<GivenBack> {
  if (charge?.status !== 'REFUSED') return { stock: null, coupon: null };
  const { accountId, id, productId } = charge;
  const stock = productId && (await lockStock(tx, accountId, [productId], [id])).get(productId);
  return { stock: stock || null, coupon: await lockCouponOf(tx, charge) };
}

function holdAgain({ accountId, id, productId, purchase }: Charge, { stock }: GivenBack) {
  if (!productId || !stock?.holdsForOpenCharges) return null;
  return { accountId, productId, chargeId: id, quantity: quantityOf({ purchase }) };
}

/** Others have taken what it needs to become pending again. */
export function refusedReturn(charge: Charge, given: GivenBack): GatewayError | null {
  const hold = holdAgain(charge, given);
  if (hold && given.stock && !hasUnitsFor(given.stock, hold)) return outOfStock({ stock: given.stock.units });
  return refusedUse(given.coupon);
}

export function takenAgain(charge: Charge, given: GivenBack): RowWrite[] {
  if (charge.status !== 'REFUSED') return [];
  const hold = holdAgain(charge, given);
  return [...(hold ? heldUnits(hold) : []), ...takenUse(charge)];
}
