import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isSpread } from './distributed/cluster.ts';
import { distributeNewTables } from './distributed/distribute.ts';
import { NodeAway } from './distributed/positions.ts';
import { settlePositions } from './positions.ts';

// Built code is in dist/server, source in server/src/db.
const PLACES = ['../../migrations/', '../../../migrations/'].map((path) => new URL(path, import.meta.url));
const MIGRATION_LOCK = 7_236_181;
const CONNECT_WITHIN_MS = 10_000;
const LOCK_TIMEOUT = '20s';

type Migration = { version: number; name: string; sql: string };

/** Applies what is missing, forward only, one transaction each. Several processes may start at once. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  await client.connect();
  try {
    // Only start-up serialises on this lock; no rule of the gateway depends on it.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // No bound on statements: they may rewrite a table. One on locks, behind which all requests would queue up.
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(
      'create table if not exists migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ version: number }>('select version from migrations');
    const done = new Set(applied.rows.map((row) => row.version));
    for (const migration of await readMigrations()) {
      if (!done.has(migration.version)) await apply(client, migration);
    }
    if (await isSpread(client)) await distributeNewTables(client);
    await settlePositions(client).catch((error: unknown) => {
      // The accounts of the other nodes go on; the probe settles them when the node is back.
      if (!(error instanceof NodeAway)) throw error;
    });
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, { version, name, sql }: Migration): Promise<void> {
  await client.query('begin');
  await client.query(sql);
  await client.query('insert into migrations (version, name) values ($1, $2)', [version, name]);
  await client.query('commit');
}

async function readMigrations(): Promise<Migration[]> {
  const folder = PLACES.find((place) => existsSync(place));
  if (!folder) throw new Error('The folder with the migrations is missing.');
  const names = (await readdir(fileURLToPath(folder))).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      version: Number(name.slice(0, 4)),
      name,
      sql: await readFile(new URL(name, folder), 'utf8'),
    })),
  );
}

/** The newest version in the folder: readiness compares it with the database's. */
export async function newestMigration(): Promise<number> {
  const migrations = await readMigrations();
  return migrations.at(-1)?.version ?? 0;
}
