import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  buildCheckout,
  mayReachNode,
  type Program,
  platformPackage,
  runProgram,
} from '../../../../test/support/embedded-checkout.ts';
import { parseUsers, type Runner } from './runner.ts';

const asRoot = process.getuid?.() === 0;
const nobody = parseUsers(readFileSync('/etc/passwd', 'utf8')).find(
  (user) => user.name === 'nobody',
) as Runner;

let room: string;
let checkout: string;
const programs: Program[] = [];

/** `room` can be entered by everyone; `room/closed` only by its owner. */
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'guiche-closed-'));
  chmodSync(room, 0o755);
  mkdirSync(join(room, 'closed'), { mode: 0o700 });
  checkout = join(room, 'closed', 'a checkout');
  buildCheckout(checkout);
});
afterAll(() => rmSync(room, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.end('SIGTERM')));
});

async function run(options: Parameters<typeof runProgram>[1], from = checkout): Promise<Program> {
  const program = await runProgram(from, options);
  programs.push(program);
  return program;
}

async function answer(connectionString: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' });
  await client.end();
  return rows[0]?.[0];
}

function libraryLinks(native: string): string[] {
  const library = join(native, 'lib');
  return readdirSync(library).filter((name) => lstatSync(join(library, name)).isSymbolicLink());
}

describe.runIf(asRoot)('as root, in a folder that no other user may enter', () => {
  let cache: string;

  beforeAll(() => {
    cache = join(room, 'cache');
  });

  it('runs PostgreSQL as another user, on data that stays in that folder', async () => {
    const dataDir = join(room, 'closed', 'data');
    const program = await run({ dataDir, cacheDirectories: [cache] });
    expect(program.error).toBeUndefined();
    await answer(program.connectionString, 'create table kept as select 42 as answer');
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
    expect(statSync(join(room, 'closed')).mode & 0o777).toBe(0o700);
    await program.end('SIGTERM');
    const again = await run({ dataDir, cacheDirectories: [cache] });
    expect(await answer(again.tcpConnectionString, 'select answer from kept')).toBe(42);
  });

  it('finds its own orphan there after a kill', async () => {
    const dataDir = join(room, 'closed', 'data');
    const program = await run({ dataDir, cacheDirectories: [cache] });
    await program.end('SIGKILL');
    const again = await run({ dataDir, cacheDirectories: [cache] });
    expect(await answer(again.connectionString, 'select answer from kept')).toBe(42);
  });

  it('keeps a copy of the programs that only root may change', () => {
    const [name = ''] = readdirSync(cache);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(name).toMatch(/^postgresql-18\./);
    expect(libraryLinks(join(cache, name))).not.toHaveLength(0);
    for (const path of ['', name, `${name}/bin`, `${name}/bin/postgres`, `${name}/lib`]) {
      const { uid, mode } = statSync(join(cache, path));
      expect([path, uid, mode & 0o022]).toEqual([path, 0, 0]);
    }
  });

  it('makes a new copy when the old one lost a file', async () => {
    const [name = ''] = readdirSync(cache);
    rmSync(join(cache, name, 'share', 'postgresql', 'postgres.bki'));
    const program = await run({ dataDir: join(room, 'closed', 'other data'), cacheDirectories: [cache] });
    expect(program.error).toBeUndefined();
    expect(readdirSync(cache)).toEqual([name]);
    expect(existsSync(join(cache, name, 'share', 'postgresql', 'postgres.bki'))).toBe(true);
  });

  it('trusts no folder for the copy that another user owns or may write to', async () => {
    const foreign = join(room, 'foreign');
    mkdirSync(foreign);
    chownSync(foreign, nobody.uid, nobody.gid);
    const writable = join(room, 'writable');
    mkdirSync(writable);
    chmodSync(writable, 0o777);
    const dataDir = join(room, 'closed', 'never made');
    const program = await run({ dataDir, cacheDirectories: [foreign, writable] });
    expect(program.error).toContain(`no copy could be made in ${foreign} or ${writable}`);
    expect([...readdirSync(foreign), ...readdirSync(writable)]).toEqual([]);
  });

  it('refuses a database whose owner is no user of this machine', async () => {
    const dataDir = join(room, 'closed', 'of a stranger');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    chownSync(join(dataDir, 'postgres'), 54321, 54321);
    const program = await run({ dataDir, cacheDirectories: [cache] });
    expect(program.error).toContain('belongs to the user with number 54321');
  });
});

describe.runIf(!asRoot || mayReachNode())('as an ordinary user', () => {
  const user = asRoot ? { uid: nobody.uid | 0, gid: nobody.gid | 0 } : undefined;

  function give(directory: string): string {
    mkdirSync(directory, { recursive: true });
    if (asRoot) chownSync(directory, nobody.uid, nobody.gid);
    return directory;
  }

  it('runs PostgreSQL as that user and keeps the data to itself', async () => {
    const open = join(room, 'open checkout');
    buildCheckout(open);
    const dataDir = join(give(join(room, 'home')), 'data');
    const program = await run({ dataDir, user }, open);
    expect(program.error).toBeUndefined();
    expect(await answer(program.connectionString, 'select 1')).toBe(1);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(statSync(dataDir).uid);
  });

  it('restores the library links that npm left out, in place', async () => {
    const own = give(join(room, 'own checkout'));
    buildCheckout(own);
    const native = join(platformPackage(own), 'native');
    expect(libraryLinks(native)).toEqual([]);
    if (asRoot) chownSync(join(native, 'lib'), nobody.uid, nobody.gid);
    const dataDir = join(give(join(room, 'own home')), 'data');
    const program = await run({ dataDir, user }, own);
    expect(program.error).toBeUndefined();
    expect(libraryLinks(native)).not.toEqual([]);
    expect(existsSync(join(dataDir, 'binaries'))).toBe(false);
  });

  it('copies the programs beside its data when the package is read-only', async () => {
    const open = join(room, 'read-only checkout');
    buildCheckout(open);
    const library = join(platformPackage(open), 'native', 'lib');
    chmodSync(library, 0o555);
    onTestFinished(() => chmodSync(library, 0o755));
    const dataDir = join(give(join(room, 'third home')), 'data');
    const program = await run({ dataDir, user }, open);
    expect(program.error).toBeUndefined();
    expect(await answer(program.connectionString, 'select 1')).toBe(1);
    expect(readdirSync(join(dataDir, 'binaries'))).toHaveLength(1);
  });

  it('says which folder it may not write to', async () => {
    const open = join(room, 'open checkout');
    const locked = join(room, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o555);
    const program = await run({ dataDir: join(locked, 'data'), user }, open);
    expect(program.error).toContain(`The data folder ${join(locked, 'data')} cannot be used`);
  });
});
