import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandWith, endCommands, requireBuilt } from './support/command.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { freePort } from './support/processes.ts';
import { startReceiver } from './support/receiver.ts';

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

  it('a start that cannot work says why and ends with 1', async () => {
    const guiche = commandWith(await settings({ PORT: 'many' }));
    expect(await guiche('start')).toMatchObject({ code: 1, err: expect.stringContaining('PORT must be') });
  });
});

describe('guiche doctor', SLOW, () => {
  it('names every wrong setting', async () => {
    const guiche = commandWith({ PORT: 'many', GUICHE_RAILS: 'tram' });
    const { code, out, err } = await guiche('doctor');
    expect(code).toBe(1);
    expect(out).toContain('✗ Settings     PORT must be a whole number');
    expect(out).toContain('✗ Settings     GUICHE_RAILS must be one of sandbox, live');
    expect(err).toContain('2 things are to be mended');
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
    const stranger = createServer((_request, response) => void response.end('hello'));
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
    const PORT = String((stranger.address() as AddressInfo).port);
    const guiche = commandWith(await settings({ PORT, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }));
    const { code, out } = await guiche('doctor');
    stranger.close();
    expect(code).toBe(1);
    expect(out).toMatch(/✗ Database {5}not reachable .+\n.+→ Check DATABASE_URL/);
    expect(out).toContain(`✗ Port ${PORT}`.padEnd(15));
    expect(out).not.toContain('a:b');
  });

  it('tries the addresses of webhooks', async () => {
    const receiver = await startReceiver();
    const guiche = commandWith(await settings({ GUICHE_DATA_DIR: join(folder, 'none') }));
    const words = ['doctor', '--reach', receiver.url, 'http://10.0.0.1/hook', 'http://127.0.0.1:1/'];
    const { ok, checks } = await guiche(...words, '--json').then(({ out }) => JSON.parse(out));
    await receiver.stop();
    expect(ok).toBe(false);
    const webhooks = checks.filter((check: { name: string }) => check.name === 'Webhook');
    expect(webhooks.map((check: { cure: string | null }) => check.cure === null)).toEqual([
      true,
      false,
      false,
    ]);
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
