import { byId, type PageSource } from '../db/pages.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { withOpenDisputes } from './disputes/listed.ts';
import { chargeTotal, countCharges } from './figures/counts.ts';
import { type ChargeFilter, COLUMNS, Conditions, type ListedCharge } from './list-conditions.ts';
import { searchCharges } from './search.ts';

const CHARGE_PAGES: PageSource<ListedCharge> = {
  name: 'charges',
  ...byId('charges', COLUMNS),
  total: chargeTotal,
};

export type ListedCharges = {
  rows: ListedCharge[];
  total: bigint | number;
  /** There are at least as many as `total` says. */
  isMinimum?: boolean;
};

type ListDeps = Pick<Deps, 'db' | 'rollups' | 'pages' | 'vault'>;

/** One account's charges, newest first: ids sort by creation, so the id is the order and the cursor. */
export async function listCharges(
  deps: ListDeps,
  accountId: string,
  filter: ChargeFilter,
  page: IdPage,
): Promise<ListedCharges> {
  const listed = await readList(deps, accountId, filter, page);
  return { ...listed, rows: await withOpenDisputes(deps.db, accountId, listed.rows) };
}

async function readList(
  deps: ListDeps,
  accountId: string,
  filter: ChargeFilter,
  page: IdPage,
): Promise<ListedCharges> {
  const { db, rollups, pages } = deps;
  if (filter.search !== null) return searchCharges(deps, accountId, filter.search, filter, page);
  rollups.viewed(accountId);
  const query = new Conditions(accountId, filter);
  if (query.isEmpty && page.offset === 0) {
    return pages.read(CHARGE_PAGES, { accountId, below: page.below, rows: page.limit + 1 });
  }
  const [rows, total] = await Promise.all([
    db.query<ListedCharge>(...query.page(page)),
    query.isCounted
      ? countCharges(db, accountId, filter.statuses, filter.billingType)
      : countMatching(db, query),
  ]);
  return { rows, total };
}

/** Rows of a page alone, without the total. */
export async function readCharges(
  deps: Pick<Deps, 'db' | 'vault'>,
  accountId: string,
  filter: ChargeFilter,
  page: IdPage,
): Promise<ListedCharge[]> {
  const { db } = deps;
  const rows =
    filter.search === null
      ? await db.query<ListedCharge>(...new Conditions(accountId, filter).page(page))
      : (await searchCharges(deps, accountId, filter.search, filter, page)).rows;
  return withOpenDisputes(db, accountId, rows);
}

async function countMatching(db: Db, query: Conditions): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(...query.count());
  return row?.total ?? 0n;
}
