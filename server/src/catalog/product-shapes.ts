import { type Static, Type } from 'typebox';
import { picturePath } from '../files/picture-path.ts';
import {
  filledText,
  instantShape,
  namedObject,
  nullable,
  readAmount,
  readWebAddress,
} from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';
import { reaisFromCents } from '../kit/money.ts';
import { MAX_WEB_ADDRESS_LENGTH } from '../kit/web-address.ts';
import type { NewProduct, ProductChange } from './change-product.ts';
import type { ProductRow } from './products.ts';
import { presentSplit, type SplitItem, splitBody, splitShape } from './split-rules.ts';

const MAX_STOCK = 1_000_000_000;

export const productShape = namedObject('Product', {
  object: Type.Literal('product'),
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  price: Type.Number(),
  image_url: nullable(Type.String({ description: 'Where the picture is: ours, once one was uploaded' })),
  stock: nullable(Type.Integer({ description: 'null when not tracked' })),
  active: Type.Boolean(),
  created_at: instantShape,
  hold_stock: Type.Boolean({ description: 'Whether an open charge holds its unit until it ends' }),
  image_file_id: nullable(Type.String({ description: 'The uploaded picture, which payers see' })),
});

/** `publicUrl`: where pictures of ours are reached. */
export const presentProduct = (publicUrl: string) => (row: ProductRow) => {
  const { image_file_id: picture } = row;
  return {
    object: 'product' as const,
    id: row.id,
    name: row.name,
    description: row.description,
    price: reaisFromCents(row.price_cents),
    image_url: picture ? publicUrl + picturePath(row.account_id, picture) : row.image_url,
    stock: row.stock === null ? null : Number(row.stock),
    active: row.active,
    created_at: row.created_at.toISOString(),
    hold_stock: row.hold_stock,
    image_file_id: picture,
  };
};

export const updatedProductShape = Type.Pick(productShape, ['object', 'id', 'name', 'price', 'active'], {
  title: 'UpdatedProduct',
});

export const productSplitShape = namedObject('ProductSplit', {
  object: Type.Literal('product'),
  id: Type.String(),
  split: splitShape,
});

export function presentProductSplit(id: string, split: readonly SplitItem[]) {
  return { object: 'product' as const, id, split: presentSplit(split) };
}

const name = filledText(200);
const price = Type.Number({ description: 'Reais' });
const details = {
  description: Type.Optional(nullable(Type.String({ maxLength: 2_000 }))),
  image_url: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: MAX_WEB_ADDRESS_LENGTH }))),
  image_file_id: Type.Optional(
    nullable(
      Type.String({
        maxLength: 36,
        description: 'Of POST /files with the purpose product_picture; payers see it',
      }),
    ),
  ),
  stock: Type.Optional(
    nullable(Type.Integer({ minimum: 0, maximum: MAX_STOCK, description: 'null: not tracked' })),
  ),
  hold_stock: Type.Optional(
    Type.Boolean({
      description:
        'true: an open charge holds its unit until it ends, so that no more is sold than is there. false: more may be paid than is there; such a charge is oversold',
    }),
  ),
};

export const productBody = namedObject('CreateProduct', { name, price, ...details });
export const productChangeBody = namedObject('UpdateProduct', {
  name: Type.Optional(name),
  price: Type.Optional(price),
  ...details,
  active: Type.Optional(Type.Boolean()),
});
export const productSplitBody = namedObject('UpdateProductSplit', { split: splitBody });
export const productQuery = Type.Object({
  active: Type.Optional(Type.Boolean()),
  ...pageQuery,
  ...cursorQuery,
});

export function readProduct(body: Static<typeof productBody>): NewProduct {
  return { ...readProductChange(body), name: body.name, priceCents: readAmount('price', body.price) };
}

export function readProductChange(body: Static<typeof productChangeBody>): ProductChange {
  const { name, price, description, image_url: imageUrl, stock, hold_stock: holdStock, active } = body;
  const { image_file_id: imageFileId } = body;
  return {
    name,
    priceCents: price === undefined ? undefined : readAmount('price', price),
    description,
    imageUrl: imageUrl ? readWebAddress('image_url', imageUrl) : imageUrl,
    imageFileId,
    stock,
    holdStock,
    active,
  };
}
