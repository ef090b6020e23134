import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { runnerFor, spawnAs } from '../../server/src/db/embedded/runner.ts';
import { freePort } from './processes.ts';
import { until } from './until.ts';

/** Debian puts it where only root looks. */
const ALSO_IN = '/usr/sbin';

/** The program of PgBouncer on this machine; null: it has none. */
export function findPgBouncer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ALSO_IN];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
}

export type PgBouncer = {
  readonly connectionString: string;
  signal(signal: NodeJS.Signals): void;
  end(): Promise<void>;
  startAgain(): Promise<void>;
};

export type PgBouncerOptions = {
  readonly databaseUrl: string;
  /** With what each connection to the server begins; null: with nothing. */
  readonly connectQuery: string | null;
  /** Connections to the server. */
  readonly connections: number;
  /** Further lines of the part [pgbouncer]. */
  readonly more?: readonly string[];
};

/** A PgBouncer in transaction mode in front of one database. */
export async function startPgBouncer(
  program: string,
  folder: string,
  options: PgBouncerOptions,
): Promise<PgBouncer> {
  const runner = runnerFor(undefined);
  mkdirSync(folder, { mode: 0o700 });
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, iniOf(port, options));
  if (runner) for (const path of [folder, file]) chownSync(path, runner.uid, runner.gid);
  const name = new URL(options.databaseUrl).pathname;
  const connectionString = `postgres://guiche@127.0.0.1:${port}${name}`;
  const start = async () => {
    const child = spawn(program, [file], { cwd: folder, ...spawnAs(runner), stdio: 'ignore' });
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    await until('PgBouncer answers', () => answers(connectionString));
    return { child, ended };
  };
  let running = await start();
  return {
    connectionString,
    signal: (signal) => void running.child.kill(signal),
    async end() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async startAgain() {
      running = await start();
    },
  };
}

function iniOf(
  port: number,
  { databaseUrl, connectQuery, connections, more = [] }: PgBouncerOptions,
): string {
  const url = new URL(databaseUrl);
  const server = {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.port || url.searchParams.get('port') || '5432',
    dbname: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    ...(connectQuery === null ? {} : { connect_query: connectQuery }),
  };
  const quoted = Object.entries(server).map(([key, value]) => `${key}='${value.replaceAll("'", "''")}'`);
  return [
    '[databases]',
    `${server.dbname} = ${quoted.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 400',
    'query_wait_timeout = 5',
    'server_login_retry = 1',
    ...more,
    '',
  ].join('\n');
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
