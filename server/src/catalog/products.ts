import { countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { IdPage } from '../http/id-page.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';
import type { RowWriter } from '../write/effects.ts';
import { loadSplit, type SplitItem, storeSplit } from './split-rules.ts';
import { HELD_UNITS } from './stock.ts';

export type ProductRow = {
  account_id: string;
  id: string;
  name: string;
  description: string | null;
  price_cents: Cents;
  image_url: string | null;
  /** The uploaded picture, shown instead of `image_url`. */
  image_file_id: string | null;
  stock: bigint | null;
  /** An open charge holds its unit. */
  hold_stock: boolean;
  active: boolean;
  created_at: Date;
};

const COLUMNS =
  'account_id, id, name, description, price_cents, image_url, image_file_id, stock, hold_stock, active, created_at';
export const listFor = (active: boolean) => (active ? 'products:active' : 'products:inactive');

export async function findProduct(db: Db, accountId: string, id: string): Promise<ProductRow | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<ProductRow>(
    `select ${COLUMNS}
     from products
     where account_id = $1
       and id = $2
       and deleted_at is null`,
    [accountId, id],
  );
  return row ?? null;
}

export async function listProducts(
  db: Db,
  accountId: string,
  filter: { active?: boolean | undefined },
  page: IdPage,
): Promise<{ rows: ProductRow[]; total: bigint }> {
  const { active } = filter;
  const lists = active === undefined ? [listFor(true), listFor(false)] : [listFor(active)];
  const [rows, total] = await Promise.all([
    db.query<ProductRow>(
      `select ${COLUMNS}
       from products
       where account_id = $1
         and deleted_at is null
         ${active === undefined ? '' : `and active = ${active}`}
         and id < $2
       order by id desc
       limit $3
       offset $4`,
      [accountId, page.below, page.limit + 1, page.offset],
    ),
    countOf(db, accountId, ...lists),
  ]);
  return { rows, total };
}

/** A product as stored, also a deleted one. */
export type StoredProduct = ProductRow & { split: SplitItem[]; deleted_at: Date | null };
type SplitColumn = { split: unknown };

const storedById = statement(
  'products.stored',
  `select ${COLUMNS}, split, deleted_at
   from products
   where account_id = $1
     and id = $2`,
);
const lockById = statement('products.lock', `${storedById.text} for update`);

export async function findStoredProduct(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<StoredProduct | null> {
  return stored(await tx.query(storedById, [accountId, id]));
}

/** Null when it does not exist or is deleted. */
export async function lockProduct(tx: Tx, accountId: string, id: string): Promise<StoredProduct | null> {
  if (!isId(id)) return null;
  const product = stored(await tx.query(lockById, [accountId, id]));
  return product?.deleted_at === null ? product : null;
}

function stored([row]: (Omit<StoredProduct, 'split'> & SplitColumn)[]): StoredProduct | null {
  return row ? { ...row, split: loadSplit(row.split) } : null;
}

const otherWithPicture = statement(
  'products.other_with_picture',
  `select 1
   from products
   where account_id = $1
     and image_file_id = $3
     and id <> $2
   limit 1`,
);

/** Also a deleted one: receipts of what it sold show it. */
export async function isPictureOfOther(tx: Tx, product: StoredProduct): Promise<boolean> {
  const { account_id: accountId, id, image_file_id: picture } = product;
  return (await tx.query(otherWithPicture, [accountId, id, picture])).length > 0;
}

/** One product of one account, to be written. */
export type ProductToWrite = { accountId: string; product: StoredProduct };

const FIELDS = `account_id, id, name, description, price_cents, image_url, stock, hold_stock, active, split, deleted_at,
         created_at, image_file_id`;
const FIELD_ARRAYS = `$1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[],
       $8::boolean[], $9::boolean[], $10::json[], $11::timestamptz[], $12::timestamptz[], $13::uuid[]`;

function fieldArrays(rows: readonly ProductToWrite[]): readonly unknown[] {
  return [
    rows.map(({ accountId }) => accountId),
    rows.map(({ product }) => product.id),
    rows.map(({ product }) => product.name),
    rows.map(({ product }) => product.description),
    rows.map(({ product }) => product.price_cents),
    rows.map(({ product }) => product.image_url),
    rows.map(({ product }) => product.stock),
    rows.map(({ product }) => product.hold_stock),
    rows.map(({ product }) => product.active),
    rows.map(({ product }) => storeSplit(product.split)),
    rows.map(({ product }) => product.deleted_at),
    rows.map(({ product }) => product.created_at),
    rows.map(({ product }) => product.image_file_id),
  ];
}

export const insertProduct: RowWriter<ProductToWrite> = {
  statement: statement(
    'products.insert',
    `insert into products (${FIELDS})
     select *
     from unnest(${FIELD_ARRAYS})
     returning id`,
  ),
  values: fieldArrays,
  writes: 'all',
};

/** Guarded: a deleted product does not change. */
export const saveProduct: RowWriter<ProductToWrite> = {
  statement: statement(
    'products.save',
    `update products p
     set name = n.name,
         description = n.description,
         price_cents = n.price_cents,
         image_url = n.image_url,
         image_file_id = n.image_file_id,
         stock = n.stock,
         hold_stock = n.hold_stock,
         active = n.active,
         split = n.split,
         deleted_at = n.deleted_at
     from unnest(${FIELD_ARRAYS})
       as n (${FIELDS})
     where p.account_id = n.account_id
       and p.id = n.id
       and p.deleted_at is null
     returning p.id`,
  ),
  values: fieldArrays,
  writes: 'all',
};

export async function findProductSplit(db: Db, accountId: string, id: string): Promise<SplitItem[]> {
  const [row] = isId(id)
    ? await db.query<SplitColumn>(
        'select split from products where account_id = $1 and id = $2 and deleted_at is null',
        [accountId, id],
      )
    : [];
  if (!row) throw notFound('Product');
  return loadSplit(row.split);
}

export type SellableProduct = {
  id: string;
  name: string;
  description: string | null;
  priceCents: Cents;
  stock: bigint | null;
  holdStock: boolean;
  /** Units that open charges hold, of a product that holds them. */
  held: bigint;
  split: SplitItem[];
};

const sellableById = statement(
  'products.sellable',
  `select p.id, p.name, p.description, p.price_cents, p.stock, p.hold_stock, p.split,
     case when p.hold_stock then ${HELD_UNITS} else 0 end as held
   from products p
   where p.account_id = $1
     and p.id = $2
     and p.active
     and p.deleted_at is null`,
);

export async function findSellableProduct(
  db: Pick<Db, 'query'>,
  accountId: string,
  id: string,
): Promise<SellableProduct | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<ProductRow & SplitColumn & { held: bigint }>(sellableById, [accountId, id]);
  if (!row) return null;
  const { name, description, stock, held, price_cents: priceCents, hold_stock: holdStock } = row;
  return { id: row.id, name, description, priceCents, stock, holdStock, held, split: loadSplit(row.split) };
}

/** How many units a new charge may have; null: as many as one likes. Not those that open charges hold. */
export function unitsLeft({
  stock,
  holdStock,
  held,
}: Pick<SellableProduct, 'stock' | 'holdStock' | 'held'>): bigint | null {
  if (stock === null || !holdStock) return stock;
  return stock > held ? stock - held : 0n;
}
