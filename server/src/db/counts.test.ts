import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import { countChanges, countOf } from './counts.ts';
import type { Db } from './pool.ts';
import { runTransaction } from './transaction.ts';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const of = (list: string, change: number) => ({ accountId: ACCOUNT, list, change });
const OTHER = '00000000-0000-7000-8000-000000000002';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 20 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

describe('list counts', () => {
  it('are zero for a list without a write', async () => {
    expect(await countOf(db, ACCOUNT, 'nothing')).toBe(0n);
  });

  it('are exact after many writers at once', async () => {
    const writes = Array.from({ length: 100 }, (_, index) =>
      runTransaction(db, (tx) => countChanges(tx, [of('busy', index % 4 === 0 ? -1 : 1)])),
    );
    await Promise.all(writes);
    expect(await countOf(db, ACCOUNT, 'busy')).toBe(50n);
  });

  it('are spread over several rows, at most sixteen', async () => {
    const [row] = await db.query<{ slots: bigint }>(
      `select count(*) as slots from list_counts where account_id = $1 and list = 'busy'`,
      [ACCOUNT],
    );
    expect(row?.slots).toBeGreaterThan(1n);
    expect(row?.slots).toBeLessThanOrEqual(16n);
  });

  it('belong to one account', async () => {
    expect(await countOf(db, OTHER, 'busy')).toBe(0n);
  });

  it('of several lists can be taken together', async () => {
    await runTransaction(db, (tx) => countChanges(tx, [of('left', 3), of('right', 4)]));
    expect(await countOf(db, ACCOUNT, 'left', 'right')).toBe(7n);
  });

  it('survive moves in both directions at once', async () => {
    const moves = Array.from({ length: 60 }, (_, index) =>
      runTransaction(db, (tx) =>
        countChanges(tx, index % 2 ? [of('left', -1), of('right', 1)] : [of('right', -1), of('left', 1)]),
      ),
    );
    await Promise.all(moves);
    expect(await countOf(db, ACCOUNT, 'left')).toBe(3n);
    expect(await countOf(db, ACCOUNT, 'right')).toBe(4n);
  });

  it('do not change when the transaction fails', async () => {
    const failing = runTransaction(db, async (tx) => {
      await countChanges(tx, [of('undone', 1)]);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await countOf(db, ACCOUNT, 'undone')).toBe(0n);
  });
});
