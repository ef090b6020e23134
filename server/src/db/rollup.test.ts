import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type Db, openDb, statement } from './pool.ts';
import { Rollups } from './rollup.ts';

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

const noteFold = statement('test.note_fold', 'insert into folds values ($1)');
const newRollups = () => new Rollups(db, [noteFold]);

async function foldsOf(accountId: string): Promise<number> {
  return (await db.query('select from folds where account_id = $1', [accountId])).length;
}

describe('an account', () => {
  it('with few changes waits, and is folded once when it has waited', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const [rollups, account] = [newRollups(), randomUUID()];
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

  it('with much to count is folded at once', async () => {
    const [rollups, account] = [newRollups(), randomUUID()];
    for (let change = 0; change < 399; change += 1) rollups.touch(account);
    await rollups.foldDue();
    expect(await foldsOf(account)).toBe(0);
    rollups.touch(account);
    await rollups.foldDue();
    expect(await foldsOf(account)).toBe(1);
  });

  it('that changed is folded at once when it is viewed, and one that did not change is not', async () => {
    const [rollups, changed, still] = [newRollups(), randomUUID(), randomUUID()];
    rollups.touch(changed);
    for (const account of [changed, still]) rollups.viewed(account);
    await rollups.foldDue();
    expect([await foldsOf(changed), await foldsOf(still)]).toEqual([1, 0]);
  });

  it('is folded whenever that is asked for', async () => {
    const [rollups, changed, seen] = [newRollups(), randomUUID(), randomUUID()];
    rollups.touch(changed);
    rollups.viewed(seen);
    await rollups.fold();
    await rollups.fold();
    expect([await foldsOf(changed), await foldsOf(seen)]).toEqual([1, 1]);
  });
});
