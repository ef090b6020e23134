import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../server/src/db/migrate.ts';
import { listPartitions } from '../../server/src/db/partitions.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { firstIdOf } from '../../server/src/kit/ids.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { putUpSchema } from '../support/previous-writer.ts';

// Decision 0037: tables that are full and in use become the first partitions of themselves.
const BEFORE = 21;
const FIRST_STEP = 22;
const TABLES = ['events', 'deliveries', 'delivery_attempts', 'audit_log'];
const ACCOUNT = '00000000-0000-7000-8000-000000000001';

let gateway: TestGateway;
let pool: pg.Pool;
beforeEach(async () => {
  gateway = await startGateway();
  pool = gateway.db.pool;
  await putUpSchema(pool, BEFORE);
});
afterEach(() => gateway.stop());

const readSql = (name: string) => readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
const migrateAll = () => migrate(pool.options.connectionString ?? '');

/** As the version before writes them; `at` is in the time of its sandbox clock. */
async function writeRows(client: Pick<pg.Pool, 'query'>, atMs: number): Promise<void> {
  const id = firstIdOf(new Date(atMs));
  await client.query(
    `insert into events (account_id, id, type, sequence, audience, data, created_at)
     values ($1, $2, 'charge.paid', 1, 'owner', '{}', now())`,
    [ACCOUNT, id],
  );
  await client.query(
    `insert into deliveries (account_id, id, event_id, event, queue, url, due_at, created_at)
     values ($1, $2, $2, 'charge.paid', 'q', 'http://shop.example', now(), now())`,
    [ACCOUNT, id],
  );
  await client.query(
    `insert into delivery_attempts (account_id, delivery_id, number, url, started_at, latency_ms, answer)
     values ($1, $2, 1, 'http://shop.example', now(), 1, '')`,
    [ACCOUNT, id],
  );
  await client.query(
    `insert into audit_log (account_id, id, action, actor_kind, actor_account_id, details, created_at)
     values ($1, $2, 'test', 'system', $1, '{}', now())`,
    [ACCOUNT, id],
  );
}

async function filesOf(names: readonly string[]): Promise<unknown[]> {
  const { rows } = await pool.query(
    'select pg_relation_filenode(name::regclass) as file from unnest($1::text[]) as name',
    [names],
  );
  return rows.map(({ file }) => file);
}

async function partitionsWithRows(table: string): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    `select tableoid::regclass::text as partition, count(*)::integer as count from ${table} group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ partition, count }) => [partition, count]));
}

const first = (table: string) => `${table}_first`;

describe('the migration to partitions', () => {
  it('leaves every row in its file, which becomes the first partition', async () => {
    await writeRows(pool, Date.now());
    const files = await filesOf(TABLES);
    await migrateAll();
    expect(await filesOf(TABLES.map(first))).toEqual(files);
    for (const table of TABLES) {
      expect(await partitionsWithRows(table)).toEqual({ [first(table)]: 1 });
      const [only] = await listPartitions(gateway.db, { name: table });
      expect(only?.toMs).toBeGreaterThan(Date.now() + 6 * DAY_MS);
      expect(only?.toMs).toBeLessThan(Date.now() + 8 * DAY_MS);
    }
  });

  it('takes rows of any later time from the version before', async () => {
    await migrateAll();
    await writeRows(pool, Date.now());
    await writeRows(pool, Date.now() + 100 * DAY_MS);
    for (const table of TABLES) {
      expect(await partitionsWithRows(table)).toEqual({ [first(table)]: 1, [`${table}_default`]: 1 });
    }
  });

  it('knows of rows that a sandbox clock has left in the future', async () => {
    await writeRows(pool, Date.now());
    const laterMs = Date.now() + 1_000 * DAY_MS;
    await writeRows(pool, laterMs);
    await pool.query(await readSql('0022_retention'));
    await pool.query(`insert into migrations (version, name) values (${FIRST_STEP}, 'first step')`);
    const { rows } = await pool.query(
      `select value from installation where name = 'first partitions end at'`,
    );
    expect(rows[0].value > firstIdOf(new Date(laterMs))).toBe(true);
    await migrateAll();
    for (const table of TABLES) expect(await partitionsWithRows(table)).toEqual({ [first(table)]: 2 });
  });

  it('chooses the end again where a row came beyond it between its two steps', async () => {
    await putUpSchema(pool, FIRST_STEP);
    const { rows } = await pool.query(
      `select value from installation where name = 'first partitions end at'`,
    );
    const dropped = TABLES.map((table) => `alter table ${table} drop constraint ${table}_first_range`);
    await pool.query(dropped.join('; '));
    await writeRows(pool, Date.now() + 1_000 * DAY_MS);
    const put = TABLES.map(
      (table) => `alter table ${table} add constraint ${table}_first_range
        check (${table === 'delivery_attempts' ? 'delivery_id' : 'id'} < '${rows[0].value}') not valid`,
    );
    await pool.query(put.join('; '));
    await migrateAll();
    for (const table of TABLES) expect(await partitionsWithRows(table)).toEqual({ [first(table)]: 1 });
  });

  it('reads the tables while others write to them', async () => {
    await putUpSchema(pool, FIRST_STEP);
    const [reading = ''] = (await readSql('0023_partitions')).split('-- From here on');
    const migrating = await pool.connect();
    await migrating.query('begin');
    await migrating.query(reading);
    const writing = await pool.connect();
    await writing.query(`set lock_timeout = '1s'`);
    await writeRows(writing, Date.now());
    await migrating.query('rollback');
    migrating.release();
    writing.release(true);
    await migrateAll();
    for (const table of TABLES) expect(await partitionsWithRows(table)).toEqual({ [first(table)]: 1 });
  });

  it('keeps every index, and makes none anew', async () => {
    const indexes = async (table: string) => {
      const { rows } = await pool.query('select indexdef from pg_indexes where tablename = $1', [table]);
      return rows.map(({ indexdef }) => indexdef.replace(/.* USING /, '')).sort();
    };
    const before = await Promise.all(TABLES.map(indexes));
    await migrateAll();
    expect(await Promise.all(TABLES.map(indexes))).toEqual(before);
    expect(await Promise.all(TABLES.map(first).map(indexes))).toEqual(before);
  });
});
