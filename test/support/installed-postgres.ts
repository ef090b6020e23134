import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { runnerFor, spawnAs } from '../../server/src/db/embedded/runner.ts';
import { freePort } from './processes.ts';
import { until } from './until.ts';

const VERSIONS = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/** Where the newest PostgreSQL of this machine has these programs; null: it has none. */
export function findInstalledPostgres(programs: readonly string[] = PROGRAMS): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'));
  const isWhole = (folder: string) => programs.every((name) => existsSync(join(folder, name)));
  return folders.find(isWhole) ?? null;
}

export type InstalledServer = {
  readonly connectionString: string;
  stop(): Promise<void>;
  /** At once, as in a crash: what was not written to the log is gone. */
  crash(): Promise<void>;
  /** The postmaster alone, by SIGKILL; what it had started ends by itself. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
};

/** A new server with an empty database, thrown away with its folder. */
export async function startInstalledPostgres(
  programs: string,
  folder: string,
  more: readonly string[] = [],
): Promise<InstalledServer> {
  const runner = runnerFor(undefined);
  mkdirSync(folder, { mode: 0o700 });
  if (runner) chownSync(folder, runner.uid, runner.gid);
  // The home of the person who runs the tests may be closed to the server.
  const as = { cwd: folder, ...spawnAs(runner), env: { ...process.env, HOME: folder } };
  const flags = [`--pgdata=${folder}`, '--username=guiche', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  await promisify(execFile)(join(programs, 'initdb'), [...flags, '--locale=C.UTF-8'], as);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    ...more,
  ];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const connectionString = `postgres://guiche@127.0.0.1:${port}/postgres`;
  const begin = () => {
    const child = spawn(join(programs, 'postgres'), ['-D', folder, ...options], { ...as, stdio: 'ignore' });
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    return { child, ended };
  };
  const start = async () => {
    let begun = begin();
    await until('the installed PostgreSQL answers', async () => {
      // It does not start before the last process of a killed one has gone.
      if (begun.child.exitCode !== null) begun = begin();
      return answers(connectionString);
    });
    return begun;
  };
  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.ended;
  };
  return {
    connectionString,
    stop: () => end('SIGINT'),
    crash: () => end('SIGQUIT'),
    kill: () => end('SIGKILL'),
    async startAgain() {
      running = await start();
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
