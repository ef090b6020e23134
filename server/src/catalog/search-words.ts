import { routed } from '../db/distributed/routed.ts';
import { type Db, type Statement, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { rowsOf, rowType } from '../db/wire/row-type.ts';
import type { Deps } from '../http/deps.ts';
import { type SearchedKind, searchQuery } from '../kit/search-words.ts';
import type { RowWriter } from '../write/effects.ts';

/** What an object of an account is found by: lexemes of `kit/search-words.ts`. */
export type FoundBy = { accountId: string; kind: SearchedKind; id: string; words: readonly string[] };

export const searchWordsRow = rowType<FoundBy>('search_words_row', [
  { name: 'account_id', type: 'uuid', of: ({ accountId }) => accountId },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'object_id', type: 'uuid', of: ({ id }) => id },
  { name: 'words', type: 'text', of: ({ words }) => words.join(' ') },
]);

/** Lexemes hold no spaces. */
export const lexemesOf = (text: string) => `array_to_tsvector(string_to_array(${text}, ' '))`;

const saveOne = statement(
  'search_words.save_one',
  `insert into search_words (account_id, kind, object_id, words)
   values ($1, $2, $3, ${lexemesOf('$4::text')})
   on conflict (account_id, kind, object_id) do update set words = excluded.words
   returning object_id`,
);

/** In place of what the object was found by. */
export const saveWords: RowWriter<FoundBy> = {
  statement: statement(
    'search_words.save',
    `insert into search_words (account_id, kind, object_id, words)
     select account_id, kind, object_id, ${lexemesOf('words')}
     from unnest($1::search_words_row[])
     on conflict (account_id, kind, object_id) do update set words = excluded.words
     returning object_id`,
  ),
  values: (rows) => [rowsOf(searchWordsRow, rows)],
  writes: 'all',
  routed: insertWordsRouted,
};

/** Each goes to the node of its account. */
export async function insertWordsRouted(tx: Tx, rows: readonly FoundBy[]): Promise<object[]> {
  const saved: object[] = [];
  for (const { accountId, kind, id, words } of rows) {
    saved.push(...(await tx.query(saveOne, [accountId, kind, id, words.join(' ')])));
  }
  return saved;
}

/** Of old objects: one that has words has them from a newer write. */
export const fillWords = statement(
  'search_words.fill',
  `insert into search_words (account_id, kind, object_id, words)
   select account_id, kind, object_id, ${lexemesOf('words')}
   from unnest($1::search_words_row[])
   where account_id is not null /*routed and account_id = $2 */
   on conflict (account_id, kind, object_id) do nothing`,
);

/** More than these are not collected. */
export const MAX_FOUND = 5_000;

/**
 * The newest objects that a text query finds. Lexemes begin with their account: as it is not named here, only the
 * index of words can serve this, whatever the table's statistics. The account itself is compared outside. `$1` account.
 */
export const foundByWords = (query: string) => `select object_id as id
   from (
     select account_id, object_id
     from search_words
     where words @@ ${query}::tsquery /*routed and account_id = $1 */
     order by object_id desc
     limit ${MAX_FOUND + 1}
   ) as found
   where account_id = $1`;

/** Of so many newest objects, how many must have the words for them to be common: a list then soon shows some. */
const LOOKED_AT = 2_000;
const COMMON = 20;

const amongNewest = statement(
  'search_words.among_newest',
  `select count(*) filter (where words @@ $3::tsquery) as found, count(*) as looked
   from (
     select words
     from search_words
     where account_id = $1
       and kind = $2
     order by object_id desc
     limit ${LOOKED_AT}
   ) as newest`,
);

/**
 * How many of the newest have the words, if they are so common that reading the list itself finds some at once: the index
 * would have to give all of them. Null: they are not, or there are few objects.
 */
export async function findCommon(
  db: Db,
  accountId: string,
  kind: SearchedKind,
  query: string,
): Promise<bigint | null> {
  const [row] = await db.query<{ found: bigint; looked: bigint }>(amongNewest, [accountId, kind, query]);
  return row && row.looked === BigInt(LOOKED_AT) && row.found > COMMON ? row.found : null;
}

/** Whether an object that is read anyway has the words. `$1` account. */
export const hasWords = (query: string, kind: SearchedKind, id: string) => `(
   select s.words @@ ${query}::tsquery
   from search_words s
   where s.account_id = $1
     and s.kind = '${kind}'
     and s.object_id = ${id}
 )`;

/** The ids that a statement over `foundByWords` gives; more than `MAX_FOUND`: there are others. */
export async function findByWords(db: Db, sql: Statement, values: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(db.isDistributed ? routed(sql) : sql, values);
  return rows.map(({ id }) => id);
}

/** Null: there is no word in it. */
export function wordsQuery(
  { vault }: Pick<Deps, 'vault'>,
  accountId: string,
  kind: SearchedKind,
  search: string,
): string | null {
  return searchQuery(vault, accountId, kind, search);
}
