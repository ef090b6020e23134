import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/db/embedded.ts';
import { migrate, newestMigration } from '../../server/src/db/migrate.ts';
import { SEALED_FROM } from '../../server/src/db/payer-seal.ts';
import { openDb } from '../../server/src/db/pool.ts';
import { auditLedger } from '../../server/src/ledger/audit.ts';
import { type Answer, type Call, startGateway, type TestGateway } from '../support/gateway.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../support/installed-postgres.ts';
import { type Dump, dump, raiseTransactionNumbers, restore } from '../support/moved-database.ts';
import { type Node, startSecondNode } from '../support/nodes.ts';
import { type StoryFacts, tellStory } from '../support/seller-story.ts';
import { until } from '../support/until.ts';

/** Far above what a new server has counted when a dump has been read into it. */
const TRANSACTIONS_BEFORE = 20_000;
const LAST_WITHOUT_POSITIONS = 9;
const PAGE = 7;
/** By whoever runs PostgreSQL where the tests are root's. */
const MAY_BE_ENTERED = 0o711;
const GUIDE = join(import.meta.dirname, '..', '..', 'docs', 'guides', 'backup-and-restore.md');

type Event = { id: string; event: string };
type Reading = { events: Event[]; cursor: string };
/** A gateway on some copy of the data, as the story's seller sees it. */
type Place = { node: Node; call: Call; stop(): Promise<void> };

let gateway: TestGateway;
let facts: StoryFacts;
let call: Call;
let backup: Dump;
/** What the seller saw when the backup was made. */
let seen: Record<string, Answer['body']>;
let whole: Reading;
let middle: Reading;
/** Where a reader stood who had read on after the backup. */
let lost: Reading;
let folder: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  gateway = await startGateway();
  await raiseTransactionNumbers(gateway.db.pool, TRANSACTIONS_BEFORE);
  // As in a version that does not seal payers' data: one of the dumps below is of such a version.
  await gateway.db.query(`update installation set value = '2999-01-01T00:00:00Z' where name = $1`, [
    SEALED_FROM,
  ]);
  facts = await tellStory(gateway, () => undefined);
  const { apiKey } = facts.seller;
  call = (method, path, body) => gateway.call(method, path, body, { 'x-api-key': apiKey });
  // Some lies below the marks of what is counted, some above.
  await sale(call, 90);
  whole = await readOn(call, await countEvents(gateway.db.pool));
  middle = await readPage(call, '', PAGE);
  seen = await figures(call);
  backup = await dump(gateway.db.pool);
  await sale(call, 17);
  lost = await readOn(call, 2, whole.cursor);
  folder = await mkdtemp(join(tmpdir(), 'guiche-restore-'));
  await chmod(folder, MAY_BE_ENTERED);
  server = await startServer('server');
});
afterAll(async () => {
  await server.stop();
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const startServer = (name: string) =>
  startEmbeddedPostgres({ dataDir: join(folder, name), durabilityOffForTestsOnly: true });

async function bodyOf(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body, raw } = await answer;
  expect(status, raw).toBeLessThan(300);
  return body;
}

async function sale(to: Call, value: number): Promise<void> {
  const { id } = await bodyOf(to('POST', '/api/v1/charges', { billing_type: 'PIX', value }));
  await bodyOf(to('POST', `/api/v1/sandbox/charges/${id}/pay`));
}

async function readPage(from: Call, cursor: string, limit: number): Promise<Reading & { hasMore: boolean }> {
  const at = cursor === '' ? '' : `&cursor=${cursor}`;
  const page = await bodyOf(from('GET', `/api/v1/events?limit=${limit}${at}`));
  return { events: page.data, cursor: page.next_cursor ?? '', hasMore: page.has_more };
}

/** Reads on from a cursor until at least so many events came and the feed has no more. */
async function readOn(from: Call, count: number, cursor = ''): Promise<Reading> {
  const reading: Reading = { events: [], cursor };
  await until(`${count} events come`, async () => {
    const page = await readPage(from, reading.cursor, PAGE);
    reading.events.push(...page.events);
    reading.cursor = page.cursor;
    return reading.events.length >= count && !page.hasMore;
  });
  return reading;
}

async function countEvents(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select count(*) from events where account_id = $1 and type not in ('charge.method_chosen', 'withdrawal.requested')`,
    [facts.seller.id],
  );
  return Number(rows[0]?.count);
}

const LISTS = [
  'charges',
  'transactions',
  'withdrawals',
  'customers',
  'products',
  'payment-links',
  'disputes',
];
const PICKED = ['charges?status=RECEIVED', 'charges?billing_type=PIX', 'transactions?category=sale'];
const SUMS = ['overview?days=90', 'balance', 'balance/reserve'];

async function figures(of: Call): Promise<Record<string, Answer['body']>> {
  const paths = [...LISTS.map((list) => `${list}?limit=100`), ...PICKED, ...SUMS];
  const asked = paths.map(async (path) => [path, await bodyOf(of('GET', `/api/v1/${path}`))] as const);
  return Object.fromEntries(await Promise.all(asked));
}

async function fold({ deps }: Node): Promise<void> {
  deps.rollups.touch(facts.seller.id);
  await deps.rollups.fold();
}

/** A process that starts on this database. */
async function startOn(connectionString: string): Promise<Place> {
  await migrate(connectionString);
  const db = openDb({ connectionString, connections: 1 });
  const node = await startSecondNode({ ...gateway, db });
  await db.close();
  return { node, call: node.callAs({ ...facts.seller, token: '', call }), stop: () => node.stop() };
}

/** A database of its own on the new server, with what is in the backup. */
async function restoredAs(name: string, schema: number): Promise<string> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const address = new URL(server.connectionString);
  address.pathname = `/${name}`;
  await restore(address.href, backup, schema);
  return address.href;
}

type Figures = Awaited<ReturnType<typeof figures>>;

/** Only the events of an earlier version say why a charge was cancelled. */
const withoutCause = (shown: Figures): Figures =>
  JSON.parse(JSON.stringify(shown, (name, value) => (name === 'cancel_cause' ? undefined : value)));

async function expectAsBefore(
  { node, call: there }: Place,
  known = (shown: Figures) => shown,
): Promise<void> {
  for (const folded of [false, true]) {
    if (folded) await fold(node);
    expect(known(await figures(there))).toEqual(known(seen));
    expect(await auditLedger(node.deps.db)).toEqual([]);
  }
  const rest = whole.events.slice(middle.events.length);
  expect((await readOn(there, whole.events.length)).events).toEqual(whole.events);
  expect((await readOn(there, rest.length, middle.cursor)).events).toEqual(rest);
  for (const { cursor } of [whole, lost]) expect((await readOn(there, 0, cursor)).events).toEqual([]);
}

function commandsOf(chapter: string): string {
  const [, text = ''] = readFileSync(GUIDE, 'utf8').split(`\n## ${chapter}\n`);
  const [, commands = ''] = /^```text\n(.*?)^```$/ms.exec(text) ?? [];
  expect(commands).not.toBe('');
  return commands;
}

/** What is sold now is counted, and comes to every reader, wherever it stood. */
async function expectToGoOn({ node, call: there }: Place, readers: readonly Reading[]): Promise<Reading> {
  const before = await figures(there);
  await sale(there, 33);
  for (const folded of [false, true]) {
    if (folded) await fold(node);
    const now = await figures(there);
    for (const path of ['charges?limit=100', ...PICKED]) expect(now[path].total).toBe(before[path].total + 1);
    expect(now['overview?days=90'].received.count).toBe(before['overview?days=90'].received.count + 1);
    expect(await auditLedger(node.deps.db)).toEqual([]);
  }
  const readings = [];
  for (const { cursor } of readers) readings.push(await readOn(there, 2, cursor));
  for (const { events } of readings) {
    expect(events.map(({ event }) => event)).toEqual(['charge.pending', 'charge.paid']);
    expect(events).toEqual(readings[0]?.events);
  }
  return readings[0] ?? whole;
}

describe('a dump that is restored in a new server', () => {
  let first: Reading;

  it('shows what it showed, and every reader goes on where it stood', async () => {
    const place = await startOn(await restoredAs('restored', await newestMigration()));
    await expectAsBefore(place);
    first = await expectToGoOn(place, [whole, lost]);
    const rest = [...whole.events.slice(middle.events.length), ...first.events];
    expect((await readOn(place.call, rest.length, middle.cursor)).events).toEqual(rest);
    await place.stop();
  });

  it('can be restored once more, and readers of the first time miss nothing', async () => {
    const place = await startOn(await restoredAs('restored_again', await newestMigration()));
    await expectAsBefore(place);
    await expectToGoOn(place, [whole, lost, first]);
    await place.stop();
  });

  it('may be one of a version that took the numbers of the server for positions', async () => {
    const place = await startOn(await restoredAs('restored_old', LAST_WITHOUT_POSITIONS));
    await expectAsBefore(place, withoutCause);
    await expectToGoOn(place, [whole, lost]);
    await place.stop();
  });
});

const installed = findInstalledPostgres();

describe.skipIf(installed === null)('the commands of the guide', () => {
  it('bring everything to another server', async () => {
    const servers = await Promise.all(
      ['from', 'to'].map((name) => startInstalledPostgres(installed ?? '', join(folder, name))),
    );
    try {
      const [from = '', to = ''] = servers.map(({ connectionString }) => connectionString);
      await restore(from, backup, await newestMigration());
      const original = await startOn(from);
      await promisify(execFile)('sh', ['-ec', commandsOf('Your own PostgreSQL')], {
        cwd: folder,
        env: { PATH: `${installed}:${process.env.PATH}`, DATABASE_URL: from, RESTORED_URL: to },
      });
      const read = await expectToGoOn(original, [whole]);
      const place = await startOn(to);
      await expectAsBefore(place);
      await expectToGoOn(place, [whole, lost, read]);
      await Promise.all([original.stop(), place.stop()]);
    } finally {
      await Promise.all(servers.map((each) => each.stop()));
    }
  });
});

describe('a copy of the data folder', () => {
  it('goes on for readers who know what came after it', async () => {
    const prepared = await startOn(await restoredAs('copied', await newestMigration()));
    await prepared.stop();
    await server.stop();
    const copying = commandsOf('The embedded PostgreSQL').replace(/ data .*/, ' server copy');
    await promisify(execFile)('sh', ['-ec', copying], { cwd: folder });
    const addressOf = ({ connectionString }: EmbeddedPostgres) =>
      connectionString.replace('/guiche?', '/copied?');

    server = await startServer('server');
    const original = await startOn(addressOf(server));
    const read = await expectToGoOn(original, [whole]);
    await original.stop();
    await server.stop();

    server = await startServer('copy');
    const copy = await startOn(addressOf(server));
    expect((await readOn(copy.call, 0, read.cursor)).events).toEqual([]);
    await expectToGoOn(copy, [whole, read]);
    await copy.stop();
  });
});
