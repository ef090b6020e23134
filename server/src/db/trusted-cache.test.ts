import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import type { Db } from './pool.ts';
import { runTransaction } from './transaction.ts';
import { deleteOldChanges, TrustedCache, waitForCacheExpiry } from './trusted-cache.ts';

const ACCOUNT = '0193c0de-0000-7000-8000-000000000001';
const OTHER = '0193c0de-0000-7000-8000-000000000002';

let database: TestDatabase;
let db: Db;
let node: Db;
let caches: Record<'here' | 'elsewhere', TrustedCache>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 4 });
  node = openTestDb({ connectionString: database.connectionString, connections: 4 });
  caches = { here: new TrustedCache(db), elsewhere: new TrustedCache(node) };
});
afterAll(async () => {
  await db.close();
  await node.close();
  await database.drop();
});

const touch = (accountId: string) =>
  db.query('insert into changed_accounts (account_id) values ($1)', [accountId]);

function countedReader(
  over: keyof typeof caches,
  accountOf: (value: string) => string | null = () => ACCOUNT,
) {
  const loads: string[] = [];
  const read = caches[over].reader({
    load: async (key) => {
      loads.push(key);
      return `${key} ${loads.length}`;
    },
    accountsOf: (value) => {
      const accountId = accountOf(value);
      return accountId === null ? null : [accountId];
    },
  });
  return { loads, read };
}

describe('a trusted reader', () => {
  it('loads once for many who ask, together and later', async () => {
    const { loads, read } = countedReader('here');
    await Promise.all([read('a'), read('a'), read('b')]);
    await waitForCacheExpiry();
    await read('a');
    expect(loads).toEqual(['a', 'b']);
  });

  it('drops a changed account on every node after the wait, and keeps the others', async () => {
    const readers = [
      countedReader('here'),
      countedReader('elsewhere'),
      countedReader('elsewhere', () => OTHER),
    ];
    for (const { read } of readers) await read('a');
    await touch(ACCOUNT);
    await waitForCacheExpiry();
    for (const { read } of readers) await read('a');
    expect(readers.map(({ loads }) => loads.length)).toEqual([2, 2, 1]);
  });

  it('misses no change that commits after a later one', async () => {
    // Its own: an earlier test's change is seen again for as long as anybody's older transaction is open.
    const account = randomUUID();
    const { loads, read } = countedReader('elsewhere', () => account);
    await read('a');
    await runTransaction(db, async (tx) => {
      await tx.query('insert into changed_accounts (account_id) values ($1)', [account]);
      await touch(OTHER);
      await waitForCacheExpiry();
      await read('a');
      expect(loads).toHaveLength(1);
    });
    await waitForCacheExpiry();
    await read('a');
    expect(loads).toHaveLength(2);
  });

  it('keeps neither a failure nor what belongs to no account', async () => {
    let fails = true;
    const flaky = caches.here.reader({
      load: async () => {
        if (fails) throw new Error('down');
        return 'up';
      },
      accountsOf: () => [ACCOUNT],
    });
    await expect(flaky('x')).rejects.toThrow('down');
    fails = false;
    expect(await flaky('x')).toBe('up');
    const { loads, read } = countedReader('here', () => null);
    await read('a');
    await read('a');
    expect(loads).toHaveLength(2);
  });
});

it('old changes are deleted', async () => {
  await db.query(
    `insert into changed_accounts (account_id, changed_at) values ($1, now() - interval '2 hours')`,
    [ACCOUNT],
  );
  await deleteOldChanges(db);
  expect(
    await db.query(`select 1 from changed_accounts where changed_at < now() - interval '1 hour'`),
  ).toEqual([]);
});
