import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { oneAccountOf, type RowWriter } from '../write/effects.ts';

/** Charges that may still be paid; a refused one gives its unit up until the payer tries again. */
const IS_OPEN = `c.status in ('PENDING', 'OVERDUE')`;

/** How many units of the product `p` open charges hold. */
export const HELD_UNITS = `(
       select coalesce(sum(h.quantity), 0)
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
  `select h.product_id, sum(h.quantity) as held,
     array_agg(h.charge_id) filter (where h.charge_id = any($3::uuid[])) as holders
   from stock_holds h
   join charges c on c.account_id = h.account_id and c.id = h.charge_id
   where h.account_id = $1
     and h.product_id = any($2::uuid[])
     and ${IS_OPEN}
   group by h.product_id`,
);

/** A charge, and how many units it takes: all of them or none. */
export type Taking = { chargeId: string; quantity: number };

/** Whether a charge finds its units: its own that it holds, or as many that no other holds. */
export function hasUnitsFor({ units, held, holders }: Stock, { chargeId, quantity }: Taking): boolean {
  return units - (holders.has(chargeId) ? 0n : held) >= BigInt(quantity);
}

/** What is left once the charge has taken its units. */
export function withoutUnitsOf(stock: Stock, { chargeId, quantity }: Taking): Stock {
  const { held, holders } = stock;
  const units = stock.units - BigInt(quantity);
  if (!holders.has(chargeId)) return { ...stock, units };
  const others = new Set([...holders].filter((id) => id !== chargeId));
  return { ...stock, units, held: held - BigInt(quantity), holders: others };
}

export type StockHold = { accountId: string; productId: string } & Taking;

const idsOf = (holds: readonly StockHold[]) => [
  holds.map((hold) => hold.accountId),
  holds.map((hold) => hold.productId),
  holds.map((hold) => hold.chargeId),
];

/** The units stay with the charge as long as it is open. */
export const holdUnits: RowWriter<StockHold> = {
  statement: statement(
    'stock_holds.add',
    `insert into stock_holds (account_id, product_id, charge_id, quantity)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[])
     on conflict do nothing`,
  ),
  values: (holds) => [...idsOf(holds), holds.map((hold) => hold.quantity)],
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
     select id, sum(quantity) as quantity
     from unnest($2::uuid[], $3::integer[]) as item (id, quantity)
     group by id
   ) as taken
   where p.account_id = $1
     and p.id = taken.id
     and p.stock is not null`,
);

/** Units that were found under the lock. All of one account. */
export const takeStock: RowWriter<{ accountId: string; productId: string; quantity: number }> = {
  statement: reduceStock,
  values: (items) => [
    oneAccountOf(items),
    items.map((item) => item.productId),
    items.map((item) => item.quantity),
  ],
  writes: 'any',
};
