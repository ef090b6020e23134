import {
  findByWords,
  findCommon,
  foundByWords,
  hasWords,
  MAX_FOUND,
  wordsQuery,
} from '../catalog/search-words.ts';
import { type Db, shown, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { isId } from '../kit/ids.ts';
import type { ListedCharges } from './list.ts';
import { type ChargeFilter, COLUMNS, Conditions, type ListedCharge } from './list-conditions.ts';

const NUMBER = /^\d{1,18}$/;

// A text that is no id, no number, or has no words, is null here: its part finds nothing.
export const findCharges = statement(
  'charges.find',
  `(
     select id
     from charges
     where account_id = $1
       and external_reference = $2
     order by id desc
     limit ${MAX_FOUND + 1}
   )
   union
   select charge_id
   from provider_references
   where account_id = $1
     and reference = $2
   union
   select id
   from charges
   where account_id = $1
     and id = $3
   union
   select id
   from charges
   where account_id = $1
     and number = $4
     and (billing_type = 'CREDIT_CARD' or payer_chooses)
   union
   (${foundByWords('$5')})
   order by id desc
   limit ${MAX_FOUND + 1}`,
);

/**
 * Words that many of the newest charges have are looked for in the list itself. What others find is collected, up to a
 * bound, and the page is cut from it; beyond the bound the list is read too.
 */
export async function searchCharges(
  deps: Pick<Deps, 'db' | 'vault'>,
  accountId: string,
  search: string,
  filter: ChargeFilter,
  page: IdPage,
): Promise<ListedCharges> {
  const { db } = deps;
  const words = wordsQuery(deps, accountId, 'charge', search);
  const common = words === null ? null : await findCommon(db, accountId, 'charge', words);
  if (words !== null && common !== null) {
    const rows = await readThrough(db, accountId, words, filter, page);
    if (new Conditions(accountId, { ...filter, search: null }).isEmpty)
      return { rows, total: common, isMinimum: true };
    const total = page.offset + Math.min(rows.length, page.limit);
    return { rows, total, isMinimum: rows.length > page.limit || page.after !== null };
  }
  const ids = await findIds(db, accountId, search, words);
  const found = await pageOfFound(db, accountId, ids.slice(0, MAX_FOUND), filter, page);
  if (words === null || ids.length <= MAX_FOUND) return found;
  if (found.rows.length > page.limit) return { ...found, isMinimum: true };
  const rows = await readThrough(db, accountId, words, filter, page);
  return { rows, total: found.total, isMinimum: true };
}

/** The list from its newest charge on, each looked at. */
function readThrough(
  db: Db,
  accountId: string,
  words: string,
  filter: ChargeFilter,
  page: IdPage,
): Promise<ListedCharge[]> {
  const query = new Conditions(accountId, { ...filter, search: null });
  query.add('words', hasWords('?', 'charge', 'charges.id'), words);
  return db.query<ListedCharge>(...query.page(page));
}

async function findIds(db: Db, accountId: string, search: string, words: string | null): Promise<string[]> {
  const id = search.toLowerCase();
  const values = [accountId, search, isId(id) ? id : null, NUMBER.test(search) ? search : null, words];
  return (await findByWords(db, findCharges, values)).sort((one, other) => (one < other ? 1 : -1));
}

const byIds = shown(
  'charges.list_found',
  `select ${COLUMNS}
   from charges
   where account_id = $1
     and id = any($2::uuid[])
   order by id desc`,
);

export function listedByIds(db: Db, accountId: string, ids: readonly string[]): Promise<ListedCharge[]> {
  return db.query<ListedCharge>(byIds, [accountId, ids]);
}

/** `ids` are newest first. */
async function pageOfFound(
  db: Db,
  accountId: string,
  ids: readonly string[],
  filter: ChargeFilter,
  page: IdPage,
): Promise<ListedCharges> {
  const query = new Conditions(accountId, filter);
  if (query.isEmpty) {
    const below = page.after === null ? ids : ids.filter((id) => id < page.below);
    const own = below.slice(page.offset, page.offset + page.limit + 1);
    return { rows: await listedByIds(db, accountId, own), total: ids.length };
  }
  query.add('found', 'id = any(?::uuid[])', ids);
  const [rows, [counted]] = await Promise.all([
    db.query<ListedCharge>(...query.page(page)),
    db.query<{ total: bigint }>(...query.count()),
  ]);
  return { rows, total: counted?.total ?? 0n };
}
