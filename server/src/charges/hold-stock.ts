import type { SellableProduct } from '../catalog/products.ts';
import {
  dropEndedHolds,
  hasUnitsFor,
  holdUnits,
  lockStock,
  type Stock,
  type StockHold,
} from '../catalog/stock.ts';
import type { Tx } from '../db/transaction.ts';
import { GatewayError } from '../kit/errors.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWrite, rowWrite } from '../write/effects.ts';
import type { Operation } from '../write/writer.ts';
import { isRegistering, referencesOf } from './boletos/at-bank.ts';
import { registrationJobs } from './boletos/register.ts';
import type { Charge } from './charge.ts';
import { type LockedCoupon, lockCouponOf, refusedNewUse, takenUse } from './coupon-use.ts';
import type { ChargeDeps } from './deps.ts';
import { quantityOf } from './purchase.ts';
import { insertCharge, insertReference, type NewCharge, readCharge } from './store.ts';
import { eventData } from './transition.ts';

type HoldingProduct = Pick<SellableProduct, 'stock' | 'holdStock'>;

/** Whether a new charge of the product takes units for as long as it is open. */
export function holdsUnits<P extends HoldingProduct>(product: P | 'unknown' | null): product is P {
  return product !== null && product !== 'unknown' && product.holdStock && product.stock !== null;
}

export function outOfStock({ stock }: { stock: bigint | null }, quantity = 1): GatewayError {
  const held = quantity > 1 ? 'has not enough units left' : 'is out of stock: open charges hold every unit';
  const reason = stock === 0n ? 'is out of stock' : held;
  return new GatewayError('OUT_OF_STOCK', undefined, { product_id: reason });
}

/**
 * A charge that holds units or a use of a coupon is made under the lock of its product and its coupon, and not with the
 * charges of other sellers. Nor is one whose boleto a bank must register: its job is committed with it. `productId` null: it holds no units.
 */
export function insertHolding(
  deps: ChargeDeps,
  charge: Charge,
  words: readonly string[],
  productId: string | null,
  answer?: Answer<Charge>,
): Promise<Charge> {
  const event = { id: deps.ids.next(), data: eventData(charge) };
  const made: NewCharge = { charge, event, answer: null, words };
  const operation: Operation<HoldingState, Charge> = {
    load: (tx) => loadHolding(tx, charge, productId),
    decide: (state) => decideHolding(state, made, productId),
  };
  // The bank is asked next, and says what is answered.
  return isRegistering(charge)
    ? deps.writer.commitProvisionally(operation, answer)
    : deps.writer.commit(operation, answer);
}

export type HoldingState = { earlier: Charge | null; stock: Stock | null; coupon: LockedCoupon };

/** The locks first: who waited for them sees the charge that the same request made meanwhile. */
async function loadHolding(tx: Tx, charge: Charge, productId: string | null): Promise<HoldingState> {
  const { accountId, id } = charge;
  const stock = productId && (await lockStock(tx, accountId, [productId], [id])).get(productId);
  const coupon = await lockCouponOf(tx, charge);
  return { stock: stock || null, coupon, earlier: await readCharge(tx, accountId, id) };
}

export function decideHolding(
  { earlier, stock, coupon }: HoldingState,
  made: NewCharge,
  productId: string | null,
): Decision<Charge> {
  if (earlier) return done(earlier);
  const refusal = refusedNewUse(coupon);
  if (refusal) return refusal;
  const { charge } = made;
  const holds = stock?.holdsForOpenCharges ?? false;
  const taking = { chargeId: charge.id, quantity: quantityOf(charge) };
  if (stock && !hasUnitsFor(holds ? stock : { ...stock, held: 0n }, taking))
    return outOfStock({ stock: stock.units }, taking.quantity);
  const units = productId && holds ? heldUnits({ accountId: charge.accountId, productId, ...taking }) : [];
  return done(charge, {
    rows: [rowWrite(insertCharge, made), ...atBank(charge), ...units, ...takenUse(charge)],
    jobs: registrationJobs(charge, charge.createdAt),
    deliveriesOf: [charge.accountId],
  });
}

function atBank(charge: Charge): RowWrite[] {
  const { accountId, id: chargeId } = charge;
  return referencesOf(charge).map((reference) =>
    rowWrite(insertReference, { reference, accountId, chargeId }),
  );
}

export function heldUnits(hold: StockHold): RowWrite[] {
  return [rowWrite(dropEndedHolds, hold), rowWrite(holdUnits, hold)];
}
