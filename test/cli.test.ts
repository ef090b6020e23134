import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Guiche as Client, verifyWebhook } from '../sdk/src/main.ts';
import { commandWith, endCommands, type Guiche, requireBuilt } from './support/command.ts';
import { authenticator, earlyInStep } from './support/cookie-client.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { freePort, type Server, startServer } from './support/processes.ts';
import { startReceiver } from './support/receiver.ts';
import { until } from './support/until.ts';

const BUILD_MS = 300_000;
const EMAIL = 'loja@example.com';
const PASSWORD = 'correct horse battery';
const OPERATOR = { GUICHE_OPERATOR_EMAIL: 'operator@example.com', GUICHE_OPERATOR_PASSWORD: PASSWORD };

let database: TestDatabase;
let server: Server;
let home: string;
let url: string;
let guiche: Guiche;
let stranger: Guiche;

beforeAll(async () => {
  await requireBuilt();
  database = await createTestDatabase();
  server = await startServer({ databaseUrl: database.connectionString, environment: OPERATOR });
  url = `http://127.0.0.1:${server.port}`;
  home = mkdtempSync(join(tmpdir(), 'guiche-home-'));
  guiche = commandWith({ XDG_CONFIG_HOME: home, GUICHE_URL: url });
  stranger = commandWith({ XDG_CONFIG_HOME: join(home, 'empty'), GUICHE_URL: url });
  const account = { name: 'Loja', email: EMAIL, password: PASSWORD, document: '52998224725' };
  await new Client({ baseUrl: url }).auth.register(account);
  const login = await guiche.begin(['login', '--email', EMAIL, '--password-stdin'], `${PASSWORD}\n`).ended;
  expect(login).toMatchObject({ code: 0, out: expect.stringContaining(`Signed in at ${url} as ${EMAIL}`) });
}, BUILD_MS);
afterAll(async () => {
  await endCommands();
  await server?.end('SIGTERM');
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

describe('signing in', () => {
  it('keeps key and token for the owner’s eyes only', () => {
    const file = join(home, 'guiche', 'config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default).toMatchObject({ url, email: EMAIL });
  });

  it('is refused with a wrong password, and then nothing is kept', async () => {
    const words = ['login', '--email', EMAIL, '--password-stdin', '--profile', 'other'];
    expect(await guiche.begin(words, 'wrong wrong').ended).toMatchObject({
      code: 3,
      err: expect.stringContaining('INVALID_CREDENTIALS'),
    });
    expect(await guiche('keys', 'list', '--profile', 'other')).toMatchObject({ code: 3 });
  });

  it('ends with logout, which revokes the key', async () => {
    const words = ['--profile', 'passing'];
    await guiche.begin(['login', '--email', EMAIL, '--password-stdin', ...words], PASSWORD).ended;
    const { apiKey } = JSON.parse(readFileSync(join(home, 'guiche', 'config.json'), 'utf8')).profiles.passing;
    expect(await guiche.json('logout', ...words)).toEqual({ signed_out: true, key_revoked: true });
    const old = commandWith({ GUICHE_URL: url, GUICHE_API_KEY: apiKey });
    expect(await old('charges', 'list')).toMatchObject({
      code: 3,
      err: expect.stringContaining('guiche login'),
    });
    expect(await guiche('logout', ...words)).toMatchObject({ code: 3 });
  });

  it('lasts an hour for what needs a person, and says so afterwards', async () => {
    const folder = join(home, 'late', 'guiche');
    mkdirSync(folder, { recursive: true });
    const profile = { url, token: 'eyJ.old.token', tokenEndsAt: '2020-01-01T00:00:00.000Z' };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles: { default: profile } }));
    const late = commandWith({ XDG_CONFIG_HOME: join(home, 'late'), GUICHE_URL: url });
    expect(await late('keys', 'list')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Sign in again with `guiche login`'),
    });
  });
});

/** `script` of other systems takes other words. */
describe.runIf(process.platform === 'linux')('signing in on a terminal', () => {
  const profiles = () => JSON.parse(readFileSync(join(home, 'guiche', 'config.json'), 'utf8')).profiles;

  it('asks for e-mail and password, and shows the password to nobody', async () => {
    const terminal = guiche.onTerminal('login', '--profile', 'asked');
    await terminal.untilOut('E-mail');
    terminal.press('\r');
    await terminal.untilOut('It is needed.');
    terminal.press(`${EMAIL}\r`);
    await terminal.untilOut('Password');
    terminal.press(`${PASSWORD}\r`);
    const { code, out } = await terminal.ended;
    expect(code).toBe(0);
    expect(out).toContain(`Signed in at ${url} as ${EMAIL}`);
    expect(out).not.toContain(PASSWORD.slice(0, 3));
    expect(profiles().asked).toMatchObject({ url, email: EMAIL });
  });

  it('asks for the code of a second factor', async () => {
    const email = 'careful@example.com';
    const visitor = new Client({ baseUrl: url });
    const account = { name: 'Loja', email, password: PASSWORD, document: '11144477735' };
    const { token } = await visitor.auth.register(account);
    const { twoFactor } = visitor.with({ token: token ?? '' }).auth;
    const code = authenticator((await twoFactor.propose(PASSWORD)).secret);
    await earlyInStep();
    await twoFactor.confirm(code(-1));
    const terminal = guiche.onTerminal('login', '--email', email, '--profile', 'careful');
    await terminal.untilOut('Password');
    terminal.press(`${PASSWORD}\r`);
    await terminal.untilOut('Code of the authenticator app');
    terminal.press(`${code()}\r`);
    expect(await terminal.ended).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Signed in at ${url} as ${email}`),
    });
    const words = ['login', '--email', email, '--password-stdin', '--profile', 'nobody'];
    const refused = await guiche.begin(words, PASSWORD).ended;
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('--code') });
  });

  it('is left with Ctrl-C, and then nothing is kept', async () => {
    const terminal = guiche.onTerminal('login', '--email', EMAIL, '--profile', 'left');
    await terminal.untilOut('Password');
    terminal.press('half\u0003');
    expect(await terminal.ended).toMatchObject({
      code: 130,
      out: expect.stringContaining('Nothing was changed.'),
    });
    expect(profiles()).not.toHaveProperty('left');
  });
});

describe('keys', () => {
  it('are made, listed and revoked', async () => {
    const made = await guiche.json('keys', 'create', '--name', 'shop');
    expect(made.api_key).toMatch(/^guiche_/);
    const { out } = await guiche('keys', 'list');
    expect(out).toContain(made.id);
    expect(out).not.toContain(made.api_key);
    expect(await guiche('keys', 'revoke', made.id)).toMatchObject({
      code: 0,
      out: `Key ${made.id} is revoked.\n`,
    });
  });
});

describe('charges', () => {
  it('are created, shown, paid, refunded in part and listed', async () => {
    const words = ['--value', '19.90', '--reference', 'order-77'];
    const charge = await guiche.json('charges', 'create', ...words);
    expect(charge).toMatchObject({ value: 19.9, status: 'PENDING', billing_type: 'PIX' });
    const shown = await guiche('charges', 'get', charge.id);
    expect(shown.out).toContain('R$ 19,90');
    expect(shown.out).toContain(charge.pix.copy_paste);
    expect(await guiche.json('charges', 'pay', charge.id)).toMatchObject({ status: 'RECEIVED' });
    const refund = await guiche('charges', 'refund', charge.id, '--amount', '5.00');
    expect(refund.out).toContain('Refunded R$ 5,00');
    const { out } = await guiche('charges', 'list', '--status', 'received', '--method', 'pix');
    expect(out).not.toContain('\u001b');
    expect(out).toContain('order-77');
    expect(await guiche.json('charges', 'list', '--reference', 'order-77')).toHaveLength(1);
  });

  it('are made once under one idempotency key', async () => {
    const words = ['charges', 'create', '--value', '7', '--idempotency-key', 'once'];
    const [first, second] = [await guiche.json(...words), await guiche.json(...words)];
    expect(second.id).toBe(first.id);
    expect(await guiche.json('charges', 'cancel', first.id)).toMatchObject({ status: 'CANCELLED' });
  });

  it('answer what the gateway refuses with its fields', async () => {
    const refused = await guiche('charges', 'create', '--value', '5', '--method', 'boleto');
    const says = 'customer: is required for a boleto';
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(says) });
    expect(refused.err).not.toContain('    at ');
  });
});

describe('trigger', () => {
  const names = [
    ...[
      'charge.pending',
      'charge.paid',
      'charge.refunded',
      'charge.cancelled',
      'charge.refused',
      'charge.overdue',
    ],
    ...['payment.expired', 'withdrawal.approved', 'withdrawal.rejected', 'dispute.opened', 'dispute.closed'],
  ];
  it.each(names)('really causes %s', async (name) => {
    expect(await guiche.json('trigger', name)).toMatchObject({ event: name });
  });

  it('and the feed tells every one of them', async () => {
    const tail = guiche.begin(['events', 'tail', '--from', 'start', '--json']);
    await tail.untilOut('"dispute.closed"');
    tail.child.kill('SIGINT');
    const { code, out } = await tail.ended;
    expect(code).toBe(0);
    const told = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event);
    for (const name of names.filter((each) => each !== 'payment.expired')) expect(told).toContain(name);
  });
});

describe('listen', () => {
  it('waits for a handler that is down, then forwards in order, signed as a webhook is', async () => {
    const port = await freePort();
    const words = ['listen', '--forward-to', `http://127.0.0.1:${port}/hook`, '--from', 'start'];
    const listening = guiche.begin([
      ...words,
      '--events',
      'payment.received,charge.paid',
      '--secret',
      'whsec_bG9jYWw=',
    ]);
    await until('it says that nobody is there', () =>
      listening.err().includes('does not answer (ECONNREFUSED)'),
    );
    const receiver = await startReceiver(port);
    await listening.untilOut('200');
    const [first] = receiver.received;
    const message = await verifyWebhook(first?.raw ?? '', first?.headers ?? {}, 'whsec_bG9jYWw=');
    expect(message).toMatchObject({ event: 'charge.paid', data: { status: 'RECEIVED' } });
    expect(first?.headers['x-webhook-event']).toBe('charge.paid');
    await until(
      'both names came',
      () => new Set(receiver.received.map((each) => JSON.parse(each.raw).event)).size === 2,
    );
    listening.child.kill('SIGINT');
    expect(await listening.ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\d\d:\d\d:\d\d {2}charge\.paid .+ 200 {2}\d+ ms/),
    });
    await receiver.stop();
  });

  it('outlives a restart of the gateway and begins from now', async () => {
    const receiver = await startReceiver();
    const { port } = server;
    const words = ['listen', '--forward-to', receiver.url, '--events', 'charge.pending', '--json'];
    const listening = guiche.begin(words);
    await listening.untilOut('"secret"');
    await until('it stands at now', async () => {
      await guiche('charges', 'create', '--value', '3', '--reference', 'early');
      return receiver.received.length > 0;
    });
    await server.end('SIGTERM');
    await until('it noticed', () => listening.err().includes('The gateway does not answer'));
    server = await startServer({ databaseUrl: database.connectionString, environment: OPERATOR, port });
    await guiche('charges', 'create', '--value', '4', '--reference', 'late');
    await until('the late one came', () => receiver.received.some((each) => each.raw.includes('"late"')));
    expect(receiver.received.every((each) => /"(early|late)"/.test(each.raw))).toBe(true);
    listening.child.kill('SIGTERM');
    expect((await listening.ended).code).toBe(0);
    await receiver.stop();
  });
});

describe('the clock, the books and the statement', () => {
  it('moves the sandbox’s time and back', async () => {
    expect(await guiche.json('clock', 'advance', '30d')).toMatchObject({ offset_seconds: 30 * 86_400 });
    expect((await guiche('clock', 'show')).out).toContain('30 days ahead');
    expect((await guiche('clock', 'reset')).out).toContain('real time');
  });

  it('audits for an operator only', async () => {
    expect(await guiche('audit')).toMatchObject({ code: 3, err: expect.stringContaining('Sign in as one') });
    const words = ['login', '--profile', 'operator', '--email', 'operator@example.com', '--password-stdin'];
    expect((await guiche.begin(words, PASSWORD).ended).code).toBe(0);
    expect((await guiche('audit', '--profile', 'operator')).out).toContain('✓ The books agree');
    expect(await guiche.json('audit', '--profile', 'operator')).toMatchObject({ ok: true });
  });

  it('exports the statement, and not over a file that is there', async () => {
    const file = join(home, 'statement.csv');
    const words = ['export', '--format', 'csv', '--output', file];
    expect(await guiche(...words)).toMatchObject({ code: 0, out: `${file}\n` });
    expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(5);
    expect(await guiche(...words)).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
    expect(await guiche('export', '--format', 'ofx', '--output', '-')).toMatchObject({
      out: expect.stringContaining('<OFX>'),
    });
  });
});

describe('wrong use', () => {
  const cases: [words: string[], code: number, says: string][] = [
    [['nonsense'], 2, 'There is no `guiche nonsense`'],
    [['charges'], 2, 'create, get, list, pay, refund, cancel'],
    [['charges', 'make'], 2, 'There is no `guiche charges make`'],
    [['charges', 'create'], 2, '`guiche charges create --help` shows how'],
    [['charges', 'create', '--value', '19,90'], 2, 'as 19.90'],
    [['charges', 'create', '--value', '1', '--method', 'cash'], 2, 'pix, card, boleto, any'],
    [['charges', 'get'], 2, "Missing required argument 'id'"],
    [['charges', 'get', '../keys'], 1, 'id'],
    [['charges', 'list', '--limit', '0'], 2, 'from 1 to 1000'],
    [['charges', 'list', '--nope'], 2, "Unknown option '--nope'"],
    [['clock', 'advance', 'soon'], 2, '30d, 12h'],
    [['trigger', 'charge.stolen'], 2, 'charge.paid'],
    [['listen', '--forward-to', 'localhost:4000'], 2, 'http://localhost:4000/hook'],
    [['listen', '--forward-to', 'http://localhost:4000', '--events', 'a.b'], 2, 'There is no event "a.b"'],
    [['export', '--format', 'pdf'], 2, 'csv, ofx'],
    [['export', '--format', 'csv', '--from', '31/01/2026'], 2, '2026-01-31'],
    [['login'], 2, '--email and --password-stdin'],
    [['charges', 'list', '--url', 'ftp://x'], 2, 'http:// or https://'],
    [['charges', 'list', '--url', 'http://127.0.0.1:1'], 3, 'guiche login --url http://127.0.0.1:1'],
  ];
  it.each(cases)('guiche %j ends with %i and says what to do', async (words, code, says) => {
    const ended = await guiche(...words);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toContain(says);
    expect(ended.err).not.toMatch(/\n\s+at /);
  });

  it('a stranger is told to sign in, as JSON for programs', async () => {
    const { code, err } = await stranger('charges', 'list', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(err)).toMatchObject({
      code: 'NOT_SIGNED_IN',
      error: expect.stringContaining('guiche login'),
    });
  });

  it('a gateway that is not there is said to be not there', async () => {
    const lost = commandWith({ GUICHE_URL: 'http://127.0.0.1:1', GUICHE_API_KEY: 'guiche_x' });
    expect(await lost('charges', 'list')).toMatchObject({
      code: 4,
      err: expect.stringContaining('guiche start'),
    });
  });

  it('a reader that has had enough is no failure', async () => {
    const running = guiche.begin(['events', 'tail', '--from', 'start']);
    await until('it wrote', () => running.out().length > 0);
    running.child.stdout.destroy();
    await guiche('charges', 'create', '--value', '2');
    const { code, err } = await running.ended;
    expect(code).toBe(0);
    expect(err).not.toContain('EPIPE');
  });
});

describe('help', () => {
  it.each([
    '',
    'start',
    'doctor',
    'login',
    'charges create',
    'listen',
    'trigger',
    'events tail',
    'clock advance',
    'export',
  ])('guiche %s --help shows examples', async (name) => {
    const { code, out } = await stranger(...name.split(' ').filter(Boolean), '--help');
    expect(code).toBe(0);
    expect(out).toContain('Examples:\n  $ guiche ');
  });
});
