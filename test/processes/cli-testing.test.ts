import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDouble } from '../../cli/testing/double.ts';
import { reais, startGuiche, verifyWebhook } from '../../cli/testing.ts';
import { ROOT, requireBuilt } from '../support/command.ts';
import { until } from '../support/until.ts';

const BUILD_MS = 300_000;
/** Two seconds on a machine that does nothing else; tests share theirs, so that a processor's work is counted too. */
const READY_WITHIN_MS = 20_000;
/** As much work as so many starts of the command line, which say how fast this machine is just now. */
const MAX_STARTS = 15;
const PROGRAM = join(ROOT, 'dist', 'cli', 'guiche.js');
const run = promisify(execFile);

let folder: string;
let cache: string;

beforeAll(async () => {
  await requireBuilt();
  folder = mkdtempSync(join(tmpdir(), 'guiche-double-'));
  cache = join(folder, 'cache');
}, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startGuiche({ cacheFolder: cache });
const runs = (where = cache) => (existsSync(join(where, 'runs')) ? readdirSync(join(where, 'runs')) : []);
const templates = () => readdirSync(cache).filter((name) => name.startsWith('template-'));

/** Where the system says it: of the process itself, and of those of its children that have ended. */
function processorMs(pid: number | 'self'): { own: number; children: number } {
  if (process.platform !== 'linux') return { own: 0, children: 0 };
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const msOf = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * 10;
  return { own: msOf(11), children: msOf(13) };
}

/** What a start of the command line costs a processor. */
function startMs(): number {
  const before = processorMs('self').children;
  for (let time = 0; time < 4; time += 1) spawnSync(process.execPath, [PROGRAM, '--help']);
  return (processorMs('self').children - before) / 4;
}

/** Processes of their own that start databases of their own, beside other tests. */
const SLOW = { timeout: 120_000 };

describe('startGuiche', SLOW, () => {
  it('prepares once, also when two begin at once on an empty cache', async () => {
    const both = await Promise.all([start(), start()]);
    expect(new Set(both.map(({ url }) => url)).size).toBe(2);
    const [one, other] = both;
    await one?.client.charges.create({ billing_type: 'PIX', value: reais(1) });
    expect(await other?.client.charges.list()).toMatchObject({ total: 0 });
    await Promise.all(both.map((each) => each.stop()));
    expect(templates()).toHaveLength(1);
    expect(runs()).toEqual([]);
  });

  it('is ready quickly afterwards, and pays, tells and travels', async ({ annotate }) => {
    const startedMs = performance.now();
    const guiche = await start();
    const tookMs = Math.round(performance.now() - startedMs);
    const { own, children } = processorMs(Number(runs()[0]?.split('-')[0]));
    const oneStartMs = startMs();
    await annotate(
      `ready after ${tookMs} ms, ${own + children} ms of a processor; a start: ${oneStartMs} ms`,
    );
    expect.soft(tookMs).toBeLessThan(READY_WITHIN_MS);
    expect.soft(own + children).toBeLessThanOrEqual(MAX_STARTS * oneStartMs);
    const charge = await guiche.client.charges.create({ billing_type: 'PIX', value: reais(100) });
    expect(await guiche.pay(charge.id)).toMatchObject({ status: 'RECEIVED' });
    const [message] = guiche.received('charge.paid');
    expect(message?.data).toMatchObject({ payment_id: charge.id, status: 'RECEIVED' });
    await verifyWebhook(message?.raw ?? '', message?.headers ?? {}, guiche.webhookSecret);
    expect(await guiche.client.balance.retrieve()).toMatchObject({ reserved: 4.58 });
    await guiche.advance('31d');
    expect(await guiche.client.balance.retrieve()).toMatchObject({ reserved: 0 });
    expect((await guiche.events()).map((each) => each.event)).toEqual(['charge.pending', 'charge.paid']);
    await expect(guiche.advance('soon')).rejects.toThrow('30d');
    await expect(guiche.advance(30 as unknown as string)).rejects.toThrow(
      'advance(30): write a number and a unit',
    );
    await expect(guiche.advance(undefined as unknown as string)).rejects.toThrow('advance(): write');
    expect(() => guiche.received('nope' as 'charge.paid')).toThrow('received: there is no event "nope"');
    await guiche.stop();
    await guiche.stop();
    await expect(guiche.settle()).rejects.toThrow('was stopped');
  });

  it('serves what it finds in files and loads late', async () => {
    const guiche = await start();
    const payer = { name: 'Ana Souza', cpf_cnpj: '52998224725', email: 'ana@example.com' };
    const { boleto } = await guiche.client.charges.create({
      billing_type: 'BOLETO',
      value: reais(50),
      customer: payer,
    });
    const typeOf = async (path: string) => {
      const answer = await fetch(new URL(path, guiche.url));
      return `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}`;
    };
    expect(await typeOf(boleto?.pdf_url ?? '')).toBe('200 application/pdf');
    expect(await typeOf('/docs/reference/static/swagger-ui.css')).toBe('200 text/css');
    expect(await typeOf('/docs/')).toBe('200 text/html');
    expect(await typeOf('/login')).toBe('200 text/html');
    expect(await typeOf('/metrics')).toBe('200 text/plain');
    await guiche.stop();
  });

  it('goes on while the tests fake their own time', async () => {
    const guiche = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
    try {
      const charge = await guiche.client.charges.create({ billing_type: 'PIX', value: reais(5) });
      await guiche.pay(charge.id);
      expect(guiche.received('payment.received')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
      await guiche.stop();
    }
  });

  it('says why it cannot start', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    await expect(startGuiche({ cacheFolder: file })).rejects.toThrow(
      /The test gateway ended\. The cache folder .+a-file cannot be made .+ the option cacheFolder/,
    );
  });

  it('gives up on a start that takes too long, and leaves no process', async () => {
    const order = { receiverUrl: 'http://127.0.0.1:1/', events: null, cacheFolder: join(folder, 'late') };
    await expect(startDouble(order, 1)).rejects.toThrow('not ready within 0.001 seconds');
  });

  it.each([
    [['charge.paid'], 'takes an object'],
    [{ event: ['charge.paid'] }, 'takes no option event'],
    [{ events: ['nope'] }, 'there is no event "nope". There are: payment.received, '],
    [{ events: [] }, 'leave it out for all'],
    [{ events: 'charge.paid' }, "as ['charge.paid']"],
    [{ cacheFolder: 5 }, 'the path of a folder'],
  ])('refuses %j with a sentence', async (options, says) => {
    await expect(startGuiche(options as object)).rejects.toThrow(says);
  });
});

const SUITE = `
  import { startGuiche } from '${join(ROOT, 'dist', 'cli', 'testing.js')}';
  const guiche = await startGuiche({ cacheFolder: process.argv[1] });
  process.stdout.write('started');
  if (process.argv[2] === 'wait') setInterval(() => {}, 1000);
  if (process.argv[2] === 'stop') await guiche.stop();
`;

function suite(mode: string, where = cache): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '--eval', SUITE, where, mode]);
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((done) => child.once('close', (code) => done(code)));

describe('a suite', SLOW, () => {
  it.each(['stop', 'forget'])('that may %s ends by itself, and leaves nothing', async (mode) => {
    expect(await ended(suite(mode))).toBe(0);
    await until('its folder is gone', () => runs().length === 0);
  });

  it('that is killed takes its gateway with it', async () => {
    const child = suite('wait');
    await new Promise((done) => child.stdout?.once('data', done));
    expect(runs()).toHaveLength(1);
    child.kill('SIGKILL');
    await until('its folder is gone', () => runs().length === 0);
  });

  it('that is killed while it prepares spoils nothing for the next', async () => {
    const other = join(folder, 'other');
    const child = suite('wait', other);
    await until('it began', () => existsSync(other) && readdirSync(other).length > 0);
    child.kill('SIGKILL');
    expect(await ended(suite('stop', other))).toBe(0);
    const isDraft = (name: string) => name.includes('.draft-');
    // The gateway of the killed one ends what it began, sees that nobody is there, and goes.
    await until(
      'nobody works there',
      () => !readdirSync(other).some(isDraft) && runs(other).length === 0,
      60_000,
    );
    expect(readdirSync(other).filter((name) => /^template-[\w.-]+-[0-9a-f]{16}$/.test(name))).toHaveLength(1);
  });
});

describe('the package', SLOW, () => {
  let packed: string;

  /** Its packages cannot be installed without a network: those of the checkout are linked instead. */
  beforeAll(async () => {
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      { cwd: ROOT },
    );
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    const modules = join(folder, 'shop', 'node_modules');
    await mkdir(modules, { recursive: true });
    await run('tar', ['-xzf', join(folder, filename), '-C', modules]);
    packed = join(modules, 'guiche');
    await run('mv', [join(modules, 'package'), packed]);
    for (const name of readdirSync(join(ROOT, 'node_modules')))
      if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }, BUILD_MS);

  it('carries the command and what it needs to run', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const { stdout } = await run(join(packed, 'dist', 'cli', 'guiche.js'), ['--version']);
    expect(stdout.trim()).toBe(version);
    for (const name of [
      'migrations',
      'dist/main.js',
      'dist/server/main.js',
      'dist/server/testing.js',
      'dist/server/LICENSES.txt',
      'dist/web/checkout.js',
      'dist/web/card-checkout.js',
      'dist/web/dashboard/manifest.json',
      'LICENSE',
    ])
      expect(existsSync(join(packed, name)), name).toBe(true);
    for (const name of ['server', 'test', 'cli', '.ci', 'data'])
      expect(existsSync(join(packed, name)), name).toBe(false);
  });

  it('gives a suite a gateway by its name', async () => {
    const file = join(folder, 'shop', 'suite.mjs');
    writeFileSync(
      file,
      SUITE.replace(join(ROOT, 'dist', 'cli', 'testing.js'), 'guiche/testing').replaceAll('argv[', 'argv[1+'),
    );
    const { stdout } = await run(process.execPath, [file, cache, 'stop']);
    expect(stdout).toBe('started');
  });

  it('brings types that compile in a project of its own', async () => {
    const use = `
      import { startGuiche, reais, type TestGuiche } from 'guiche/testing';
      const guiche: TestGuiche = await startGuiche();
      const charge = await guiche.client.charges.create({ billing_type: 'PIX', value: reais(19.9) });
      const paid: string = (await guiche.pay(charge.id)).status;
      // @ts-expect-error a plain number is no amount
      await guiche.client.charges.create({ billing_type: 'PIX', value: 19.9 });
      guiche.received('charge.paid').map(({ data }) => data.status).includes('RECEIVED');
      await guiche.stop();
      export { paid };`;
    writeFileSync(join(folder, 'shop', 'use.ts'), use);
    writeFileSync(join(folder, 'shop', 'package.json'), '{"type":"module"}');
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    // Without the types of Node: a shop need not have them.
    const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] };
    const project = JSON.stringify({ compilerOptions, files: ['use.ts'] });
    writeFileSync(join(folder, 'shop', 'tsconfig.json'), project);
    const { stdout } = await run(process.execPath, [compiler, '-p', '.'], {
      cwd: join(folder, 'shop'),
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});

describe('the example suite of a shop', SLOW, () => {
  it('passes', async () => {
    const { stdout } = await run(
      process.execPath,
      ['--test', join(ROOT, 'examples', 'testing', 'shop.test.mjs')],
      {
        env: { PATH: process.env.PATH ?? '', GUICHE_TEST_CACHE: cache },
      },
    );
    expect(stdout).toContain('# fail 0');
    expect(stdout).toContain('# pass 5');
  });
});
