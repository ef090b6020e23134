import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type Db, openDb } from './pool.ts';
import { WITHOUT_WAITING } from './transaction.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connectionString: database.connectionString, connections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('a statement that need not wait for the disk leaves the next one of its connection waiting', async () => {
  const read = `select current_setting('synchronous_commit') as waits`;
  expect(await db.query(`${read} from (select 1 where ${WITHOUT_WAITING}) as one`)).toEqual([
    { waits: 'off' },
  ]);
  expect(await db.query(read)).toEqual([{ waits: 'on' }]);
});
