import { type Db, statement } from '../db/pool.ts';
import type { Vault } from '../kit/secrets.ts';
import type { ListedCharge } from './list-conditions.ts';
import { openPurchase, type Purchase } from './purchase.ts';

/** A row of the list, and what was bought. */
export type BoughtCharge = readonly [...ListedCharge, Purchase | null];

const LINK_AT = 10;

const purchasesAmong = statement(
  'charges.purchases_among',
  `select id, purchase
   from charges
   where account_id = $1
     and id = any($2::uuid[])
     and purchase is not null`,
);

/** Only charges through links have a purchase; the list itself does not show it. */
export async function withPurchases(
  { db, vault }: { db: Db; vault: Vault },
  accountId: string,
  rows: readonly ListedCharge[],
): Promise<BoughtCharge[]> {
  const ids = rows.filter((row) => row[LINK_AT] !== null).map(([id]) => id);
  const found =
    ids.length > 0
      ? await db.query<{ id: string; purchase: Purchase }>(purchasesAmong, [accountId, ids])
      : [];
  const purchases = new Map(found.map(({ id, purchase }) => [id, openPurchase(vault, purchase)]));
  return rows.map((row): BoughtCharge => [...row, purchases.get(row[0]) ?? null]);
}

export function answersInWords(purchase: Purchase | null): string | null {
  const said = purchase?.answers?.map(({ question, answer }) => `${question}: ${answer}`);
  return said ? said.join('; ') : null;
}
