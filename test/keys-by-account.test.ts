import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../server/src/db/pool.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from './support/database.ts';

/** Found by a value before the account is known: keyed by that value (decision 0004). */
const LOOKUPS = [
  'api_key_lookups',
  'domains',
  'payout_references',
  'provider_references',
  'public_tokens',
  'unclaimed_emails',
  'user_emails',
];

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const firstColumns = `
  select t.relname as "table", i.relname as index, a.attname as column
  from pg_index x
  join pg_class t on t.oid = x.indrelid and t.relnamespace = 'public'::regnamespace
  join pg_class i on i.oid = x.indexrelid
  join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
  where x.indisunique
    and exists (select 1 from pg_attribute o where o.attrelid = t.oid and o.attname = 'account_id')`;

describe('every table of an account', () => {
  it('leads its primary key and its unique indexes with the account, lookups apart', async () => {
    const rows = await db.query<{ table: string; index: string; column: string }>(firstColumns);
    const others = rows.filter((row) => row.column !== 'account_id');
    expect(others.map((row) => row.table).sort()).toEqual(LOOKUPS);
    expect(rows.length).toBeGreaterThan(20);
  });

  it('refers to no table but accounts', async () => {
    const rows = await db.query<{ target: string }>(
      `select distinct confrelid::regclass::text as target from pg_constraint where contype = 'f'`,
    );
    expect(rows).toEqual([{ target: 'accounts' }]);
  });

  it('that takes a write with every payment refers to no table at all', async () => {
    const busy = ['charges', 'events', 'ledger_entries', 'ledger_postings', 'jobs', 'idempotency_keys'];
    const rows = await db.query(
      `select conname from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])`,
      [busy],
    );
    expect(rows).toEqual([]);
  });
});
