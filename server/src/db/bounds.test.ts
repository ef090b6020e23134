import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { type Db, openDb } from './pool.ts';

/** In the kernel's table of connections: a keepalive (or another slow) timer runs. */
const KEEPALIVE_TIMER = '02';
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'].filter((path) => existsSync(path));

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDb({ connectionString: await overTcp(database.connectionString), connections: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Tests use the server's socket in the file system, which needs no keepalive. */
async function overTcp(connectionString: string): Promise<string> {
  const bySocket = openDb({ connectionString, connections: 1 });
  const [row] = await bySocket.query<{ port: string }>(`select current_setting('port') as port`);
  await bySocket.close();
  const address = new URL(connectionString);
  address.search = '';
  address.hostname = '127.0.0.1';
  address.port = row?.port ?? '';
  return address.href;
}

describe('a connection to the database', () => {
  it.each([
    ['statement_timeout', '10s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '5s'],
    ['tcp_keepalives_idle', '10'],
    ['tcp_keepalives_interval', '5'],
    ['tcp_keepalives_count', '3'],
  ])('%s is set at the server', async (name, expected) => {
    expect(await db.query(`select current_setting('${name}') as value`)).toEqual([{ value: expected }]);
  });

  it.runIf(TABLES.length > 0)('is kept alive by this process too', async () => {
    const [row] = await db.query<{ port: number }>('select inet_client_port() as port');
    const port = (row?.port ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const timers = () =>
      TABLES.flatMap((path) => readFileSync(path, 'utf8').split('\n').slice(1))
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local]) => local?.endsWith(`:${port}`))
        .map((columns) => columns[5]?.split(':')[0]);
    await until('the timer runs', () => timers().includes(KEEPALIVE_TIMER));
  });
});
