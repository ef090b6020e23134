import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildCheckout, type Program, runProgram } from '../../../test/support/embedded-checkout.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts';

const onLinux = process.platform === 'linux';
const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];
const programs: Program[] = [];
const strangers: ChildProcess[] = [];

function newFolder(suffix = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-embedded-'));
  folders.push(folder);
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  return join(folder, `data${suffix}`);
}

async function start(
  dataDir: string,
  more: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durabilityOffForTestsOnly: true, ...more });
  servers.push(server);
  return server;
}

async function run(checkout: string, dataDir: string): Promise<Program> {
  const program = await runProgram(checkout, { dataDir });
  programs.push(program);
  return program;
}

async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

/** The shell that would stop the server when its Guichê dies: without it a server is left behind for sure. */
function killGuardOf(pid: number): void {
  const guard = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((name) => commandOf(name).includes(`kill -INT ${pid}\0`));
  if (!guard) throw new Error(`no guard watches over process ${pid}`);
  process.kill(Number(guard), 'SIGKILL');
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.end('SIGTERM')));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  it('sets up an empty database on its first start, with everything that makes a commit durable', async () => {
    const { connectionString } = await start(newFolder(), { durabilityOffForTestsOnly: false });
    const [row] = await query(
      connectionString,
      `select current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as synchronous_commit,
              current_setting('full_page_writes') as full_page_writes,
              current_setting('data_checksums') as data_checksums,
              current_setting('server_encoding') as encoding,
              current_setting('timezone') as timezone,
              current_setting('max_connections') as max_connections,
              current_database() as database,
              lower('AÇÃO') as lower`,
    );
    expect(row).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      encoding: 'UTF8',
      timezone: 'UTC',
      max_connections: '100',
      database: 'guiche',
      lower: 'ação',
    });
  });

  it('keeps what was written over a stop and a second start', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await query(first.connectionString, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('answers on the loopback interface too, at the same port as last time', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    expect(new URL(first.tcpConnectionString).hostname).toBe('127.0.0.1');
    expect(await query(first.tcpConnectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.stop();
    const second = await start(dataDir);
    expect(second.tcpConnectionString).toBe(first.tcpConnectionString);
  });

  it('takes another port when the previous one is in use', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await first.stop();
    const port = Number(new URL(first.tcpConnectionString).port);
    const squatter = createServer().listen(port, '127.0.0.1');
    const second = await start(dataDir);
    expect(new URL(second.tcpConnectionString).port).not.toBe(String(port));
    squatter.close();
  });

  it('refuses connections without the password, which only its owner can read', async () => {
    const dataDir = newFolder();
    const { connectionString, tcpConnectionString } = await start(dataDir);
    for (const address of [connectionString, tcpConnectionString]) {
      const wrong = new URL(address);
      wrong.password = 'guess';
      await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    }
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  it('works in a folder whose name has spaces, quotes and accents', async () => {
    const { connectionString } = await start(newFolder(` do "João's" caixa`));
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('runs twice at once on two data folders', async () => {
    const [one, other] = await Promise.all([start(newFolder()), start(newFolder())]);
    await query(one.connectionString, 'create table mine ()');
    await expect(query(other.connectionString, 'select * from mine')).rejects.toThrow('does not exist');
  });

  it('refuses a data folder that another Guichê is using, and leaves that one alone', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `Another Guichê (process ${process.pid}) already uses the data folder ${dataDir}`,
    );
    expect(await query(first.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops once however often it is asked, and leaves neither lock nor socket behind', async () => {
    const dataDir = newFolder();
    const server = await start(dataDir);
    const socketDir = new URL(server.connectionString).searchParams.get('host') ?? '';
    expect(existsSync(socketDir)).toBe(true);
    await Promise.all([server.stop(), server.stop()]);
    expect(existsSync(socketDir)).toBe(false);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
    await expect(query(server.connectionString, 'select 1')).rejects.toThrow();
  });

  it('says so when the server ends by itself', async () => {
    const lines: string[] = [];
    const dataDir = newFolder();
    const server = await start(dataDir, { log: (line) => lines.push(line) });
    process.kill(postmasterPid(dataDir), 'SIGQUIT');
    await expect.poll(() => lines.join('\n')).toContain('PostgreSQL ended by itself');
    await server.stop();
  });

  it('is started again at the same addresses when it was killed, with all that was committed', async () => {
    const dataDir = newFolder();
    const server = await start(dataDir, { durabilityOffForTestsOnly: false });
    await query(server.connectionString, 'create table kept as select 42 as answer');
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    const read = () => query(server.connectionString, 'select answer from kept').catch(() => null);
    await expect.poll(read, { timeout: 10_000 }).toEqual([{ answer: 42 }]);
    expect(await query(server.tcpConnectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(server.findFault()).toBeNull();
  });

  it('that cannot be started again says so, and gives up in the end', async () => {
    const dataDir = newFolder();
    const reasons: string[] = [];
    const server = await start(dataDir, {
      onGivenUp: (reason) => reasons.push(reason),
      giveUpAfterMs: 2_000,
    });
    const control = join(dataDir, 'postgres', 'global', 'pg_control');
    rmSync(control);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => server.findFault(), { timeout: 20_000 }).toContain('cannot be started');
    await expect.poll(() => reasons, { timeout: 20_000 }).toHaveLength(1);
    expect(reasons[0]).toContain('PostgreSQL did not start');
    await server.stop();
  });

  it('names what is wrong with a data folder it cannot use', async () => {
    const folder = newFolder();
    writeFileSync(folder, 'a file');
    await expect(start(folder)).rejects.toThrow(`The data folder ${folder} cannot be used`);
  });

  it('refuses a database made by another version of PostgreSQL', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow('was made by PostgreSQL 17');
  });
});

describe('after a crash', () => {
  let checkout: string;

  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'guiche-checkout-'));
    buildCheckout(checkout);
  });
  afterAll(() => rmSync(checkout, { recursive: true, force: true }));

  it('a second process is refused while the first lives, and welcome once it was killed', async () => {
    const dataDir = newFolder();
    const first = await run(checkout, dataDir);
    const refused = await run(checkout, dataDir);
    expect(refused.error).toContain(`Another Guichê (process ${first.process.pid}) already uses`);
    await first.end('SIGKILL');
    const second = await run(checkout, dataDir);
    expect(second.error).toBeUndefined();
  });

  it('keeps what was committed before the process was killed', async () => {
    const dataDir = newFolder();
    const first = await run(checkout, dataDir);
    await query(first.connectionString, 'create table kept as select 42 as answer');
    await first.end('SIGKILL');
    const second = await start(dataDir);
    expect(await query(second.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it.runIf(onLinux)('the server does not outlive a killed process for long', async () => {
    const dataDir = newFolder();
    const program = await run(checkout, dataDir);
    const pid = postmasterPid(dataDir);
    await program.end('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    // The next start also clears the socket's folder away.
    await start(dataDir);
    expect(existsSync(new URL(program.connectionString).searchParams.get('host') ?? '')).toBe(false);
  });

  it.runIf(onLinux)('ends a server that was left running, with its port and socket', async () => {
    const dataDir = newFolder();
    const program = await run(checkout, dataDir);
    const orphan = postmasterPid(dataDir);
    killGuardOf(orphan);
    await program.end('SIGKILL');
    expect(isRunning(orphan)).toBe(true);
    const lines: string[] = [];
    const server = await start(dataDir, { log: (line) => lines.push(line) });
    expect(lines).toContain(
      `Stopping the PostgreSQL server (process ${orphan}) that an earlier Guichê left running.`,
    );
    expect(isRunning(orphan)).toBe(false);
    expect(server.tcpConnectionString).toBe(program.tcpConnectionString);
    expect(existsSync(new URL(program.connectionString).searchParams.get('host') ?? '')).toBe(false);
  });

  it.runIf(onLinux)('recovers when the server was killed together with the process', async () => {
    const dataDir = newFolder();
    const program = await run(checkout, dataDir);
    await query(program.connectionString, 'create table kept as select 42 as answer');
    const postmaster = postmasterPid(dataDir);
    killGuardOf(postmaster);
    process.kill(postmaster, 'SIGKILL');
    await program.end('SIGKILL');
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('does not believe a lock or a pid file that names a stranger, and leaves the stranger alone', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    const cluster = join(dataDir, 'postgres');
    // Of the user who runs PostgreSQL: that is the stranger PostgreSQL itself would take for its server.
    const { uid, gid } = statSync(cluster);
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    strangers.push(stranger);
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: stranger.pid, identity: 'of long ago' }));
    const pidFile = [stranger.pid, cluster, 1, 5432, '', 'localhost', '', 'ready', ''].join('\n');
    writeFileSync(join(cluster, 'postmaster.pid'), pidFile);
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  });

  it('gets over files that were cut short', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    writeFileSync(join(dataDir, 'lock'), '{"pid":');
    writeFileSync(join(dataDir, 'postgres.json'), '');
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '');
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('begins again when it was killed while setting up', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
    writeFileSync(join(dataDir, 'postgres-password.new'), 'half');
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
