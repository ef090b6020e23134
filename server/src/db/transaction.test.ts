import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { ConnectionLost, type Db } from './pool.ts';

import { ASYNCHRONOUS_COMMIT, runTransaction, snapshot } from './transaction.ts';

let database: TestDatabase;
let db: Db;
let other: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 1 });
  other = openTestDb({ connectionString: database.connectionString, connections: 1 });
});
afterAll(async () => {
  await db.close();
  await other.close();
  await database.drop();
});

it('a statement that need not wait for the disk leaves the next one of its connection waiting', async () => {
  const read = `select current_setting('synchronous_commit') as waits`;
  expect(await db.query(`${read} from (select 1 where ${ASYNCHRONOUS_COMMIT}) as one`)).toEqual([
    { waits: 'off' },
  ]);
  expect(await db.query(read)).toEqual([{ waits: 'on' }]);
});

describe('a connection that is lost', () => {
  const OWN = 'select pg_backend_pid() as pid';
  const end = (pid: number) => other.query('select pg_terminate_backend($1)', [pid]);
  const gone = (pid: number) =>
    until(
      'the backend to end',
      async () => (await other.query('select from pg_stat_activity where pid = $1', [pid])).length === 0,
    );

  it('while a transaction waits for its next statement fails that transaction, and nothing else', async () => {
    const lost = runTransaction(db, async (tx) => {
      const [row] = await tx.query<{ pid: number }>(OWN);
      await end(row?.pid ?? 0);
      await gone(row?.pid ?? 0);
      return tx.query('select 1');
    });
    await expect(lost).rejects.toThrow();
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('while a statement runs fails that transaction, and nothing else', async () => {
    const lost = runTransaction(db, async (tx) => {
      const [row] = await tx.query<{ pid: number }>(OWN);
      await Promise.all([tx.query('select pg_sleep(60)'), end(row?.pid ?? 0)]);
    });
    await expect(lost).rejects.toThrow();
    expect(await runTransaction(db, (tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});

describe('a server that takes no writes', () => {
  const close = () => db.query('set default_transaction_read_only = on');
  const write = 'insert into written values (1) returning number';
  beforeAll(async () => {
    await other.query('create table written (number integer)');
  });

  it('is left: the next statement gets another connection', async () => {
    await close();
    await expect(db.query(write)).rejects.toThrow(ConnectionLost);
    expect(await db.query(write)).toEqual([{ number: 1 }]);
  });

  it('is left by a transaction too', async () => {
    await close();
    await expect(runTransaction(db, (tx) => tx.query(write))).rejects.toThrow(ConnectionLost);
    expect(await runTransaction(db, (tx) => tx.query(write))).toEqual([{ number: 1 }]);
  });
});

it('reads of one snapshot see one moment, and write nothing', async () => {
  await db.query('create table moments (number integer)');
  const count = 'select count(*)::integer as count from moments';
  const counts = await snapshot(db, async (tx) => {
    const before = await tx.query(count);
    await other.query('insert into moments values (1)');
    return [before, await tx.query(count)];
  });
  expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
  expect(await db.query(count)).toEqual([{ count: 1 }]);
  await expect(snapshot(db, (tx) => tx.query('insert into moments values (2)'))).rejects.toThrow('read-only');
});
