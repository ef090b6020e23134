import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Guiche } from '../../sdk/src/main.ts';
import { createTestDatabase } from '../support/database.ts';
import { complaintsOf } from '../support/guide-modules.ts';
import { GOOD_CARD, hiddenValue } from '../support/pages.ts';
import { freePort, registerSeller, requireProgram, type Server, startServer } from '../support/processes.ts';
import { until } from '../support/until.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'examples');
const NAMES = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'main.mjs')));
/** The first start may have to build. */
const MAX_START_MS = 300_000;

type Example = { process: ChildProcess; address: string };

/** The one command of the README, until it says where it is. */
async function start(name: string, environment: Record<string, string>): Promise<Example> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(FOLDER, 'start.mjs'), name], {
    env: { PATH, HOME, PORT: String(await freePort()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = await new Promise<string>((found, failed) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      const said = /^The .+: (http:\S+)$/m.exec(output)?.[1];
      if (said) found(said);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}: ${output}`)));
  });
  return { process: child, address };
}

async function stop({ process: child }: Example): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Sends a form as a browser would, without following where it leads. */
const send = (address: string, fields: Record<string, string>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const textOf = async (address: string) => (await fetch(address)).text();

describe('the examples', () => {
  it('are each told of in their README', () => {
    const told = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| `node (\S+) (\S+)` \|/gm)];
    expect(told.map(([, program]) => program)).toEqual(told.map(() => 'examples/start.mjs'));
    expect(told.map(([, , name]) => name).sort()).toEqual(NAMES.sort());
  });

  it('fit the types of the SDK', () => {
    const files = NAMES.flatMap((name) =>
      readdirSync(join(FOLDER, name), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.mjs') && !file.startsWith('express-stand-in'))
        .map((file) => join(FOLDER, name, file)),
    );
    expect(
      complaintsOf(files, {
        allowJs: true,
        checkJs: true,
        noImplicitAny: false,
        useUnknownInCatchVariables: false,
      }),
    ).toEqual([]);
  }, 60_000);

  it('say which there are when asked for another', async () => {
    await expect(start('no-such-example', {})).rejects.toThrow(/Which example\? .*donation/);
  });

  it('say what to do about a port that is taken, without a stack', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const started = start('donation', { PORT: String(port) });
    await expect(started).rejects.toThrow(
      new RegExp(`ended with 1: Port ${port} is taken by another program\\. Choose another: PORT=4200 .+\n$`),
    );
    taken.close();
  });

  it.each([
    ['GUICHE_URL', 'GUICHE_API_KEY'],
    ['GUICHE_API_KEY', 'GUICHE_URL'],
  ])('refuse %s without %s', async (given, missing) => {
    const started = start('donation', { [given]: 'http://127.0.0.1:1' });
    await expect(started).rejects.toThrow(`${given} needs ${missing} beside it.`);
  });

  it(
    'that fail end the gateway they started, and remove its data',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'guiche-examples-'));
      const fails = join(FOLDER, 'that-fails');
      mkdirSync(fails);
      writeFileSync(join(fails, 'main.mjs'), `throw new Error('the example failed');`);
      try {
        const started = start('that-fails', { TMPDIR: folder });
        await expect(started).rejects.toThrow('the example failed');
        expect(readdirSync(folder).filter((name) => name.startsWith('guiche-example-'))).toEqual([]);
      } finally {
        rmSync(fails, { recursive: true, force: true });
        rmSync(folder, { recursive: true, force: true });
      }
    },
    MAX_START_MS,
  );
});

describe('on a running gateway', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let gateway: Server;
  let guiche: Guiche;
  let environment: Record<string, string>;
  let example: Example | null = null;
  beforeAll(async () => {
    await requireProgram();
    database = await createTestDatabase();
    gateway = await startServer({ databaseUrl: database.connectionString });
  });
  afterAll(async () => {
    await gateway.end('SIGTERM');
    await database.drop();
  });
  beforeEach(async () => {
    const baseUrl = `http://127.0.0.1:${gateway.port}`;
    const { apiKey } = await registerSeller(gateway);
    guiche = new Guiche({ baseUrl, apiKey });
    environment = { GUICHE_URL: baseUrl, GUICHE_API_KEY: apiKey };
  });
  afterEach(async () => {
    if (example) await stop(example);
    example = null;
  });
  const begin = async (name: string) => {
    example = await start(name, environment);
    return example.address;
  };
  const onlyCharge = async () => (await guiche.charges.list()).data[0]?.id ?? '';

  it(
    'the shop sells, hears of the payment and shows the order as paid',
    async () => {
      const shop = await begin('express-shop');
      expect(await textOf(shop)).toMatch(/Caneca, R\$\s39,90/);
      const answer = await send(`${shop}/orders`, { product: 'mug' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toContain('/pay/');
      const charge = await guiche.charges.retrieve(await onlyCharge());
      expect(charge).toMatchObject({ billing_type: 'UNDEFINED', value: 39.9, status: 'PENDING' });
      const order = `${shop}/orders/${charge.external_reference}`;
      expect(await textOf(order)).toContain('Aguardando');
      await guiche.sandbox.pay(charge.id);
      await until('the order is paid', async () => (await textOf(order)).includes('Pago'));
      const forged = { method: 'POST', body: '{}', headers: { 'x-webhook-secret': 'guess' } };
      expect((await fetch(`${shop}/guiche`, forged)).status).toBe(400);
      expect((await send(`${shop}/orders`, { product: 'none' })).status).toBe(400);
    },
    MAX_START_MS,
  );

  it.each(['express-shop', 'next-handler'])(
    '%s, started again, leaves no second webhook',
    async (name) => {
      environment.PORT = String(await freePort());
      await begin(name);
      const [first] = (await guiche.webhooks.list()).data;
      if (example) await stop(example);
      await begin(name);
      const { data } = await guiche.webhooks.list();
      expect(data.map(({ url }) => url)).toEqual([first?.url]);
      expect(data[0]?.id).not.toBe(first?.id);
    },
    MAX_START_MS,
  );

  it(
    'the handlers make a PIX charge and know when it is paid',
    async () => {
      const address = await begin('next-handler');
      const ask = (amount: string) =>
        fetch(address, { method: 'POST', body: JSON.stringify({ order: '77', amount }) });
      const made = (await (await ask('19.90')).json()) as { id: string; copy_paste: string };
      expect(made.copy_paste).toContain('540519.90');
      expect(await (await ask('19.90')).json()).toEqual(made);
      expect((await ask('20')).status).toBe(400);
      expect(await (await fetch(address, { method: 'POST' })).text()).toContain('as JSON');
      expect(await textOf(address)).toContain('?order=77');
      await guiche.sandbox.pay(made.id);
      await until('the order is paid', async () =>
        (await textOf(`${address}?order=77`)).includes('"paid":true'),
      );
      expect((await fetch(new URL('/guiche', address), { method: 'POST', body: '{}' })).status).toBe(400);
    },
    MAX_START_MS,
  );

  it(
    'the marketplace gives the maker its part',
    async () => {
      const market = await begin('marketplace');
      expect(await textOf(market)).toMatch(/Vaso de Ateliê da Rita, R\$\s120,00/);
      expect((await send(`${market}/buy`, { thing: 'vase' })).status).toBe(303);
      await guiche.sandbox.pay(await onlyCharge());
      expect(JSON.parse(await textOf(`${market}/balances`))).toEqual([
        { name: 'The house', available: 2.79, reserved: 5.52 },
        { name: 'Ateliê da Rita', available: 102, reserved: 0 },
        { name: 'Oficina do Zé', available: 0, reserved: 0 },
      ]);
    },
    MAX_START_MS,
  );
});

it(
  'the donation page starts with its own gateway, leads to the link and counts who gave',
  async () => {
    const example = await start('donation', {});
    try {
      const before = await textOf(example.address);
      expect(before).toContain('0 pessoas já ajudaram.');
      const link = /<a href="([^"]+)">Doar/.exec(before)?.[1] ?? '';
      const form_id = hiddenValue(await textOf(link), 'form_id');
      const paid = await send(link, { form_id, value: '25,00', ...GOOD_CARD });
      const receipt = new URL(paid.headers.get('location') ?? '', link).href;
      expect(await textOf(receipt)).toContain('R$\u00a025,00');
      expect(await textOf(example.address)).toContain('1 pessoa já ajudou.');
    } finally {
      await stop(example);
    }
  },
  MAX_START_MS,
);
