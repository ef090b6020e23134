import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../server/src/kit/config.ts';
import { serverFile, serverPath } from './place.ts';

type Parts = typeof import('../server/src/parts.ts');

/** A part of the built gateway, loaded when it is needed. */
function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const load = async () => {
    const parts: Parts = await import(/* @vite-ignore */ serverFile('server/parts.js').href);
    return parts[name]();
  };
  return load as Parts[Name];
}

export const loadConfig = part('config');
export const loadMigrations = part('migrations');
export const loadSecrets = part('secrets');
export const loadInstallation = part('installation');
export const loadCallbackAddress = part('callbackAddress');
export const loadPspConfig = part('pspConfig');
export const loadPspCheck = part('pspCheck');
export const loadLog = part('log');
export const loadPsps = part('psps');
export const loadBanks = part('banks');
export const loadClusterCheck = part('clusterCheck');
export const loadDistribution = part('distribution');
export const loadRebalancing = part('rebalancing');
export const loadPorts = part('ports');
export const loadFirstAccounts = part('firstAccounts');
const loadReachable = part('reachable');
const loadEmbedded = part('embedded');
const loadEndpoints = part('endpoints');

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** For Argon2 and file work of many requests at once; Node reads it before any of our code runs. */
const THREADS = '64';
/** As the image has it, and for the same reason. */
const NODE_FLAGS = ['--max-semi-space-size=32'];

/** Runs the gateway to its end, and gives its exit code. */
export function runGateway(): Promise<number> {
  const { UV_THREADPOOL_SIZE = THREADS } = process.env;
  const child = spawn(process.execPath, [...NODE_FLAGS, serverPath('main.js')], {
    stdio: 'inherit',
    env: { ...process.env, UV_THREADPOOL_SIZE },
  });
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done(code ?? 1));
  });
}

export type OpenDatabase = { connectionString: string; about: string; close(): Promise<void> };

export function hasCluster(config: Config): boolean {
  return existsSync(join(resolve(config.GUICHE_DATA_DIR), 'postgres', 'PG_VERSION'));
}

/** The configured server; or the embedded one: that of a gateway that runs now, else started for this moment. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  // Past a pooler: commands hold locks of a session.
  const setting = config.GUICHE_DATABASE_DIRECT_URL ? 'GUICHE_DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const configured = config[setting]?.reveal();
  const close = async () => undefined;
  if (configured) {
    await (await loadReachable()).requireDatabase(configured, setting);
    return { connectionString: configured, about: setting, close };
  }
  const running = await runningEmbedded(config);
  if (running) return { connectionString: running, about: 'embedded, of the gateway that runs now', close };
  const { startEmbeddedPostgres } = await loadEmbedded();
  const server = await startEmbeddedPostgres({ dataDir: config.GUICHE_DATA_DIR });
  return { connectionString: server.connectionString, about: 'embedded', close: () => server.stop() };
}

async function runningEmbedded(config: Config): Promise<string | null> {
  const dataDir = resolve(config.GUICHE_DATA_DIR);
  const { readEndpoints } = await loadEndpoints();
  const endpoints = readEndpoints(dataDir);
  const passwordFile = join(dataDir, 'postgres-password');
  if (!endpoints || !existsSync(passwordFile)) return null;
  const password = encodeURIComponent(readFileSync(passwordFile, 'utf8').trim());
  const address = `postgres://guiche:${password}@127.0.0.1:${endpoints.port}/guiche`;
  return (await answers(address)) ? address : null;
}

async function answers(connectionString: string): Promise<boolean> {
  try {
    await query(connectionString, 'select 1');
    return true;
  } catch {
    return false;
  }
}

const CONNECT_WITHIN_MS = 5_000;

export async function query<Row>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // A connection lost between two queries fails the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const TABLE_IS_MISSING = '42P01';

/** The newest version the database has; 0 when it was never migrated. */
export async function migratedTo(connectionString: string): Promise<number> {
  try {
    const sql = 'select coalesce(max(version), 0) as version from migrations';
    const [row] = await query<{ version: number }>(connectionString, sql);
    return row?.version ?? 0;
  } catch (error) {
    if ((error as { code?: string }).code === TABLE_IS_MISSING) return 0;
    throw error;
  }
}
