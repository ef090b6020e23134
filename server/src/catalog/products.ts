import { type Actor, recordAction, systemActor } from '../audit/record.ts';
import { countChanges, countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { assert, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, reaisFromCents } from '../kit/money.ts';
import type { RowWriter } from '../write/effects.ts';
import {
  loadSplit,
  presentSplit,
  requireGoodRecipients,
  requireRestForOwner,
  type SplitItem,
  storeSplit,
} from './split-rules.ts';

export type ProductRow = {
  id: string;
  name: string;
  description: string | null;
  price_cents: Cents;
  image_url: string | null;
  stock: bigint | null;
  active: boolean;
  created_at: Date;
};

export type NewProduct = {
  name: string;
  priceCents: Cents;
  description?: string | null | undefined;
  imageUrl?: string | null | undefined;
  stock?: number | null | undefined;
};
export type ProductChange = Partial<NewProduct> & { active?: boolean | undefined };

const COLUMNS = 'id, name, description, price_cents, image_url, stock, active, created_at';
const listFor = (active: boolean) => (active ? 'products:active' : 'products:inactive');

export async function createProduct(
  deps: Deps,
  accountId: string,
  id: string,
  product: NewProduct,
  by: Actor = systemActor(accountId),
): Promise<ProductRow> {
  const { name, priceCents, description = null, imageUrl = null, stock = null } = product;
  return transaction(deps.db, async (tx) => {
    const [made] = await tx.query<ProductRow>(
      `insert into products (account_id, ${COLUMNS})
       values ($1, $2, $3, $4, $5, $6, $7, true, $8)
       on conflict (account_id, id) do nothing
       returning ${COLUMNS}`,
      [accountId, id, name, description, priceCents, imageUrl, stock, deps.clock.now()],
    );
    if (!made) return productAsStored(tx, accountId, id);
    await countChanges(tx, [{ accountId, list: listFor(true), change: 1 }]);
    const details = { name, price: reaisFromCents(priceCents) };
    await recordProduct(tx, by, 'product.created', { accountId, id }, details);
    return made;
  });
}

type Named = { accountId: string; id: string };

async function recordProduct(
  tx: Tx,
  actor: Actor,
  action: string,
  { accountId, id }: Named,
  details: object,
): Promise<void> {
  await recordAction(tx, { actor, accountId, action, target: { kind: 'product', id }, details });
}

/** A retry's product, also when it was deleted since. */
async function productAsStored(tx: Tx, accountId: string, id: string): Promise<ProductRow> {
  const [row] = await tx.query<ProductRow>(
    `select ${COLUMNS} from products where account_id = $1 and id = $2`,
    [accountId, id],
  );
  assert(row, 'a product that could not be inserted exists');
  return row;
}

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

export async function updateProduct(
  db: Db,
  accountId: string,
  id: string,
  change: ProductChange,
  by: Actor = systemActor(accountId),
): Promise<ProductRow> {
  return transaction(db, async (tx) => {
    const before = await lockProduct(tx, accountId, id);
    const [after] = await tx.query<ProductRow>(
      `update products
       set name = coalesce($3, name),
           price_cents = coalesce($4, price_cents),
           description = case when $5 then $6 else description end,
           image_url = case when $7 then $8 else image_url end,
           stock = case when $9 then $10 else stock end,
           active = coalesce($11, active)
       where account_id = $1
         and id = $2
       returning ${COLUMNS}`,
      [
        accountId,
        id,
        change.name,
        change.priceCents,
        change.description !== undefined,
        change.description,
        change.imageUrl !== undefined,
        change.imageUrl,
        change.stock !== undefined,
        change.stock,
        change.active,
      ],
    );
    assert(after, 'a locked product is updated');
    if (after.active !== before.active) {
      await countChanges(tx, [
        { accountId, list: listFor(before.active), change: -1 },
        { accountId, list: listFor(after.active), change: 1 },
      ]);
    }
    const details = differences(before, after);
    if (Object.keys(details).length > 0) {
      await recordProduct(tx, by, 'product.changed', { accountId, id }, details);
    }
    return after;
  });
}

const SHOWN_FIELDS = ['name', 'description', 'price_cents', 'image_url', 'stock', 'active'] as const;

function differences(before: ProductRow, after: ProductRow): Record<string, object> {
  const changed = SHOWN_FIELDS.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(
    changed.map((field) => [
      field === 'price_cents' ? 'price' : field,
      { before: shown(before, field), after: shown(after, field) },
    ]),
  );
}

function shown(row: ProductRow, field: (typeof SHOWN_FIELDS)[number]): unknown {
  if (field === 'price_cents') return reaisFromCents(row.price_cents);
  return field === 'stock' && row.stock !== null ? Number(row.stock) : row[field];
}

type LockedProduct = ProductRow & { split: unknown };

async function lockProduct(tx: Tx, accountId: string, id: string): Promise<LockedProduct> {
  const [row] = isId(id)
    ? await tx.query<LockedProduct>(
        `select ${COLUMNS}, split
         from products
         where account_id = $1
           and id = $2
           and deleted_at is null
         for update`,
        [accountId, id],
      )
    : [];
  if (!row) throw notFound('Product');
  return row;
}

/** Gone from lists and from sale. The row stays: past charges name it. */
export async function deleteProduct(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const before = await lockProduct(tx, accountId, id);
    await tx.query('update products set deleted_at = $3, active = false where account_id = $1 and id = $2', [
      accountId,
      id,
      deps.clock.now(),
    ]);
    await countChanges(tx, [{ accountId, list: listFor(before.active), change: -1 }]);
    await recordProduct(tx, by, 'product.deleted', { accountId, id }, { name: before.name });
  });
}

export async function setProductSplit(
  db: Db,
  accountId: string,
  id: string,
  split: readonly SplitItem[],
  by: Actor = systemActor(accountId),
): Promise<SplitItem[]> {
  requireRestForOwner(split);
  await requireGoodRecipients(db, accountId, split);
  return transaction(db, async (tx) => {
    const product = await lockProduct(tx, accountId, id);
    await tx.query('update products set split = $3 where account_id = $1 and id = $2', [
      accountId,
      id,
      storeSplit(split),
    ]);
    const details = { before: presentSplit(loadSplit(product.split)), after: presentSplit(split) };
    if (JSON.stringify(details.before) !== JSON.stringify(details.after)) {
      await recordProduct(tx, by, 'product.split_changed', { accountId, id }, details);
    }
    return [...split];
  });
}

export async function findProductSplit(db: Db, accountId: string, id: string): Promise<SplitItem[]> {
  const [row] = isId(id)
    ? await db.query<{ split: unknown }>(
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
  split: SplitItem[];
};

const sellableById = statement(
  'products.sellable',
  `select id, name, description, price_cents, stock, split
   from products
   where account_id = $1
     and id = $2
     and active
     and deleted_at is null`,
);

export async function findSellableProduct(
  db: Db,
  accountId: string,
  id: string,
): Promise<SellableProduct | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<ProductRow & { split: unknown }>(sellableById, [accountId, id]);
  if (!row) return null;
  const { name, description, stock } = row;
  return { id: row.id, name, description, priceCents: row.price_cents, stock, split: loadSplit(row.split) };
}

// Rows are locked in key order, so that two batches of payments for the same products wait instead of deadlocking.
// Products whose stock is not tracked are not touched at all.
const reduceStock = statement(
  'products.take_stock',
  `with taken as (
     select account_id, id, count(*) as quantity
     from unnest($1::uuid[], $2::uuid[]) as item (account_id, id)
     group by account_id, id
   ), locked as materialized (
     select p.account_id, p.id
     from products p
     join taken on taken.account_id = p.account_id and taken.id = p.id
     where p.stock is not null
     order by p.account_id, p.id
     for update of p
   )
   update products p
   set stock = greatest(p.stock - taken.quantity, 0)
   from taken
   join locked on locked.account_id = taken.account_id and locked.id = taken.id
   where p.account_id = taken.account_id
     and p.id = taken.id`,
);

/** One unit for each item. Paid charges are never refused for stock, so it stops at zero. */
export const takeStock: RowWriter<{ accountId: string; productId: string }> = {
  statement: reduceStock,
  values: (items) => [items.map((item) => item.accountId), items.map((item) => item.productId)],
  writes: 'any',
};
