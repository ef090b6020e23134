import { type Action, type Actor, systemActor } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import { type FileRow, keepFile, lockFile, releaseFile } from '../files/store.ts';
import type { Deps } from '../http/deps.ts';
import { invalidField, notFound } from '../kit/errors.ts';
import { type Cents, reaisFromCents } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWrite, rowWrite } from '../write/effects.ts';
import {
  findStoredProduct,
  insertProduct,
  isPictureOfOther,
  listFor,
  lockProduct,
  type ProductRow,
  type StoredProduct,
  saveProduct,
} from './products.ts';
import {
  activeAccounts,
  presentSplit,
  refusedPercentages,
  refusedRecipients,
  type SplitItem,
} from './split-rules.ts';

export type NewProduct = {
  name: string;
  priceCents: Cents;
  description?: string | null | undefined;
  imageUrl?: string | null | undefined;
  imageFileId?: string | null | undefined;
  stock?: number | null | undefined;
  holdStock?: boolean | undefined;
};
/** undefined: unchanged; null: cleared. */
export type ProductChange = Partial<NewProduct> & { active?: boolean | undefined };

/** Which product is changed, and by whom. */
type ProductCommand = { accountId: string; id: string; by: Actor };
export type CreateProduct = ProductCommand & { fields: NewProduct };
export type ChangeProduct = ProductCommand & { change: ProductChange };
export type SetProductSplit = ProductCommand & { split: readonly SplitItem[] };

/** A second call with the same id returns the first product, even if it was deleted since. */
export async function createProduct(
  deps: Deps,
  accountId: string,
  id: string,
  fields: NewProduct,
  by: Actor = systemActor(accountId),
  answer?: Answer<ProductRow>,
): Promise<ProductRow> {
  const now = deps.clock.now();
  return deps.writer.commit<[StoredProduct | null, FileRow | null], ProductRow>(
    {
      load: async (tx) => [
        await findStoredProduct(tx, accountId, id),
        await lockPicture(tx, accountId, fields.imageFileId),
      ],
      decide: ([earlier, picture]) =>
        decideCreateProduct(earlier, { accountId, id, fields, by }, now, picture),
    },
    answer,
  );
}

export function decideCreateProduct(
  earlier: StoredProduct | null,
  { accountId, id, fields, by }: CreateProduct,
  now: Date,
  picture: Picture | null = null,
): Decision<StoredProduct> {
  if (earlier) return done(earlier);
  if (fields.imageFileId && !picture) return noPicture();
  const { name, priceCents, description = null, imageUrl = null, stock = null, holdStock = false } = fields;
  const product: StoredProduct = {
    account_id: accountId,
    id,
    name,
    description,
    price_cents: priceCents,
    image_url: imageUrl,
    image_file_id: fields.imageFileId || null,
    stock: stock === null ? null : BigInt(stock),
    hold_stock: holdStock,
    active: true,
    split: [],
    deleted_at: null,
    created_at: now,
  };
  const details = { name, price: reaisFromCents(priceCents) };
  return done(product, {
    rows: [
      rowWrite(insertProduct, { accountId, product }),
      ...pictureRows(null, product, { now, isShared: false }),
    ],
    counts: [{ accountId, list: listFor(true), change: 1 }],
    audit: [productAction('product.created', { accountId, id, by }, details)],
  });
}

function productAction(action: string, { accountId, id, by }: ProductCommand, details: object): Action {
  return { actor: by, accountId, action, target: { kind: 'product', id }, details };
}

export async function changeProduct(
  deps: Deps,
  accountId: string,
  id: string,
  change: ProductChange,
  by: Actor = systemActor(accountId),
): Promise<ProductRow> {
  const now = deps.clock.now();
  return deps.writer.commit<[StoredProduct | null, Pictures], ProductRow>({
    load: async (tx) => {
      const before = await lockProduct(tx, accountId, id);
      return [before, await lockPictures(tx, before, { accountId, wanted: change.imageFileId })];
    },
    decide: ([before, pictures]) =>
      decideChangeProduct(before, { accountId, id, change, by }, { now, ...pictures }),
  });
}

type Picture = Pick<FileRow, 'id'>;
/** `isShared`: another product shows the present picture too. */
type Pictures = { picture: Picture | null; isShared: boolean };

/**
 * In one order. The present picture is locked before it is asked who else shows it: a product that is given it at this
 * moment is seen.
 */
async function lockPictures(
  tx: Tx,
  before: StoredProduct | null,
  { accountId, wanted }: { accountId: string; wanted: string | null | undefined },
): Promise<Pictures> {
  const present = wanted === undefined ? null : (before?.image_file_id ?? null);
  const locked = new Map<string, FileRow | null>();
  for (const id of [...new Set([present, wanted])].sort())
    if (id) locked.set(id, await lockPicture(tx, accountId, id));
  const isShared = !!before && !!present && (await isPictureOfOther(tx, before));
  return { picture: (wanted && locked.get(wanted)) || null, isShared };
}

async function lockPicture(
  tx: Tx,
  accountId: string,
  id: string | null | undefined,
): Promise<FileRow | null> {
  return id ? lockFile(tx, accountId, id, 'product_picture') : null;
}

function noPicture() {
  const message = 'must be the id of a file that was uploaded with the purpose product_picture';
  return invalidField('image_file_id', message);
}

/** The new picture stays; the one before goes, some time after no product shows it. */
function pictureRows(
  before: StoredProduct | null,
  after: StoredProduct,
  { now, isShared }: { now: Date; isShared: boolean },
): RowWrite[] {
  const { account_id: accountId, image_file_id: kept } = after;
  const present = before?.image_file_id ?? null;
  if (kept === present) return [];
  return [
    ...(kept ? [rowWrite(keepFile, { accountId, id: kept })] : []),
    ...(present && !isShared ? [rowWrite(releaseFile, { accountId, id: present, now })] : []),
  ];
}

export function decideChangeProduct(
  before: StoredProduct | null,
  command: ChangeProduct,
  { now, picture, isShared }: { now: Date } & Pictures,
): Decision<StoredProduct> {
  if (!before) return notFound('Product');
  if (command.change.imageFileId && !picture) return noPicture();
  const { accountId } = command;
  const after = withChange(before, command.change);
  const details = differences(before, after);
  if (Object.keys(details).length === 0) return done(before);
  const counts =
    after.active === before.active
      ? []
      : [
          { accountId, list: listFor(before.active), change: -1 },
          { accountId, list: listFor(after.active), change: 1 },
        ];
  return done(after, {
    rows: [
      rowWrite(saveProduct, { accountId, product: after }),
      ...pictureRows(before, after, { now, isShared }),
    ],
    counts,
    audit: [productAction('product.changed', command, details)],
  });
}

function withChange(before: StoredProduct, change: ProductChange): StoredProduct {
  const { name, priceCents, description, imageUrl, imageFileId, stock, holdStock, active } = change;
  return {
    ...before,
    name: name ?? before.name,
    price_cents: priceCents ?? before.price_cents,
    description: description === undefined ? before.description : description,
    image_url: imageUrl === undefined ? before.image_url : imageUrl,
    image_file_id: imageFileId === undefined ? before.image_file_id : imageFileId || null,
    stock: stock === undefined ? before.stock : stock === null ? null : BigInt(stock),
    hold_stock: holdStock ?? before.hold_stock,
    active: active ?? before.active,
  };
}

const SHOWN_FIELDS = [
  'name',
  'description',
  'price_cents',
  'image_url',
  'image_file_id',
  'stock',
  'hold_stock',
  'active',
] as const;

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

/** Removes it from lists and from sale. The row stays: past charges refer to it. */
export async function deleteProduct(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  const now = deps.clock.now();
  await deps.writer.commit({
    load: (tx) => lockProduct(tx, accountId, id),
    decide: (before) => decideDeleteProduct(before, { accountId, id, by }, now),
  });
}

export function decideDeleteProduct(
  before: StoredProduct | null,
  command: ProductCommand,
  now: Date,
): Decision<void> {
  if (!before) return notFound('Product');
  const { accountId } = command;
  const product = { ...before, active: false, deleted_at: now };
  return done(undefined, {
    rows: [rowWrite(saveProduct, { accountId, product })],
    counts: [{ accountId, list: listFor(before.active), change: -1 }],
    audit: [productAction('product.deleted', command, { name: before.name })],
  });
}

export async function setProductSplit(
  deps: Deps,
  accountId: string,
  id: string,
  split: readonly SplitItem[],
  by: Actor = systemActor(accountId),
): Promise<readonly SplitItem[]> {
  return deps.writer.commit<ProductSplitState, readonly SplitItem[]>({
    load: async (tx) => ({
      product: await lockProduct(tx, accountId, id),
      activeRecipients: await activeAccounts(
        tx,
        split.map((item) => item.recipientId),
      ),
    }),
    decide: (state) => decideSetProductSplit(state, { accountId, id, split, by }),
  });
}

export type ProductSplitState = {
  product: StoredProduct | null;
  activeRecipients: ReadonlySet<string>;
};

export function decideSetProductSplit(
  { product, activeRecipients }: ProductSplitState,
  command: SetProductSplit,
): Decision<readonly SplitItem[]> {
  const { accountId, split } = command;
  const refusal = refusedPercentages(split) ?? refusedRecipients(accountId, split, activeRecipients);
  if (refusal) return refusal;
  if (!product) return notFound('Product');
  const details = { before: presentSplit(product.split), after: presentSplit(split) };
  if (JSON.stringify(details.before) === JSON.stringify(details.after)) return done(split);
  return done(split, {
    rows: [rowWrite(saveProduct, { accountId, product: { ...product, split: [...split] } })],
    audit: [productAction('product.split_changed', command, details)],
  });
}
