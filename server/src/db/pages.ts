import { createBatcher } from '../kit/batcher.ts';
import { type Db, shown } from './pool.ts';

/** SQL of one list, each part for the account, the bound and the number of rows that are given to it. */
export type PageSource<Row extends readonly unknown[]> = {
  readonly name: string;
  /** The column that the list is ordered by, newest first. */
  readonly order: { readonly column: string; readonly type: 'uuid' | 'bigint' };
  page(account: string, below: string, rows: string): string;
  /** How many rows the whole list has: one column. */
  total(account: string): string;
  /** The type of a row: an array of the columns, as `shown` gives them. */
  readonly row?: Row;
};

/** Of a list that is ordered by id. */
export const byId = (table: string, columns: string) => ({
  order: { column: 'id', type: 'uuid' as const },
  page: (account: string, below: string, rows: string) => `select ${columns}
     from ${table}
     where account_id = ${account}
       and id < ${below}
     order by id desc
     limit ${rows}`,
});

type WantedPage = { accountId: string; below: string; rows: number };
type ReadPage<Row> = { rows: Row[]; total: number };
type AnyRow = readonly unknown[];
type Reader = (wanted: WantedPage) => Promise<ReadPage<AnyRow>>;

/** A page is bounded, and so is a batch; several rows of batches, so that one slow page does not hold up all. */
const MAX_BATCH = 8;
const LANES = 4;

/** Pages of lists without filters. Those of several accounts that are asked for at once are read by one statement. */
export class Pages {
  readonly #db: Db;
  readonly #readers = new Map<PageSource<never>, Reader>();

  constructor(db: Db) {
    this.#db = db;
  }

  read<Row extends AnyRow>(source: PageSource<Row>, wanted: WantedPage): Promise<ReadPage<Row>> {
    const key = source as unknown as PageSource<never>;
    const known = this.#readers.get(key);
    const reader = known ?? readerOf(this.#db, key);
    if (!known) this.#readers.set(key, reader);
    return reader(wanted) as Promise<ReadPage<Row>>;
  }
}

function readerOf(db: Db, source: PageSource<never>): Reader {
  if (db.isDistributed) {
    const one = shown(`${source.name}.page`, onePage(source));
    return async ({ accountId, below, rows }) => {
      const [read] = pagesOf(await db.query<unknown[]>(one, [accountId, below, rows]), 1);
      return read as ReadPage<AnyRow>;
    };
  }
  const many = shown(`${source.name}.pages`, manyPages(source));
  return createBatcher<WantedPage, ReadPage<AnyRow>>({
    maxItems: MAX_BATCH,
    keyOf: ({ accountId }) => String(accountId.charCodeAt(accountId.length - 1) % LANES),
    run: async (wanted) => {
      const values = [
        wanted.map(({ accountId }) => accountId),
        wanted.map(({ below }) => below),
        wanted.map(({ rows }) => rows),
      ];
      return pagesOf(await db.query<unknown[]>(many, values), wanted.length);
    },
  });
}

const onePage = ({
  page,
  total,
  order: { column, type },
}: PageSource<never>) => `select page.*, 1 as place, counted.total
   from (${total('$1::uuid')}) as counted (total)
   left join (${page('$1::uuid', `$2::${type}`, '$3::integer')}) as page on true
   order by page.${column} desc`;

const manyPages = ({
  page,
  total,
  order: { column, type },
}: PageSource<never>) => `select page.*, wanted.place::integer, counted.total
   from unnest($1::uuid[], $2::${type}[], $3::integer[]) with ordinality as wanted (account_id, below, rows, place)
   cross join lateral (${total('wanted.account_id')}) as counted (total)
   left join lateral (${page('wanted.account_id', 'wanted.below', 'wanted.rows')}) as page on true
   order by wanted.place, page.${column} desc`;

/** Place and total stand at the end of each row; a list without rows is one row of nulls with both. */
function pagesOf(read: readonly unknown[][], count: number): ReadPage<AnyRow>[] {
  const pages = Array.from({ length: count }, (): ReadPage<AnyRow> => ({ rows: [], total: 0 }));
  for (const row of read) {
    const total = row.pop() as number;
    const page = pages[(row.pop() as number) - 1] as ReadPage<AnyRow>;
    page.total = total;
    if (row[0] !== null) page.rows.push(row);
  }
  return pages;
}
