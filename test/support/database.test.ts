import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { newestMigration } from '../../server/src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const made: TestDatabase[] = [];

async function create(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  made.push(database);
  return database;
}

async function query<R extends object>(connectionString: string, statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows;
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  await Promise.all(made.map((database) => database.drop()));
});

describe('test databases', () => {
  it('come migrated to the newest version', async () => {
    const { connectionString } = await create();
    const [row] = await query<{ version: number }>(
      connectionString,
      'select max(version) as version from migrations',
    );
    expect(row?.version).toBe(await newestMigration());
  });

  it('do not see one another', async () => {
    const [first, second] = await Promise.all([create(), create()]);
    await query(first.connectionString, 'create table only_here (id integer)');
    const seen = await query(
      second.connectionString,
      "select 1 from pg_tables where tablename = 'only_here'",
    );
    expect(seen).toEqual([]);
  });

  it('are made many at once without waiting for the template', async () => {
    const databases = await Promise.all(Array.from({ length: 8 }, create));
    expect(new Set(databases.map((database) => database.connectionString)).size).toBe(8);
  });

  it('can be dropped while a connection is still open', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    await drop();
    await expect(query(connectionString, 'select 1')).rejects.toThrow('does not exist');
    await client.end().catch(() => undefined);
  });
});
