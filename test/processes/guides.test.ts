import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Guiche, reais } from '../../sdk/src/main.ts';
import { WEBHOOK_EVENTS } from '../../server/src/events/catalogue.ts';
import { settings } from '../../server/src/kit/config.ts';
import { pspSettings } from '../../server/src/providers/apipix/config.ts';
import { banks } from '../../server/src/providers/banks/registry.ts';
import { TEST_CARDS } from '../../server/src/providers/sandbox/test-cards.ts';
import { signature } from '../../server/src/webhooks/sign.ts';
import { blocksOf } from '../support/code-blocks.ts';
import { complaintsAbout, expectShown, moduleOf, runModule } from '../support/guide-modules.ts';
import { readDescription } from '../support/openapi.ts';
import {
  canPaste,
  expectPrinted,
  MAX_START_MS,
  paste,
  type StartedGateway,
  startAsDocumented,
  stepsOf,
} from '../support/pasting.ts';
import { freePort } from '../support/processes.ts';
import { until } from '../support/until.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');

type Operation = { requestBody?: { content: Record<string, { schema: object; example?: object }> } };
type Description = { paths: Record<string, Record<string, Operation>> };
type PostmanRequest = { request: { method: string; url: { raw: string }; body?: { raw: string } } };

const pathOf = ({ url }: PostmanRequest['request']) =>
  url.raw.replace('{{base_url}}', '').replace(/:(\w+)/g, '{$1}');
const operationOf = (request: PostmanRequest['request']) => `${request.method} ${pathOf(request)}`;

const guides = readdirSync(join(ROOT, 'docs', 'guides')).map((file) => `docs/guides/${file}`);
const documents = ['docs/README.md', 'docs/errors.md', ...guides];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const nameOf = (path: string) => path.replace(/^.*\//, '').replace('.md', '');
const quickStart = read('docs/guides/quick-start.md');
const modules = guides.flatMap((path) => moduleOf(nameOf(path), read(path)) ?? []);

describe('the guides', () => {
  it.each(documents)('%s has no block of code that no test covers', (path) => {
    const blocks = blocksOf(read(path));
    const fences = read(path).match(/^ *(```|~~~)/gm)?.length ?? 0;
    expect(fences).toBe(blocks.length * 2);
    const uncovered = blocks.filter(({ language }, at) => {
      const before = blocks[at - 1]?.language;
      if (language === 'sh') return nameOf(path) !== 'quick-start';
      if (language === 'ts') return !guides.includes(path);
      if (language === 'json') return before !== 'sh' && before !== 'ts' && path !== 'docs/errors.md';
      return language !== 'text';
    });
    expect(uncovered).toEqual([]);
  });

  it('are each listed on the first page', () => {
    const listed = [...read('docs/README.md').matchAll(/^- \[[^\]]+\]\(guides\/([\w-]+)\.md\)/gm)];
    expect(listed.map(([, name]) => name).sort()).toEqual(guides.map(nameOf).sort());
  });

  it.each(documents)('%s links only to what exists', (path) => {
    const prose = read(path).replace(/^```.*?^```$/gms, '');
    const targets = [...prose.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    const own = targets.filter((target) => !/^https?:/.test(target));
    expect(own.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
  });

  it.each(documents)('%s names only settings and endpoints that exist', (path) => {
    const named = new Set([...read(path).matchAll(/\bGUICHE_[A-Z_]+[A-Z]\b/g)].map(([name]) => name));
    const ofExamples = ['GUICHE_URL', 'GUICHE_API_KEY', 'GUICHE_TEST_CACHE'];
    const isOfPsp = (name: string) =>
      /^GUICHE_PIX_[A-Z]+_/.test(name) && name.replace(/^GUICHE_PIX_[A-Z]+_/, '') in pspSettings;
    const ofBanks = new Set(banks.flatMap((bank) => Object.keys(bank.settings)));
    const isOfBank = (name: string) => ofBanks.has(name.replace(/^GUICHE_BANK_[A-Z]+_/, ''));
    const isKnown = (name: string) =>
      name in settings || ofExamples.includes(name) || isOfPsp(name) || isOfBank(name);
    const unknown = [...named].filter((name) => !isKnown(name));
    expect(unknown).toEqual([]);
    const { paths } = JSON.parse(read('openapi.json')) as Description;
    const calls = [...read(path).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/[\w/{}-]+)/g)];
    const missing = calls.filter(([, method = '', at = '']) => !paths[at]?.[method.toLowerCase()]);
    expect(missing.map(([call]) => call)).toEqual([]);
  });

  it('name only commands that exist, with options that they take', () => {
    const named = documents.flatMap((path) => [...read(path).matchAll(/`npx guiche ([^`]+)`/g)]);
    expect(named.length).toBeGreaterThan(3);
    for (const [, command = ''] of named) {
      const words = command.split(' ');
      const options = words.filter((word) => word.startsWith('--'));
      const names = words.slice(0, options[0] ? words.indexOf(options[0]) : words.length);
      const program = join(ROOT, 'dist', 'cli', 'guiche.js');
      const { status, stdout } = spawnSync(process.execPath, [program, ...names, '--help'], {
        encoding: 'utf8',
      });
      expect({ command, status }).toEqual({ command, status: 0 });
      for (const option of options) expect(stdout, command).toContain(option);
    }
  });

  it('list every event and every test card', () => {
    const [, events = ''] = read('docs/guides/webhooks.md').split('\n## Events\n');
    const names = [...(events.split('\n## ')[0] ?? '').matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(
      ([, name]) => name,
    );
    expect(names.sort()).toEqual([...WEBHOOK_EVENTS].sort());
    const rows = [...read('docs/guides/sandbox.md').matchAll(/^\| (\d+) \| (\w+) \| (.+) \|$/gm)];
    const cards = rows.map(([, number, brand, about]) => ({ number, brand, about }));
    expect(cards).toEqual(TEST_CARDS.map(({ number, brand, about }) => ({ number, brand, about })));
  });

  it('compile against the SDK, and so does what the SDK shows of itself', () => {
    const blocks = blocksOf(read('sdk/README.md')).map(({ language, text }, at) => {
      expect(language).toBe('ts');
      return { name: `sdk-${at}`, source: text, claims: 0, runnable: '' };
    });
    expect(blocks.length).toBeGreaterThan(4);
    expect(complaintsAbout([...modules, ...blocks])).toEqual([]);
  }, 60_000);

  it('have a Postman collection that is what openapi.json says (node scripts/postman.mjs writes it anew)', () => {
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'postman.mjs'), '--print']);
    expect(String(stdout)).toBe(read('docs/guiche.postman_collection.json'));
    const { paths } = readDescription<Description>();
    const { item: folders } = JSON.parse(String(stdout)) as { item: { item: PostmanRequest[] }[] };
    const requests = folders.flatMap(({ item }) => item.map(({ request }) => request));
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(requests.map(operationOf).sort()).toEqual(operations.sort());
    const ajv = new Ajv({ strict: false });
    for (const request of requests.filter(({ body }) => body)) {
      const { requestBody } = paths[pathOf(request)]?.[request.method.toLowerCase()] ?? {};
      const schema = requestBody?.content['application/json']?.schema ?? {};
      expect(ajv.validate(schema, JSON.parse(request.body?.raw ?? '')), operationOf(request)).toBe(true);
    }
  });
});

describe('a gateway as the guides start it', () => {
  let gateway: StartedGateway;
  beforeAll(async () => {
    gateway = await startAsDocumented();
  }, MAX_START_MS);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await gateway?.stop();
  });
  beforeEach(async () => {
    vi.stubEnv('GUICHE_URL', gateway.address);
    vi.stubEnv('GUICHE_API_KEY', await newKey(gateway.address));
  });

  describe.skipIf(!canPaste)('by the quick start', () => {
    const [start, ...steps] = stepsOf(quickStart);

    it('is started by one command and prints what it says', () => {
      expect(start?.shell).toBe('npm start');
      expectPrinted(gateway.printed, start?.printed ?? '');
    });

    it('takes a payment and sends the webhook by copy and paste', async () => {
      const printed = await paste(steps, gateway.address);
      for (const [at, step] of steps.entries()) expectPrinted(printed[at] ?? '', step.printed ?? '');
      expect(printed.slice(0, -1).at(-1)).toBe('payment.received order-1 RECEIVED 100');
    });
  });

  it.each(modules)('does what $name says, value by value', async (module) => {
    expect(await runModule(module)).toBe(module.claims);
  });

  it.each([
    'charges',
    'quotes',
    'customers',
    'products',
    'payment-links',
    'webhooks',
    'deliveries/redeliver',
  ])('takes the example of POST /api/v1/%s as the reference offers it', async (name) => {
    const { paths } = (await (await fetch(`${gateway.address}/openapi.json`)).json()) as Description;
    const body = paths[`/api/v1/${name}`]?.post?.requestBody?.content['application/json'];
    const answer = await fetch(`${gateway.address}/api/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': process.env.GUICHE_API_KEY ?? '' },
      body: JSON.stringify(body?.example),
    });
    expect([200, 201], await answer.text()).toContain(answer.status);
  });

  it('answers an error as the list of errors shows it', async () => {
    const [block] = blocksOf(read('docs/errors.md'));
    const answer = await fetch(`${gateway.address}/api/v1/charges`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': process.env.GUICHE_API_KEY ?? '' },
      body: JSON.stringify({ billing_type: 'PIX', value: 0.001 }),
    });
    expect(await answer.json()).toEqual(JSON.parse(block?.text ?? ''));
  });
});

describe('the receiver of the quick start', () => {
  const SECRET = `whsec_${Buffer.from('of the quick start').toString('base64')}`;
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const folder = mkdtempSync(join(tmpdir(), 'guiche-receiver-'));
  let receiver: ReturnType<typeof spawn>;
  let url: string;
  beforeAll(async () => {
    const [, code = ''] = /<<'CODE'\n(.*?)^CODE$/ms.exec(quickStart) ?? [];
    writeFileSync(join(folder, 'receiver.mjs'), code);
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    receiver = spawn(process.execPath, ['receiver.mjs', port, SECRET], { cwd: folder, stdio: 'ignore' });
    await until('it listens', () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    const ended = once(receiver, 'exit');
    receiver.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['takes its own secret', [SECRET], 0, 200],
    ['takes the old secret beside a new one, as after a rotation', ['whsec_bmV3', SECRET], 0, 200],
    ['refuses another secret', ['whsec_bmV3'], 0, 400],
    ['refuses a message without signature', [], 0, 400],
    ['refuses an old message', [SECRET], 301, 400],
  ])('%s', async (_what, secrets, ageSeconds, status) => {
    const body = JSON.stringify({ event: 'payment.received', data: { description: 'café' } });
    const at = String(nowSeconds() - ageSeconds);
    const headers = {
      'webhook-id': 'e1',
      'webhook-timestamp': at,
      'webhook-signature': signature(secrets, 'e1', at, body),
    };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(status);
  });
});

async function newKey(baseUrl: string): Promise<string> {
  const visitor = new Guiche({ baseUrl });
  const { token } = await visitor.auth.register({
    name: 'Loja Azul',
    email: `guide-${crypto.randomUUID()}@example.com`,
    password: 'uma senha bem longa',
    document: '11144477735',
  });
  return (await visitor.with({ token: token ?? '' }).keys.create({ name: 'guide' })).api_key;
}

it('what a guide shows may be shortened, but not differ', () => {
  const actual = { id: 'abc', amount: reais(5), list: [1], more: true };
  expectShown(actual, { id: 'a…', amount: 5, list: [1] }, 'it');
  for (const wrong of [{ id: 'b…' }, { amount: 6 }, { other: 1 }, { list: [] }]) {
    expect(() => expectShown(actual, wrong, 'it')).toThrow();
  }
});
