import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort, requireProgram, type Server, startServer } from '../support/processes.ts';

let database: TestDatabase;
let worker: Server;
beforeAll(async () => {
  await requireProgram();
  database = await createTestDatabase();
  const port = await freePort();
  const environment = { GUICHE_ROLES: 'worker', GUICHE_METRICS_PORT: String(port) };
  worker = await startServer({ databaseUrl: database.connectionString, port, environment });
}, 60_000);
afterAll(async () => {
  await worker.end('SIGTERM');
  await database.drop();
});

it('a process without the role api serves health and metrics on a port of their own, and nothing else', async () => {
  const { text } = await worker.call('GET', '/metrics');
  expect(text).toContain('guiche_delivery_queue{state="due"} 0');
  expect(text).toContain('guiche_delivery_queue_oldest_seconds 0');
  expect((await worker.call('GET', '/healthz')).status).toBe(200);
  expect((await worker.call('GET', '/api/v1/balance')).status).toBe(404);
});
