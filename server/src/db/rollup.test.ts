import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import type { Db } from './pool.ts';
import { type Rollup, Rollups, rolledUp, tailOf } from './rollup.ts';
import { runTransaction } from './transaction.ts';

const sales: Rollup<'sale_sums'> = {
  name: 'test sales',
  mark: { table: 'sale_marks', column: 'through' },
  end: '(select coalesce(max(number), 0) from sales where account_id = $1)',
  source: (mark, end) => `select shop, cents
     from sales
     where account_id = $1
       and number > ${mark}
       ${end ? `and number <= ${end}` : ''}`,
  tables: {
    sale_sums: {
      keys: ['shop'],
      sums: ['count', 'cents'],
      select: 'select shop, count(*), sum(cents)::bigint from tail group by 1',
    },
  },
};

let database: TestDatabase;
let db: Db;
let rollups: Rollups;
let account: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 8 });
  await db.query(
    `create table sales (account_id uuid, number bigint, shop text, cents bigint);
     create table sale_sums (account_id uuid, shop text, count bigint, cents bigint, primary key (account_id, shop));
     create table sale_marks (account_id uuid primary key, through bigint not null default 0);
     create table folds (account_id uuid);
     create function note_fold() returns trigger language plpgsql as
       $$ begin insert into folds values (new.account_id); return null; end $$;
     create trigger sale_marks_moved after update on sale_marks for each row execute function note_fold()`,
  );
});
beforeEach(async () => {
  rollups = new Rollups(db, [sales]);
  account = await newAccount();
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function newAccount(): Promise<string> {
  const id = randomUUID();
  await db.query('insert into sale_marks (account_id) values ($1)', [id]);
  return id;
}

async function sell(number: number, shop: string, cents: number): Promise<void> {
  await db.query('insert into sales values ($1, $2, $3, $4)', [account, number, shop, cents]);
}

const ofShop = (shop: string) => ({
  folded: () =>
    db.query('select count, cents from sale_sums where account_id = $1 and shop = $2', [account, shop]),
  total: async () => {
    const [row] = await db.query(
      `${tailOf(sales)}
       select sum(count)::bigint as count, sum(cents)::bigint as cents
       from ${rolledUp(sales, 'sale_sums')} as sums
       where shop = $2`,
      [account, shop],
    );
    return row;
  },
});

async function foldsOf(accountId: string): Promise<number> {
  return (await db.query('select from folds where account_id = $1', [accountId])).length;
}

describe('a rollup', () => {
  it('is exact before a fold, after it, and with a tail', async () => {
    const { folded, total } = ofShop('north');
    await sell(1, 'north', 100);
    await sell(2, 'south', 7);
    await sell(3, 'north', 50);
    expect(await folded()).toEqual([]);
    expect(await total()).toEqual({ count: 2n, cents: 150n });
    rollups.touch(account);
    await rollups.fold();
    expect(await folded()).toEqual([{ count: 2n, cents: 150n }]);
    expect(await total()).toEqual({ count: 2n, cents: 150n });
    await sell(4, 'north', 1);
    expect(await folded()).toEqual([{ count: 2n, cents: 150n }]);
    expect(await total()).toEqual({ count: 3n, cents: 151n });
    rollups.touch(account);
    await rollups.fold();
    expect(await folded()).toEqual([{ count: 3n, cents: 151n }]);
    expect(await total()).toEqual({ count: 3n, cents: 151n });
  });

  it('counts every row once when several processes fold at once', async () => {
    const { folded, total } = ofShop('north');
    for (let number = 1; number <= 20; number += 1) {
      await sell(number, 'north', 5);
      const processes = Array.from({ length: 4 }, () => new Rollups(db, [sales]));
      for (const process of processes) process.touch(account);
      await Promise.all(processes.map((process) => process.fold()));
    }
    expect(await folded()).toEqual([{ count: 20n, cents: 100n }]);
    expect(await total()).toEqual({ count: 20n, cents: 100n });
  });

  it('is left to the process that is folding it, without waiting', async () => {
    await sell(1, 'north', 5);
    rollups.touch(account);
    await runTransaction(db, async (tx) => {
      await tx.query('select from sale_marks where account_id = $1 for update', [account]);
      await rollups.fold();
    });
    expect(await ofShop('north').folded()).toEqual([]);
    expect(await ofShop('north').total()).toEqual({ count: 1n, cents: 5n });
  });
});

describe('an account', () => {
  it('with few changes waits, and is folded once when it has waited', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    rollups.touch(account);
    await rollups.foldDue();
    vi.advanceTimersByTime(19_000);
    rollups.touch(account);
    await rollups.foldDue();
    expect(await foldsOf(account)).toBe(0);
    vi.advanceTimersByTime(1_000);
    await rollups.foldDue();
    await rollups.foldDue();
    expect(await foldsOf(account)).toBe(1);
  });

  it('with many changes is folded at once', async () => {
    for (let change = 0; change < 399; change += 1) rollups.touch(account);
    await rollups.foldDue();
    expect(await foldsOf(account)).toBe(0);
    rollups.touch(account);
    await rollups.foldDue();
    expect(await foldsOf(account)).toBe(1);
  });

  it('that changed is folded at once when it is viewed, and one that did not change is not', async () => {
    const unchanged = await newAccount();
    rollups.touch(account);
    for (const each of [account, unchanged]) rollups.viewed(each);
    await rollups.foldDue();
    expect([await foldsOf(account), await foldsOf(unchanged)]).toEqual([1, 0]);
  });

  it('is folded whenever that is asked for', async () => {
    const viewed = await newAccount();
    rollups.touch(account);
    rollups.viewed(viewed);
    await rollups.fold();
    await rollups.fold();
    expect([await foldsOf(account), await foldsOf(viewed)]).toEqual([1, 1]);
  });
});
