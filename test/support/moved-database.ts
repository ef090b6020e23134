import pg from 'pg';
import { putUpSchema } from './previous-writer.ts';

/** What a dump holds: the rows, and where the sequences stand. */
export type Dump = {
  readonly tables: readonly { name: string; rows: string }[];
  readonly sequences: readonly { name: string; value: string; called: boolean }[];
};

async function tablesOf(client: pg.Pool | pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name
     from pg_class
     where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p')
       and not relispartition`,
  );
  return rows.map(({ name }) => name);
}

/** As pg_dump does: under one snapshot, without anything that belongs to the server alone. */
export async function dump(pool: pg.Pool): Promise<Dump> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const tables = [];
    for (const name of await tablesOf(client)) {
      const all = `select coalesce(json_agg(t), '[]')::text as rows from ${name} t`;
      const { rows } = await client.query<{ rows: string }>(all);
      tables.push({ name, rows: rows[0]?.rows ?? '[]' });
    }
    const sequences = await client.query<{ name: string; value: string; called: boolean }>(
      `select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as called
       from pg_sequences where schemaname = 'public'`,
    );
    await client.query('commit');
    return { tables, sequences: sequences.rows };
  } finally {
    client.release();
  }
}

/** As pg_restore does: every row in one transaction a table, and no trigger runs. */
export async function restore(connectionString: string, from: Dump, schema: number): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    await putUpSchema(pool, schema);
    await pool.query('set session_replication_role = replica');
    const known = await tablesOf(pool);
    const tables = from.tables.filter(({ name }) => known.includes(name));
    await pool.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, rows } of tables) {
      await pool.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [
        rows,
      ]);
    }
    for (const { name, value, called } of from.sequences) {
      await pool.query('select setval($1::regclass, $2::bigint, $3)', [name, value, called]);
    }
    if (schema < WITH_POSITIONS) await forgetPositions(pool, schema);
  } finally {
    await pool.end();
  }
}

const WITH_POSITIONS = 10;

/** A dump of a version that did not know of positions. */
async function forgetPositions(pool: pg.Pool, schema: number): Promise<void> {
  await pool.query('delete from migrations where version > $1', [schema]);
  await pool.query(`delete from installation where name = 'run of the database server'`);
}

/** As weeks of work do. */
export async function raiseTransactionNumbers(pool: pg.Pool, by: number): Promise<void> {
  await pool.query(
    `do $$ begin for _ in 1..${by} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  );
}
