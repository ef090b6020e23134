import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from '../support/database.ts';
import {
  type ProcessSeller,
  registerSeller,
  requireProgram,
  type Server,
  startServer,
} from '../support/processes.ts';
import { until } from '../support/until.ts';

const IN_THE_LOG_WITHIN_MS = 2_000;

let database: TestDatabase;
let db: Db;
let server: Server;

beforeAll(async () => {
  await requireProgram();
  database = await createTestDatabase();
  db = openTestDb({ connectionString: database.connectionString, connections: 2 });
  server = await startServer({ databaseUrl: database.connectionString });
}, 120_000);
afterAll(async () => {
  await server?.end('SIGKILL');
  await db?.close();
  await database?.drop();
});

const ask = (seller: ProcessSeller, id: string) =>
  server.call('GET', '/api/v1/balance', seller, undefined, { 'x-request-id': id });
const isLogged = async (id: string) =>
  (await db.query('select 1 from request_log where request_id = $1', [id])).length > 0;

describe('the log of requests of a real process', () => {
  it('has a call within two seconds', async () => {
    const seller = await registerSeller(server);
    for (const id of ['first', 'second', 'third']) {
      await ask(seller, id);
      await until(`the call is in the log: ${id}`, () => isLogged(id), IN_THE_LOG_WITHIN_MS);
    }
    const { body } = await server.call('GET', '/api/v1/requests?limit=2', seller);
    expect(body.data).toMatchObject([
      { id: 'third', path: '/api/v1/balance', status: 200, address: '127.0.0.1', key_name: 'test' },
      { id: 'second' },
    ]);
  });

  it('is written before the process stops', async () => {
    const seller = await registerSeller(server);
    const ids = Array.from({ length: 20 }, (_, index) => `last-${index}`);
    await Promise.all(ids.map((id) => ask(seller, id)));
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    for (const id of ids) expect(await isLogged(id), id).toBe(true);
  });
});
