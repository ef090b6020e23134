import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandWith, endCommands, requireBuilt } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/processes.ts';
import { startReceiver } from '../support/receiver.ts';

const BUILD_MS = 300_000;
const KEY = Buffer.alloc(32, 5).toString('base64');
const WRONG_KEY = Buffer.alloc(32, 6).toString('base64');

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  await requireBuilt();
  folder = mkdtempSync(join(tmpdir(), 'guiche-doctor-'));
  database = await createTestDatabase();
}, BUILD_MS);
afterAll(async () => {
  await endCommands();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function settings(more: Record<string, string> = {}): Promise<Record<string, string>> {
  return { PORT: String(await freePort()), GUICHE_DATA_DIR: join(folder, 'data'), ...more };
}

/** Processes of their own that start databases of their own, beside other tests. */
const SLOW = { timeout: 120_000 };

describe('guiche start, doctor and migrate on the embedded database', SLOW, () => {
  it('go through a first start, with and without the gateway running', async () => {
    const guiche = commandWith(await settings());
    const fresh = await guiche('doctor');
    expect(fresh).toMatchObject({ code: 0, out: expect.stringContaining('at the first start') });
    const running = guiche.begin(['start']);
    await running.untilOut('is ready after');
    const during = await guiche('doctor');
    expect(during.out).toContain('✓ Database     PostgreSQL 18 (embedded, of the gateway that runs now)');
    expect(during.out).toContain('a gateway answers here already');
    expect(during.code).toBe(0);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    const after = await guiche('doctor');
    expect(after).toMatchObject({ code: 0, out: expect.stringContaining('PostgreSQL 18 (embedded)') });
    expect(after.out).toContain('present, and the one of this database');
    expect((await guiche('migrate')).out).toContain('Nothing to do');
  });

  it('keep the demo accounts for the start that gets its port', async () => {
    const GUICHE_DATA_DIR = join(folder, 'second-try');
    const taken = await stranger();
    const first = commandWith({ PORT: taken.port, GUICHE_DATA_DIR });
    expect(await first('start')).toMatchObject({
      code: 1,
      out: '',
      err: `Guichê could not start: PORT ${taken.port} is taken by another program. End it, or choose another port with PORT=…\n`,
    });
    taken.close();
    const second = commandWith(await settings({ GUICHE_DATA_DIR })).begin(['start']);
    await second.untilOut('is ready after');
    expect(second.out()).toMatch(/^Demo seller .+ password \S+\nDemo API key .+\nDemo operator .+ password/m);
    second.child.kill('SIGTERM');
    await second.ended;
  });

  it('a start that cannot work says why and ends with 1', async () => {
    const guiche = commandWith(await settings({ PORT: 'many' }));
    expect(await guiche('start')).toMatchObject({ code: 1, err: expect.stringContaining('PORT must be') });
  });
});

/** Another program that has a port. */
async function stranger() {
  const server = createServer((_request, response) => void response.end('hello'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: String((server.address() as AddressInfo).port), close: () => server.close() };
}

/** What a start refuses, the doctor finds: in the same words. */
describe('guiche doctor beside guiche start', SLOW, () => {
  const cases: [what: string, environment: Record<string, string>, found: string, cure: string][] = [
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      'The database of DATABASE_URL is not reachable (connect ECONNREFUSED 127.0.0.1:1)',
      'Check DATABASE_URL: host, port, user, password and name',
    ],
    [
      'a host of another machine',
      { HOST: '192.0.2.1' },
      'Nothing can listen on HOST 192.0.2.1 (EADDRNOTAVAIL)',
      'Set HOST to an address of this machine',
    ],
    [
      'a port for figures that cannot be had',
      { GUICHE_METRICS_PORT: '1', HOST: '192.0.2.1', GUICHE_ROLES: 'worker' },
      'Nothing can listen on HOST 192.0.2.1',
      'Set HOST',
    ],
    [
      'a data folder that is none',
      { GUICHE_DATA_DIR: '/dev/null' },
      'The data folder /dev/null cannot be used (/dev/null is not a folder)',
      'Set GUICHE_DATA_DIR to a folder',
    ],
    [
      'live rails that lead to nobody',
      { GUICHE_RAILS: 'live' },
      'GUICHE_RAILS=live needs GUICHE_PIX',
      'Name who',
    ],
    ['a PSP that nobody knows', { GUICHE_PIX: 'nobody' }, 'GUICHE_PIX', 'going-live.md'],
    [
      'half an operator',
      { GUICHE_OPERATOR_EMAIL: 'a@b.example' },
      'needs GUICHE_OPERATOR_PASSWORD',
      'Set both',
    ],
  ];
  it.each(cases)('finds %s', async (_what, environment, found, cure) => {
    const own = { GUICHE_DATA_DIR: join(folder, 'refused'), ...environment };
    const guiche = commandWith(await settings(own));
    const started = await guiche('start');
    expect(started).toMatchObject({ code: 1, out: '', err: expect.stringContaining(found) });
    expect(started.err).not.toContain('a:b');
    const doctor = await guiche('doctor', '--json');
    expect(doctor.code).toBe(1);
    const ill = JSON.parse(doctor.out).checks.filter((check: { cure: string | null }) => check.cure !== null);
    expect(ill).toEqual([
      {
        name: expect.any(String),
        found: expect.stringContaining(found),
        cure: expect.stringContaining(cure),
      },
    ]);
  });

  it('tells the gateway of another database from its own', async () => {
    const own = await settings({ DATABASE_URL: database.connectionString, GUICHE_SECRET_KEY: KEY });
    const running = commandWith({ ...own, GUICHE_DEMO: 'off' }).begin(['start']);
    await running.untilOut('is ready after');
    expect((await commandWith(own)('doctor')).out).toContain('a gateway answers here already');
    const other = commandWith(
      await settings({ PORT: own.PORT ?? '', GUICHE_DATA_DIR: join(folder, 'other') }),
    );
    expect(await other('doctor')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`PORT ${own.PORT} is taken by another program`),
    });
    running.child.kill('SIGTERM');
    await running.ended;
  });

  it('is said by a migration too', async () => {
    const guiche = commandWith({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' });
    expect(await guiche('migrate')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not reachable .+ Check DATABASE_URL/),
    });
  });
});

describe('guiche doctor', SLOW, () => {
  it('names every wrong setting', async () => {
    const guiche = commandWith({ PORT: 'many', GUICHE_RAILS: 'tram' });
    const mistyped = commandWith(
      await settings({ GUICHE_RATE_GENERL: '5', GUICHE_URL: 'http://127.0.0.1:1' }),
    );
    expect(await mistyped('doctor')).toMatchObject({
      code: 1,
      out: expect.stringContaining('✗ Settings     there is no setting GUICHE_RATE_GENERL\n'),
      err: expect.stringContaining('One check'),
    });
    const { code, out, err } = await guiche('doctor');
    expect(code).toBe(1);
    expect(out).toContain('✗ Settings     PORT must be a whole number');
    expect(out).toContain('✗ Settings     GUICHE_RAILS must be one of sandbox, live');
    expect(err).toContain('2 checks failed');
  });

  it('sees a key that is not the one of the database', async () => {
    const own = await settings({
      DATABASE_URL: database.connectionString,
      GUICHE_SECRET_KEY: KEY,
      GUICHE_DEMO: 'off',
    });
    const running = commandWith(own).begin(['start']);
    await running.untilOut('is ready after');
    running.child.kill('SIGTERM');
    await running.ended;
    expect((await commandWith(own)('doctor')).code).toBe(0);
    const other = commandWith({ ...own, GUICHE_SECRET_KEY: WRONG_KEY });
    expect(await other('doctor')).toMatchObject({ code: 1, out: expect.stringContaining('✗ Master key') });
  });

  it('sees a database that is not there and a port that another program has', async () => {
    const taken = await stranger();
    const PORT = taken.port;
    const guiche = commandWith(await settings({ PORT, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }));
    const { code, out } = await guiche('doctor');
    taken.close();
    expect(code).toBe(1);
    expect(out).toMatch(/✗ Database {5}.+ not reachable .+\n.+→ Check DATABASE_URL/);
    expect(out).toContain(`✗ Port ${PORT}`.padEnd(15));
    expect(out).toContain('Webhooks     not looked at');
    expect(out).not.toContain('none is registered');
    expect(out).not.toContain('a:b');
  });

  it('tries the addresses of webhooks', async () => {
    const receiver = await startReceiver();
    const guiche = commandWith(await settings({ GUICHE_DATA_DIR: join(folder, 'none') }));
    const words = ['doctor', '--reach', receiver.url, 'http://10.0.0.1/hook', 'http://127.0.0.1:1/', 'nope'];
    const { ok, checks } = await guiche(...words, '--json').then(({ out }) => JSON.parse(out));
    await receiver.stop();
    expect(ok).toBe(false);
    const webhooks = checks.filter((check: { name: string }) => check.name === 'Webhook');
    expect(webhooks.map((check: { cure: string | null }) => check.cure === null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(webhooks.at(-1).cure).toBe('Write it whole, as https://shop.example.com/hook.');
  });

  it('migrates an empty database', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const refused = await commandWith({ GUICHE_DATA_DIR: file })('migrate');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('GUICHE_DATA_DIR') });
    const made = await commandWith({ GUICHE_DATA_DIR: join(folder, 'new') }).json('migrate');
    expect(made.from).toBe(0);
    expect(made.applied).toBe(made.to);
  });
});
