import { execFile, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { runnerFor, spawnAs } from '../../server/src/db/embedded/runner.ts';
import { freePort } from './processes.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const COPY_FLAGS = ['-X', 'stream', '--no-sync', '-c', 'fast'];

type RunningServer = { readonly connectionString: string; kill(): Promise<void> };

/** A primary and a standby, by default one that confirms every commit, as of the installed PostgreSQL. */
export type ReplicatedPostgres = {
  readonly connectionString: string;
  readonly standbyConnectionString: string;
  /** The primary dies, and the standby takes its place. Gives where it is. */
  failOver(): Promise<string>;
  killStandby(): Promise<void>;
  startStandbyAgain(): Promise<void>;
  stop(): Promise<void>;
};

export async function startReplicatedPostgres(
  programs: string,
  folder: string,
  { isSynchronous = true } = {},
): Promise<ReplicatedPostgres> {
  const runner = runnerFor(undefined);
  const as = { cwd: folder, ...spawnAs(runner) };
  mkdirSync(folder, { mode: 0o700 });
  if (runner) chownSync(folder, runner.uid, runner.gid);
  const [primaryFolder, standbyFolder] = [join(folder, 'primary'), join(folder, 'standby')];
  const start = async (data: string, at?: string): Promise<RunningServer> => {
    const port = at ? Number(new URL(at).port) : await freePort();
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const options = settings.flatMap((setting) => ['-c', setting]);
    const run = () => spawn(join(programs, 'postgres'), ['-D', data, ...options], { ...as, stdio: 'ignore' });
    let child = run();
    const connectionString = `postgres://guiche@127.0.0.1:${port}/postgres`;
    await until('the server answers', () => {
      // After a kill it refuses to start until the last process of the one before has ended.
      if (child.exitCode !== null) child = run();
      return query(connectionString, 'select').then(
        () => true,
        () => false,
      );
    });
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    const kill = () => {
      child.kill('SIGKILL');
      return ended;
    };
    return { connectionString, kill };
  };
  const flags = [`--pgdata=${primaryFolder}`, '--username=guiche', '--auth=trust', '--encoding=UTF8'];
  await run(join(programs, 'initdb'), [...flags, '--locale=C.UTF-8', '--no-sync'], as);
  appendFileSync(join(primaryFolder, 'postgresql.conf'), 'fsync = off\n');
  const primary = await start(primaryFolder);
  const copy = ['-D', standbyFolder, '-d', primary.connectionString, '-R', ...COPY_FLAGS];
  await run(join(programs, 'pg_basebackup'), copy, as);
  let standby = await start(standbyFolder);
  if (isSynchronous) await waitForConfirmations(primary.connectionString);
  return {
    connectionString: primary.connectionString,
    standbyConnectionString: standby.connectionString,
    async failOver() {
      await primary.kill();
      // A primary of its own from now on: it waits for no other to confirm.
      await query(standby.connectionString, 'select pg_promote()');
      await query(standby.connectionString, 'alter system reset synchronous_standby_names');
      await query(standby.connectionString, 'select pg_reload_conf()');
      return standby.connectionString;
    },
    killStandby: () => standby.kill(),
    async startStandbyAgain() {
      standby = await start(standbyFolder, standby.connectionString);
    },
    async stop() {
      await Promise.all([primary.kill(), standby.kill()]);
    },
  };
}

async function waitForConfirmations(connectionString: string): Promise<void> {
  await query(connectionString, `alter system set synchronous_standby_names = '*'`);
  await query(connectionString, 'select pg_reload_conf()');
  await until('the standby confirms commits', async () => {
    const rows = await query(connectionString, `select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length === 1;
  });
}

async function query(connectionString: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
