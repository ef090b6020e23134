import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { oneAccountOf, type RowWriter } from '../write/effects.ts';

/** Charges that may still be paid; a refused one gives its unit up until the payer tries again. */
const IS_OPEN = `c.status in ('PENDING', 'OVERDUE')`;

/** How many units of the product `p` open charges hold. */
export const HELD_UNITS = `(
       select count(*)
       from stock_holds h
       join charges c on c.account_id = h.account_id and c.id = h.charge_id
       where h.account_id = p.account_id
         and h.product_id = p.id
         and ${IS_OPEN}
     )`;

/** A product whose stock is tracked. */
export type Stock = {
  readonly units: bigint;
  readonly holdsForOpenCharges: boolean;
  /** How many units open charges hold, and which of the charges that were asked about do. */
  readonly held: bigint;
  readonly holders: ReadonlySet<string>;
};

type StockRow = { id: string; units: bigint; holds: boolean };
type HeldRow = { product_id: string; held: bigint; holders: string[] | null };

/**
 * The tracked products among these, locked in the order of ids: until the end of the transaction no unit is taken or
 * held by another. Holds are counted by a statement of its own, which sees what was committed while this one waited.
 */
export async function lockStock(
  tx: Tx,
  accountId: string,
  productIds: readonly string[],
  chargeIds: readonly string[],
): Promise<Map<string, Stock>> {
  if (productIds.length === 0) return new Map();
  const products = await tx.query<StockRow>(lockTracked, [accountId, productIds]);
  if (products.length === 0) return new Map();
  const ids = products.map(({ id }) => id);
  const rows = await tx.query<HeldRow>(countHeld, [accountId, ids, chargeIds]);
  const heldOf = new Map(rows.map((row) => [row.product_id, row]));
  return new Map(
    products.map(({ id, units, holds }) => {
      const { held = 0n, holders } = heldOf.get(id) ?? {};
      return [id, { units, holdsForOpenCharges: holds, held, holders: new Set(holders) }];
    }),
  );
}

const lockTracked = statement(
  'products.lock_stock',
  `select id, stock as units, hold_stock as holds
   from products
   where account_id = $1
     and id = any($2::uuid[])
     and stock is not null
   order by id
   for update`,
);

const countHeld = statement(
  'stock_holds.count',
  `select h.product_id, count(*) as held,
     array_agg(h.charge_id) filter (where h.charge_id = any($3::uuid[])) as holders
   from stock_holds h
   join charges c on c.account_id = h.account_id and c.id = h.charge_id
   where h.account_id = $1
     and h.product_id = any($2::uuid[])
     and ${IS_OPEN}
   group by h.product_id`,
);

/** Whether a charge finds a unit: its own that it holds, or one that no other holds. */
export function hasUnitFor({ units, held, holders }: Stock, chargeId: string): boolean {
  return holders.has(chargeId) ? units > 0n : units > held;
}

/** What is left once the charge has taken its unit. */
export function withoutUnitOf(stock: Stock, chargeId: string): Stock {
  const { units, held, holders } = stock;
  if (!holders.has(chargeId)) return { ...stock, units: units - 1n };
  const others = new Set([...holders].filter((id) => id !== chargeId));
  return { ...stock, units: units - 1n, held: held - 1n, holders: others };
}

export type StockHold = { accountId: string; productId: string; chargeId: string };

const idsOf = (holds: readonly StockHold[]) => [
  holds.map((hold) => hold.accountId),
  holds.map((hold) => hold.productId),
  holds.map((hold) => hold.chargeId),
];

/** The unit stays with the charge as long as it is open. */
export const holdUnit: RowWriter<StockHold> = {
  statement: statement(
    'stock_holds.add',
    `insert into stock_holds (account_id, product_id, charge_id)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])
     on conflict do nothing`,
  ),
  values: idsOf,
  writes: 'any',
};

/** Clears away holds that have ended with their charges, of the products that are held anew. */
export const dropEndedHolds: RowWriter<StockHold> = {
  statement: statement(
    'stock_holds.drop_ended',
    `delete from stock_holds h
     using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as kept (account_id, product_id, charge_id), charges c
     where h.account_id = kept.account_id
       and h.product_id = kept.product_id
       and h.charge_id <> kept.charge_id
       and c.account_id = h.account_id
       and c.id = h.charge_id
       and not (${IS_OPEN})`,
  ),
  values: idsOf,
  writes: 'any',
};

// The rows are locked already (`lockStock`). Products whose stock is not tracked are not touched at all.
const reduceStock = statement(
  'products.take_stock',
  `update products p
   set stock = greatest(p.stock - taken.quantity, 0)
   from (
     select id, count(*) as quantity
     from unnest($2::uuid[]) as item (id)
     group by id
   ) as taken
   where p.account_id = $1
     and p.id = taken.id
     and p.stock is not null`,
);

/** One unit for each item, of units that were found under the lock. All of one account. */
export const takeStock: RowWriter<{ accountId: string; productId: string }> = {
  statement: reduceStock,
  values: (items) => [oneAccountOf(items), items.map((item) => item.productId)],
  writes: 'any',
};
