import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../sdk/src/main.ts';
import { commandWith, type Guiche, ROOT } from '../support/command.ts';
import { freePort } from '../support/processes.ts';
import { startReceiver } from '../support/receiver.ts';
import { PASSWORD, type SignedIn, startSignedIn } from '../support/signed-in.ts';
import { until } from '../support/until.ts';

const BUILD_MS = 300_000;

let place: SignedIn;
let guiche: Guiche;
let stranger: Guiche;

beforeAll(async () => {
  place = await startSignedIn();
  ({ guiche } = place);
  stranger = commandWith({ XDG_CONFIG_HOME: join(place.home, 'empty'), GUICHE_URL: place.url });
}, BUILD_MS);
afterAll(() => place?.stop());

describe('charges', () => {
  it('are created, shown, paid, refunded in part and listed', async () => {
    const words = ['--value', '19.90', '--reference', 'order-77'];
    const charge = await guiche.json('charges', 'create', ...words);
    expect(charge).toMatchObject({ value: 19.9, status: 'PENDING', billing_type: 'PIX' });
    const shown = await guiche('charges', 'get', charge.id);
    expect(shown.out).toContain('R$ 19,90');
    expect(shown.out).toContain(charge.pix.copy_paste);
    expect(await guiche.json('charges', 'pay', charge.id)).toMatchObject({ status: 'RECEIVED' });
    const again = await guiche('charges', 'pay', charge.id);
    expect(again.err).toContain('The payment was not taken (paid twice): it goes back to the payer.');
    const refund = await guiche('charges', 'refund', charge.id, '--amount', '5.00');
    expect(refund.out).toContain('Refunded R$ 5,00');
    const after = await guiche('charges', 'get', charge.id);
    expect(after.out.replace(/ +/g, ' ')).toContain(
      'Value R$ 19,90\nFee R$ 3,70\nReserve R$ 0,81\nNet R$ 15,39\nRefunded R$ 5,00\nReturned R$ 19,90 (paid twice)\n',
    );
    const { out } = await guiche('charges', 'list', '--status', 'received', '--method', 'pix');
    expect(out).not.toContain('\u001b');
    expect(out).toContain('order-77');
    expect(await guiche.json('charges', 'list', '--reference', 'order-77')).toHaveLength(1);
    await guiche('charges', 'create', '--value', '8');
    expect((await guiche('charges', 'list', '--limit', '1')).err).toContain('There are more: --limit');
    expect((await guiche('charges', 'list')).err).toBe('');
  });

  it('by card are held first, and captured in part', async () => {
    const words = ['--value', '50', '--method', 'card', '--no-capture'];
    const { id } = await guiche.json('charges', 'create', ...words);
    await guiche('charges', 'pay', id);
    expect((await guiche('charges', 'get', id)).out).toMatch(/On card +R\$ 50,00 \(authorized until 20/);
    const { out } = await guiche('charges', 'capture', id, '--amount', '30.00');
    expect(out.replace(/ +/g, ' ')).toContain(
      'On card R$ 50,00 (captured)\nReceived R$ 30,00\nFee R$ 4,30\n',
    );
    expect((await guiche('charges', 'capture', id)).err).toContain('it says what is held');
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
    ...['payment.expired', 'withdrawal.approved', 'withdrawal.rejected', 'withdrawal.returned'],
    ...['dispute.opened', 'dispute.closed'],
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
    const words = ['listen', '--forward-to', receiver.url, '--events', 'charge.pending', '--json'];
    const listening = guiche.begin(words);
    await listening.untilOut('"secret"');
    await until('it stands at now', async () => {
      await guiche('charges', 'create', '--value', '3', '--reference', 'early');
      return receiver.received.length > 0;
    });
    await place.away();
    await until('it noticed', () => listening.err().includes('The gateway does not answer'));
    await place.back();
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
    expect((await guiche('clock', 'advance', '90s')).out).toContain('(1.5 minutes ahead)');
    expect((await guiche('clock', 'reset')).out).toContain('real time');
  });

  it('audits for an operator only', async () => {
    expect(await guiche('audit')).toMatchObject({ code: 3, err: expect.stringContaining('Sign in as one') });
    const words = ['login', '--profile', 'operator', '--email', 'operator@example.com', '--password-stdin'];
    expect((await guiche.begin(words, PASSWORD).ended).code).toBe(0);
    expect((await guiche('audit', '--profile', 'operator')).out).toContain('✓ The books agree');
    expect(await guiche.json('audit', '--profile', 'operator')).toMatchObject({ ok: true });
  });

  it('exports and erases a person for an operator only', async () => {
    const words = ['--document', '111.444.777-35', '--reason', 'request 17'];
    const payer = ['--customer-name', 'Bia Lima', '--customer-document', '11144477735'];
    const { id } = await guiche.json('charges', 'create', '--value', '9', ...payer);
    await guiche('charges', 'pay', id);
    expect(await guiche('people', 'export', ...words)).toMatchObject({ code: 3 });
    const asOperator = [...words, '--profile', 'operator'];
    const held = await guiche.json('people', 'export', ...asOperator);
    expect(held).toMatchObject({ charges: [{ id, customer: { name: 'Bia Lima' } }], next_cursor: null });
    const careless = await guiche('people', 'erase', ...asOperator);
    expect(careless).toMatchObject({ code: 2, err: expect.stringContaining('add --yes') });
    const { out } = await guiche('people', 'erase', ...asOperator, '--yes');
    expect(out).toContain('Erased from 1 customers and 1 charges');
    expect((await guiche.json('charges', 'get', id)).customer).toMatchObject({ name: 'Dados removidos' });
  });

  it('exports the statement, and not over a file that is there', async () => {
    const file = join(place.home, 'statement.csv');
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
    [['charge'], 2, 'Do you mean `guiche charges`?'],
    [['charges'], 2, 'create, get, list, pay, capture, refund, cancel'],
    [['charges', 'make'], 2, 'There is no `guiche charges make`'],
    [
      ['charges', 'create'],
      2,
      "Required option '--value <reais>' not specified. `guiche charges create --help`",
    ],
    [['charges', 'create', '--valeu', '5'], 2, "Unknown option '--valeu'"],
    [['charges', 'create', '--value', '19,90'], 2, 'as 19.90'],
    [['charges', 'create', '--value', '1', '--method', 'cash'], 2, 'pix, card, boleto, any'],
    [['charges', 'create', '--value', '10000000000'], 2, 'The largest amount is 9999999999.99'],
    [['charges', 'create', '--value', '0'], 1, 'Correct it and run the command again'],
    [['charges', 'create', '--value', '5', '--due-date', '2027-01-01'], 2, 'Add --method boleto'],
    [['charges', 'create', '--value', '5', '--customer-email', 'a@b.example'], 2, 'add --customer-name'],
    [['charges', 'get', 'nope'], 1, 'Check the id, and that you are signed in'],
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
    [['charges', 'list', '--url', ''], 2, "Say where the gateway is: --url 'http://127.0.0.1:3000'"],
    [['charges', 'list', '--url', 'http://127.0.0.1:1'], 3, 'guiche login --url http://127.0.0.1:1'],
    [['audit', '--profile', 'nope'], 3, '--profile nope`'],
  ];
  it.each(cases)('guiche %j ends with %i and says what to do', async (words, code, says) => {
    const ended = await guiche(...words);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toContain(says);
    expect(ended.err).not.toMatch(/\n\s+at /);
    expect(ended.err, 'words of the SDK').not.toMatch(/baseUrl|apiKey|retryAfter|sandbox\.|details names/);
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

  it.skipIf(!existsSync('/dev/full'))('a disk that is full is said to be so', () => {
    const program = join(ROOT, 'dist', 'cli', 'guiche.js');
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [program, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'guiche: The output cannot be written (ENOSPC). Is the disk full?\n',
    });
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

  it('is also what `guiche help` asks for', async () => {
    const { code, out } = await stranger('help', 'charges');
    expect(code).toBe(0);
    expect(out).toContain('guiche charges');
    expect((await stranger('help')).out).toBe((await stranger('--help')).out);
  });
});
