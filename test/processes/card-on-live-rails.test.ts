import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { fillCard, received } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from '../support/database.ts';
import { startTokenHouse, type TokenHouse } from '../support/token-acquirer.ts';

/** No test card's, so that no program holds them by itself. */
const ON_THE_PAGE = '4539148803436467';
const BY_THE_API = '4485275742308327';
const CVV = '8137';
const LOADER = new URL('../psp/typescript.mjs', import.meta.url);
const PROGRAM = new URL('../support/live-card-gateway.ts', import.meta.url);

let database: TestDatabase;
let db: Db;
let house: TokenHouse;
let gateway: ChildProcess;
let browser: Browser;
let origin = '';
let log = '';
let key = '';

beforeAll(async () => {
  [database, house, browser] = await Promise.all([
    createTestDatabase(),
    startTokenHouse(),
    chromium.launch(CHROMIUM),
  ]);
  db = openTestDb({ connectionString: database.connectionString, connections: 2 });
  const { PATH = '', HOME = '' } = process.env;
  gateway = fork(PROGRAM, [database.connectionString, house.origin], {
    execArgv: ['--import', LOADER.href],
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [gateway.stdout, gateway.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const [address] = await Promise.race([
    once(gateway, 'message'),
    once(gateway, 'exit').then(() => Promise.reject(new Error(`The gateway ended:\n${log}`))),
  ]);
  origin = String(address);
  key = await approvedSeller();
});
afterAll(async () => {
  await browser?.close();
  if (gateway?.exitCode === null) {
    const ended = once(gateway, 'exit');
    gateway.disconnect();
    await ended;
  }
  await house?.stop();
  await db?.close();
  await database?.drop();
});

async function ask(path: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) };
}

async function approvedSeller(): Promise<string> {
  const person = { email: 'live@example.com', password: 'correct horse battery', document: '52998224725' };
  const { body } = await ask('auth/register', { name: 'Padaria', ...person }, {});
  await db.query(`update accounts set status = 'active'`);
  await db.query('update users set email_verified_at = now()');
  const signedIn = { authorization: `Bearer ${body.token}` };
  let made = await ask('keys', { name: 'test' }, signedIn);
  // What is trusted of an account is read again after a moment.
  for (let tries = 0; made.status !== 201 && tries < 50; tries += 1) {
    await new Promise((done) => setTimeout(done, 200));
    made = await ask('keys', { name: 'test' }, signedIn);
  }
  return String(made.body.api_key);
}

const charge = async () =>
  (await ask('charges', { billing_type: 'CREDIT_CARD', value: 100 }, { 'x-api-key': key })).body;

/** As people and programs write a number. */
function spellings(number: string): string[] {
  const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ');
  return [number, grouped, grouped.replaceAll(' ', '+'), grouped.replaceAll(' ', '%20')];
}

async function everyRow(): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => db.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)),
  );
  return rows.flatMap((each) => each.map(({ row }) => row)).join('\n');
}

/** What stands in the memory of the process, of these texts. Overlapping pieces: a text may lie across two of them. */
async function inMemory(pid: number, texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap((text) => [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]);
  const overlap = Math.max(...needles.map(({ length }) => length));
  const found = new Set<string>();
  const memory = await open(`/proc/${pid}/mem`, 'r');
  const piece = Buffer.alloc(8 * 1_024 * 1_024);
  for (const [from, until] of await mappedParts(pid)) {
    for (let at = from; at < until; at += piece.length - overlap) {
      const length = Math.min(piece.length, until - at);
      const read = await memory.read(piece, 0, length, at).catch(() => null);
      if (!read) break;
      const part = piece.subarray(0, read.bytesRead);
      for (const needle of needles) {
        const place = part.indexOf(needle);
        if (place >= 0) found.add(part.toString('latin1', Math.max(0, place - 40), place + 60));
      }
    }
  }
  await memory.close();
  return [...found];
}

async function mappedParts(pid: number): Promise<[number, number][]> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
  return maps.split('\n').flatMap((line): [number, number][] => {
    const [, from = '', until = '', rights = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
    return rights.startsWith('rw') ? [[Number.parseInt(from, 16), Number.parseInt(until, 16)]] : [];
  });
}

describe('on live rails', () => {
  it('a card that pays on the page is nowhere: not in the log, not in a table, not in memory', async () => {
    const { checkout_url: url } = await charge();
    const page = await browser.newPage({ locale: 'pt-BR' });
    await page.goto(origin + new URL(url).pathname);
    await fillCard(page, ON_THE_PAGE);
    await page.locator('#cvv').fill(CVV.slice(0, 3));
    await page.getByRole('button', { name: /^Pagar R\$/ }).click();
    await received(page);
    expect(house.seen.join()).toContain(ON_THE_PAGE);

    const rows = await everyRow();
    expect(rows).toContain('"last_four":"6467"');
    expect(log).toContain('"level"');
    for (const text of spellings(ON_THE_PAGE)) {
      expect(rows).not.toContain(text);
      expect(log).not.toContain(text);
    }
    const { pid } = gateway;
    if (pid === undefined) throw new Error('the gateway runs');
    // What the gateway was sent is found, so what is not found was not sent.
    expect(await inMemory(pid, ['tok_visa_1111'])).not.toEqual([]);
    const code = [`cvv=${CVV.slice(0, 3)}&`, `"cvv":"${CVV.slice(0, 3)}"`];
    expect(await inMemory(pid, [...spellings(ON_THE_PAGE), ...code])).toEqual([]);
  });

  it('a number that a program sends is refused by name, and leaves nothing in log and tables', async () => {
    const { id } = await charge();
    const card = { holder: 'ANA SOUZA', exp_month: 12, exp_year: 2040, cvv: CVV };
    const numbers = [BY_THE_API, `${BY_THE_API.slice(0, -1)}8`, spellings(BY_THE_API)[1] ?? ''];
    for (const number of numbers) {
      for (const [path, body] of [
        [`charges/${id}/pay`, { card: { ...card, number } }],
        ['charges', { billing_type: 'CREDIT_CARD', value: 100, card: { ...card, number } }],
      ] as const) {
        const headers = { 'x-api-key': key, 'idempotency-key': `try ${path} ${numbers.indexOf(number)}` };
        const answer = await ask(path, body, headers);
        expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['card.number']]);
        expect(answer.body.details['card.number']).toMatch(/never taken here: send/);
        expect(answer.text).not.toContain(number);
      }
    }
    const rows = await everyRow();
    for (const text of [...numbers, CVV]) {
      expect(rows.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')).not.toContain(`"${text}"`);
      expect(log).not.toContain(`"${text}"`);
    }
    for (const text of numbers) {
      expect(rows).not.toContain(text);
      expect(log).not.toContain(text);
    }
    expect(await db.query('select id from card_attempts where charge_id = $1', [id])).toEqual([]);
  });
});
