import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, requireBuilt } from '../support/command.ts';

const MAX_DURATION_MS = 300_000;
const run = promisify(execFile);

let folder: string;
let packed: string;
let consumer: string;
let tarball: string;

const QUIET = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Packs a package; gives its tarball. */
async function pack(cwd: string): Promise<string> {
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', ['pack', ...options], { cwd });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}

/** A project of somebody else, with a package installed. */
async function newProject(name: string, installed: string): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', ...QUIET, installed], { cwd: project });
  return project;
}

/** Built, packed and installed in an empty folder, without network: what a seller gets. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guiche-sdk-'));
  packed = join(folder, 'sdk');
  await mkdir(packed);
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    await cp(join(ROOT, 'sdk', name), join(packed, name));
  await run(process.execPath, [join(ROOT, 'scripts', 'build-sdk.mjs'), '--out', join(packed, 'dist')]);
  tarball = await pack(packed);
  consumer = await newProject('consumer', tarball);
}, MAX_DURATION_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const USE = `
  const guiche = new Guiche({
    baseUrl: 'http://gateway.test',
    apiKey: 'guiche_test',
    fetch: async () => new Response(JSON.stringify({ data: [{ value: reais(19.9) }], has_more: false })),
  });
  (async () => {
    for await (const { value } of guiche.charges.list()) console.log(toCents(value));
  })();
`;

describe('the package', () => {
  it('brings no other package, and only what it needs', async () => {
    const installed = (await readdir(join(consumer, 'node_modules'))).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['@guiche']);
    const files = await readdir(join(consumer, 'node_modules', '@guiche', 'sdk'));
    expect(files.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('is imported', async () => {
    const file = join(consumer, 'use.mjs');
    await writeFile(file, `import { Guiche, reais, toCents } from '@guiche/sdk';${USE}`);
    expect((await run(process.execPath, [file])).stdout).toBe('1990\n');
  });

  it('is required', async () => {
    const file = join(consumer, 'use.cjs');
    await writeFile(file, `const { Guiche, reais, toCents } = require('@guiche/sdk');${USE}`);
    expect((await run(process.execPath, [file])).stdout).toBe('1990\n');
  });

  it('knows an error of its other half', async () => {
    const file = join(consumer, 'both.mjs');
    const text = `
      import { createRequire } from 'node:module';
      import { GuicheError, isGuicheError } from '@guiche/sdk';
      const { UsageError } = createRequire(import.meta.url)('@guiche/sdk');
      const error = new UsageError('no');
      console.log(error instanceof GuicheError, isGuicheError(error, 'WRONG_USE'));`;
    await writeFile(file, text);
    expect((await run(process.execPath, [file])).stdout).toBe('true true\n');
  });

  it('has nothing that publint would mend', async () => {
    const { messages } = await publint({
      pkgDir: join(consumer, 'node_modules', '@guiche', 'sdk'),
      pack: false,
    });
    expect(messages).toEqual([]);
  });
});

describe('the code', () => {
  const text = (name: string) => readFile(join(packed, 'dist', name), 'utf8');

  it.each(['main.js', 'main.cjs'])('%s needs nothing but the web', async (name) => {
    const code = await text(name);
    expect(code).not.toMatch(/\brequire\(|from ['"]|\bimport\(|node:|\bBuffer\b|\bprocess\b|__dirname/);
  });

  it('runs where there is only the web', async () => {
    const module = { exports: {} as typeof import('../../sdk/src/main.ts') };
    const asked: string[] = [];
    const web = {
      ...{ URL, URLSearchParams, crypto, TextEncoder, TextDecoder, AbortController, DOMException },
      ...{ setTimeout, clearTimeout, atob, Uint8Array, ArrayBuffer },
      fetch: async (url: string) => {
        asked.push(url);
        return new Response('{"available":1}');
      },
    };
    runInNewContext(await text('main.cjs'), { module, exports: module.exports, ...web });
    const { Guiche, verifyWebhook } = module.exports;
    const client = new Guiche({ baseUrl: 'https://pay.test', apiKey: 'guiche_test' });
    expect((await client.balance.retrieve()).available).toBe(1);
    expect(asked).toEqual(['https://pay.test/api/v1/balance']);
    const headers = { 'x-webhook-secret': 's' };
    expect((await verifyWebhook('{"event":"charge.paid"}', headers, 's')).event).toBe('charge.paid');
  });
});

const TYPED = `
const guiche = new Guiche({ baseUrl: 'http://gateway.test', apiKey: 'guiche_test', maxRetries: 1 });
export async function shop(): Promise<Reais> {
  const charge: Charge = await guiche.charges.create({ billing_type: 'PIX', value: reais(19.9) });
  // @ts-expect-error a plain number is not an amount
  await guiche.charges.create({ billing_type: 'PIX', value: 19.9 });
  // @ts-expect-error cents are not reais
  await guiche.charges.create({ billing_type: 'PIX', value: toCents(charge.value) });
  // @ts-expect-error reais are not cents
  fromCents(charge.value);
  // @ts-expect-error a plain number is not an amount of a split either
  await guiche.charges.create({ billing_type: 'PIX', value: reais(9), split: [{ recipient_id: 'a', amount: 1 }] });
  // @ts-expect-error there is no such status
  await guiche.charges.list({ status: 'GONE' });
  for await (const { net_value } of guiche.charges.list()) if (net_value !== null) toCents(net_value);
  return fromCents(toCents(charge.value) * 2);
}
`;
const NAMES = 'type Charge, fromCents, Guiche, type Reais, reais, toCents';

/** Compiles files of a project; gives what the compiler says. */
async function compile(files: Record<string, string>, options: object, project = consumer): Promise<string> {
  for (const [name, code] of Object.entries(files)) await writeFile(join(project, name), code);
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', skipLibCheck: false, ...options };
  const config = { compilerOptions, files: Object.keys(files) };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return run(process.execPath, [compiler, '-p', project]).then(
    () => 'compiled',
    (error: Error & { stdout?: string }) => error.stdout || String(error),
  );
}

describe('the types', () => {
  it('fit both kinds of module, without the types of DOM or Node', { timeout: MAX_DURATION_MS }, async () => {
    const files = {
      'typed.mts': `import { ${NAMES} } from '@guiche/sdk';${TYPED}`,
      'typed.cts': `import { ${NAMES} } from '@guiche/sdk';${TYPED}`,
    };
    expect(await compile(files, { module: 'nodenext', lib: ['es2022'], types: [] })).toBe('compiled');
  });

  it('fit every example of the README', { timeout: MAX_DURATION_MS }, async () => {
    const readme = await readFile(join(ROOT, 'sdk', 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    expect(blocks.length).toBeGreaterThan(5);
    const files = Object.fromEntries(blocks.map((code, nth) => [`readme-${nth}.ts`, `${code}\nexport {};`]));
    const options = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] };
    expect(await compile(files, options)).toBe('compiled');
  });
});

/** A shop that knows the SDK only, tested with the gateway that `guiche/testing` starts. */
const TESTED_SHOP = `
import { type Guiche, NotFoundError, RateLimitError, reais, SignatureError } from '@guiche/sdk';
import { startGuiche } from 'guiche/testing';

const buy = (guiche: Guiche) => guiche.charges.create({ billing_type: 'PIX', value: reais('19.90') });
const kindOf = (error: unknown) =>
  [NotFoundError, RateLimitError, SignatureError].filter((Kind) => error instanceof Kind).map(({ name }) => name);

const gateway = await startGuiche({ cacheFolder: './cache' });
try {
  const { id } = await buy(gateway.client);
  const { value } = await gateway.pay(id);
  const same: ReturnType<typeof reais> = value;
  const unknown = await gateway.client.charges.retrieve('nope').catch(kindOf);
  const unsigned = await gateway.client.webhooks.verify('{}', {}, 'whsec_AAAA').catch(kindOf);
  console.log(JSON.stringify([same, unknown, unsigned]));
} finally {
  await gateway.stop();
}
`;

describe('beside guiche/testing, which has a copy of its own', () => {
  it('is the same client, the same amounts and the same errors', { timeout: MAX_DURATION_MS }, async () => {
    await requireBuilt();
    const project = await newProject('shop', tarball);
    const gateway = join(project, 'node_modules', 'guiche');
    await mkdir(gateway);
    await run('tar', ['-xzf', await pack(ROOT), '--strip-components=1', '-C', gateway]);
    // Its dependencies are those of this checkout: a test installs nothing from the network.
    await symlink(join(ROOT, 'node_modules'), join(gateway, 'node_modules'));
    const options = { module: 'nodenext', lib: ['es2022', 'dom'], types: [], noEmit: false };
    expect(await compile({ 'shop.ts': TESTED_SHOP }, options, project)).toBe('compiled');
    const { stdout } = await run(process.execPath, ['shop.js'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual([19.9, ['NotFoundError'], ['SignatureError']]);
  });
});
