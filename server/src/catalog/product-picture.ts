import { type Db, statement } from '../db/pool.ts';
import { picturePath } from '../files/picture-path.ts';

/** A picture that a page can show without jumping: its size is known before it is loaded. */
export type ProductPicture = { path: string; width: number; height: number };

const ofProduct = statement(
  'products.picture',
  `select f.id, f.width, f.height
   from products p
   join files f on f.account_id = p.account_id and f.id = p.image_file_id
   where p.account_id = $1
     and p.id = $2
     and f.is_stored`,
);

/** Also of a product that is no longer sold: its charges still show it. */
export async function findProductPicture(
  db: Db,
  accountId: string,
  productId: string | null,
): Promise<ProductPicture | null> {
  if (!productId) return null;
  const [row] = await db.query<{ id: string; width: number; height: number }>(ofProduct, [
    accountId,
    productId,
  ]);
  return row ? { path: picturePath(accountId, row.id), width: row.width, height: row.height } : null;
}
