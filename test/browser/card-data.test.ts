import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { received } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from '../support/database.ts';
import { registerSeller, requireProgram, type Server, startServer } from '../support/processes.ts';

const HOLDER = 'ZULEICA PRADO';
const DOCUMENT = '39053344705';
const CVV = '0391';
/** American Express, for its code of four digits: three would be found by chance. */
const CARDS = { refused: '371449635398431', approved: '378282246310005' } as const;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let database: TestDatabase;
let server: Server;
let db: Db;
let browser: Browser;
const answers: string[] = [];

beforeAll(async () => {
  await requireProgram();
  database = await createTestDatabase();
  server = await startServer({
    databaseUrl: database.connectionString,
    environment: { GUICHE_LOG_LEVEL: 'debug' },
  });
  db = openTestDb({ connectionString: database.connectionString, connections: 2 });
  browser = await chromium.launch(CHROMIUM);
  await payTheWholeWay();
});
afterAll(async () => {
  await browser?.close();
  await server?.end('SIGTERM');
  await db?.close();
  await database?.drop();
});

/** Wrong fields, a refusal, a form the server cannot read, then an approval: without script, so that all is sent. */
async function payTheWholeWay(): Promise<void> {
  const seller = await registerSeller(server);
  const { body } = await server.call('POST', '/api/v1/charges', seller, {
    billing_type: 'CREDIT_CARD',
    value: 100,
    postback_url: 'http://127.0.0.1:9/hook',
  });
  const path = new URL(String(body.checkout_url)).pathname;
  const context = await browser.newContext({ locale: 'pt-BR', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.port}${path}`);
  await send(page, `${CARDS.approved.slice(0, -1)}4`);
  await send(page, CARDS.refused);
  await sendUnreadable(page, path);
  await send(page, CARDS.approved);
  await received(page);
  for (const list of [`charges/${body.id}`, 'events']) {
    answers.push((await server.call('GET', `/api/v1/${list}`, seller)).text);
  }
}

async function send(page: Page, number: string): Promise<void> {
  await page.locator('#number').fill(number);
  await page.locator('#holder').fill(HOLDER);
  await page.locator('#holder_document').fill(DOCUMENT);
  await page.locator('#expiry').fill('12/40');
  await page.locator('#cvv').fill(CVV);
  await page.locator('button[type=submit]').click();
  answers.push(await page.content());
}

async function sendUnreadable(page: Page, path: string): Promise<void> {
  const card = {
    method: 'CREDIT_CARD',
    number: CARDS.approved,
    holder: HOLDER,
    holder_document: DOCUMENT,
    cvv: CVV,
    expiry: '12/40',
  };
  const address = `http://127.0.0.1:${server.port}${path}`;
  for (const data of [card, JSON.stringify(card)]) {
    answers.push(await (await page.request.post(address, { data })).text());
  }
  const search = new URLSearchParams(card).toString();
  answers.push(await (await page.request.post(`${address}/nowhere`, { form: card })).text());
  answers.push(await (await page.request.post(`${address}x`, { data: search })).text());
}

async function everyRow(): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
     from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => db.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)),
  );
  return rows.flatMap((each) => each.map(({ row }) => row)).join('\n');
}

const inHex = (text: string) => Buffer.from(text).toString('hex');

function expectNoCard(text: string, secrets: readonly string[]): void {
  const grouped = secrets.map((secret) => secret.replace(/^(\d{4})(\d{6})(\d{5})$/, '$1 $2 $3'));
  for (const secret of [...secrets, ...grouped]) {
    expect(text.includes(secret), `${secret} is there`).toBe(false);
    expect(text.includes(inHex(secret)), `${secret} is there in hexadecimal`).toBe(false);
  }
  expect(text.replace(UUID, '')).not.toMatch(new RegExp(`\\b${CVV}\\b`));
}

describe('after a card has paid', () => {
  const numbers = Object.values(CARDS);

  it('what is kept of it is the brand and the last four digits', async () => {
    const rows = await everyRow();
    expect(rows).toContain('"last_four":"0005"');
    expectNoCard(rows, [...numbers, HOLDER, DOCUMENT]);
  });

  it('the log knows nothing of it, at its most talkative', () => {
    const log = server.output();
    expect(log).toMatch(/"level":"?(20|30|debug|info)/);
    expectNoCard(log, [...numbers, HOLDER, DOCUMENT]);
  });

  it('no answer has repeated its number or its code', () => {
    expect(answers.join('')).toContain('Pagamento não aprovado');
    expectNoCard(answers.join('\n'), numbers);
  });
});
