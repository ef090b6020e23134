import { describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import { type PageSource, Pages } from './pages.ts';
import type { Db } from './pool.ts';

type Row = readonly [id: number, at: string];

/** Account N has N rows, numbered from 1. */
const NUMBERS: PageSource<Row> = {
  name: 'test numbers',
  order: { column: 'number', type: 'bigint' },
  page: (account, below, rows) => `select number::bigint as number, '2026-11-14 12:00:00.5+00'::timestamptz
    from generate_series(${sizeOf(account)}, 1, -1) as number
    where number < ${below}
    order by number desc
    limit ${rows}`,
  total: (account) => `select ${sizeOf(account)}::bigint`,
};

const sizeOf = (account: string) => `right(${account}::text, 4)::integer`;
const accountOf = (size: number) => `00000000-0000-7000-8000-${String(size).padStart(12, '0')}`;
const BEYOND = '9223372036854775807';

/** Counts the statements that go through it. */
function counting(db: Db): { db: Db; count: () => number } {
  let count = 0;
  const query: Db['query'] = (sql, values) => {
    count += 1;
    return db.query(sql, values);
  };
  return { db: { ...db, isDistributed: db.isDistributed, query } as Db, count: () => count };
}

describe('pages that are asked for at once', () => {
  it('are each the page of its own account, newest first, with its total, also where there is nothing', async ({
    db,
  }) => {
    const sizes = [3, 0, 120, 7, 1, 0, 50, 51, 2];
    const pages = new Pages(db);
    const read = await Promise.all(
      sizes.map((size) => pages.read(NUMBERS, { accountId: accountOf(size), below: BEYOND, rows: 51 })),
    );
    expect(read.map(({ total }) => total)).toEqual(sizes);
    for (const [place, size] of sizes.entries()) {
      const newest = Array.from({ length: Math.min(size, 51) }, (_, index) => size - index);
      expect(read[place]?.rows).toEqual(newest.map((number) => [number, '2026-11-14T12:00:00.500Z']));
    }
  });

  it('go on below the last of the page before', async ({ db }) => {
    const { rows, total } = await new Pages(db).read(NUMBERS, {
      accountId: accountOf(10),
      below: '4',
      rows: 2,
    });
    expect({ numbers: rows.map(([number]) => number), total }).toEqual({ numbers: [3, 2], total: 10 });
  });

  it('share a statement on one server, and have one each where accounts are on several nodes', async ({
    db,
  }) => {
    const sixteen = async (pages: Pages) => {
      const accounts = Array.from({ length: 16 }, (_, index) => accountOf(index));
      const read = accounts.map((accountId) => pages.read(NUMBERS, { accountId, below: BEYOND, rows: 5 }));
      return (await Promise.all(read)).map(({ total }) => total);
    };
    const shared = counting(db);
    const own = counting({ ...db, isDistributed: true, query: db.query } as Db);
    expect(await sixteen(new Pages(own.db))).toEqual(await sixteen(new Pages(shared.db)));
    expect(own.count()).toBe(16);
    expect(shared.count()).toBe(db.isDistributed ? 16 : 4);
  });
});
