import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { folderOf } from './folder.ts';
import { type Db, openDb, statement } from './pool.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connectionString: database.connectionString, connections: 2 });
  await db.query('create table folds (account_id uuid)');
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await db.close();
  await database.drop();
});

const newFolder = () => folderOf(statement(`test.${randomUUID()}`, 'insert into folds values ($1)'))(db);

async function foldsOf(accountId: string): Promise<number> {
  return (await db.query('select from folds where account_id = $1', [accountId])).length;
}

describe('an account', () => {
  it('with few changes waits, and is folded once when it has waited', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const [folder, account] = [newFolder(), randomUUID()];
    folder.touch(account);
    await folder.foldDue();
    vi.advanceTimersByTime(19_000);
    folder.touch(account);
    await folder.foldDue();
    expect(await foldsOf(account)).toBe(0);
    vi.advanceTimersByTime(1_000);
    await folder.foldDue();
    await folder.foldDue();
    expect(await foldsOf(account)).toBe(1);
  });

  it('with much to count is folded at once', async () => {
    const [folder, account] = [newFolder(), randomUUID()];
    for (let change = 0; change < 399; change += 1) folder.touch(account);
    await folder.foldDue();
    expect(await foldsOf(account)).toBe(0);
    folder.touch(account);
    await folder.foldDue();
    expect(await foldsOf(account)).toBe(1);
  });

  it('that changed is folded at once when somebody looks, and one that did not change is not', async () => {
    const [folder, changed, still] = [newFolder(), randomUUID(), randomUUID()];
    folder.touch(changed);
    for (const account of [changed, still]) folder.lookedAt(account);
    await folder.foldDue();
    expect([await foldsOf(changed), await foldsOf(still)]).toEqual([1, 0]);
  });

  it('is folded whenever that is asked for', async () => {
    const [folder, changed, seen] = [newFolder(), randomUUID(), randomUUID()];
    folder.touch(changed);
    folder.lookedAt(seen);
    await folder.fold();
    await folder.fold();
    expect([await foldsOf(changed), await foldsOf(seen)]).toEqual([1, 1]);
  });
});
