import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../server/src/kit/config.ts';
import { loadMigrations, loadSecrets, migratedTo, query } from '../server.ts';
import { type Check, fine, wrong } from './check.ts';

const OLDEST_POSTGRES = 15;
const NEWEST_POSTGRES = 18;
const VERSION_UNIT = 10_000;
const MAX_SKEW_MS = 2_000;
const FINGERPRINT = 'master key fingerprint';
const KEY_LENGTH = 32;

export async function checkVersion(connectionString: string, about: string): Promise<Check> {
  const [row] = await query<{ version: string }>(
    connectionString,
    `select current_setting('server_version_num') as version`,
  );
  const major = Math.floor(Number(row?.version) / VERSION_UNIT);
  const found = `PostgreSQL ${major} (${about})`;
  if (major >= OLDEST_POSTGRES && major <= NEWEST_POSTGRES) return fine('Database', found);
  return wrong('Database', found, `Use PostgreSQL ${OLDEST_POSTGRES} to ${NEWEST_POSTGRES}.`);
}

export async function checkMigrations(connectionString: string): Promise<Check> {
  const { newestMigration } = await loadMigrations();
  const [has, wanted] = [await migratedTo(connectionString), await newestMigration()];
  if (has === wanted) return fine('Migrations', `version ${has}`);
  if (has > wanted) {
    const found = `the database is at ${has}, this program knows ${wanted}`;
    return wrong(
      'Migrations',
      found,
      'Start the newer version of Guichê that this database was migrated by.',
    );
  }
  return wrong(
    'Migrations',
    `${wanted - has} to apply`,
    'Run `guiche migrate`, or `guiche start`, which does it.',
  );
}

export async function checkClock(connectionString: string): Promise<Check> {
  const beforeMs = Date.now();
  const [row] = await query<{ ms: string }>(
    connectionString,
    'select (extract(epoch from clock_timestamp()) * 1000)::text as ms',
  );
  const afterMs = Date.now();
  const databaseMs = Number(row?.ms);
  // Inside the time the question took there is nothing to see.
  const skewMs = Math.round(Math.max(0, beforeMs - databaseMs, databaseMs - afterMs));
  if (skewMs <= MAX_SKEW_MS) return fine('Clock', `${skewMs} ms from the database's`);
  const found = `${skewMs} ms from the database's`;
  return wrong('Clock', found, 'Let both machines follow a time server (timedatectl set-ntp true).');
}

/** Whether a gateway is at work on this database. */
export async function isServed(connectionString: string): Promise<boolean> {
  const sql = `select 1 from pg_stat_activity where application_name = 'guiche' and datname = current_database()`;
  return (await query(connectionString, sql)).length > 0;
}

export async function checkMasterKey(config: Config, connectionString: string): Promise<Check> {
  const name = 'Master key';
  const key = masterKey(config);
  const known = await knownFingerprint(connectionString);
  if (key === null) {
    if (known === null) return fine(name, 'made at the first start, kept in the data folder');
    const cure = 'Set GUICHE_SECRET_KEY to the key of this database, or put secret.key back from a backup.';
    return wrong(name, 'this database has one, and it is not here', cure);
  }
  if (key.length !== KEY_LENGTH) {
    return wrong(name, 'secret.key is damaged', 'Put secret.key back from a backup.');
  }
  const { Vault } = await loadSecrets();
  const isRight = known === null || new Vault(key).fingerprint('installation', 'guiche') === known;
  if (isRight) return fine(name, known === null ? 'present' : 'present, and the one of this database');
  const cure =
    'Set GUICHE_SECRET_KEY to the key this database was set up with: without it nothing sealed can be read.';
  return wrong(name, 'not the one of this database', cure);
}

function masterKey(config: Config): Buffer | null {
  if (config.GUICHE_SECRET_KEY) return config.GUICHE_SECRET_KEY.reveal();
  const file = join(resolve(config.GUICHE_DATA_DIR), 'secret.key');
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8'), 'base64') : null;
}

async function knownFingerprint(connectionString: string): Promise<string | null> {
  if ((await migratedTo(connectionString)) === 0) return null;
  const sql = 'select value from installation where name = $1';
  const [row] = await query<{ value: string }>(connectionString, sql, [FINGERPRINT]);
  return row?.value ?? null;
}
