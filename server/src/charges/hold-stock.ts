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
import type { Charge } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { quantityOf } from './purchase.ts';
import { insertCharge, type NewCharge, readCharge } from './store.ts';
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

/** A charge that holds units is made under the lock of its product, and not with the charges of other sellers. */
export function insertHolding(
  deps: ChargeDeps,
  charge: Charge,
  words: readonly string[],
  productId: string,
  answer?: Answer<Charge>,
): Promise<Charge> {
  const event = { id: deps.ids.next(), data: eventData(charge) };
  const made: NewCharge = { charge, event, answer: null, words };
  return deps.writer.commit(
    {
      load: (tx) => loadHolding(tx, charge, productId),
      decide: (state) => decideHolding(state, made, productId),
    },
    answer,
  );
}

export type HoldingState = { earlier: Charge | null; stock: Stock | null };

/** The product first: who waited for it sees the charge that the same request made meanwhile. */
async function loadHolding(tx: Tx, { accountId, id }: Charge, productId: string): Promise<HoldingState> {
  const stock = (await lockStock(tx, accountId, [productId], [id])).get(productId) ?? null;
  return { stock, earlier: await readCharge(tx, accountId, id) };
}

export function decideHolding(
  { earlier, stock }: HoldingState,
  made: NewCharge,
  productId: string,
): Decision<Charge> {
  if (earlier) return done(earlier);
  const { charge } = made;
  const holds = stock?.holdsForOpenCharges ?? false;
  const taking = { chargeId: charge.id, quantity: quantityOf(charge) };
  if (stock && !hasUnitsFor(holds ? stock : { ...stock, held: 0n }, taking))
    return outOfStock({ stock: stock.units }, taking.quantity);
  const hold = { accountId: charge.accountId, productId, ...taking };
  return done(charge, {
    rows: [rowWrite(insertCharge, made), ...(holds ? heldUnits(hold) : [])],
    deliveriesOf: [charge.accountId],
  });
}

export function heldUnits(hold: StockHold): RowWrite[] {
  return [rowWrite(dropEndedHolds, hold), rowWrite(holdUnits, hold)];
}
