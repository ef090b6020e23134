import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type Db, openDb } from '../db/pool.ts';
import { claim, FIRST_QUEUE, findQueues, recordAttempts } from './queue.ts';

const WAITING = 30_000;
const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const WEBHOOK = '00000000-0000-7000-8000-000000000002';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that what it has counted can be asked of it.
  db = openDb({ connectionString: database.connectionString, connections: 1 });
  await db.query(
    `insert into deliveries (account_id, id, event_id, event, webhook_id, queue, url, due_at, created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'payment.received', $2::uuid, $2::text, 'http://shop.example/', now(), now()
     from generate_series(1, ${WAITING})`,
    [ACCOUNT, WEBHOOK],
  );
  await db.query('vacuum (analyze) deliveries');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function rowsReadThrough(): Promise<bigint | undefined> {
  await db.query('select pg_stat_force_next_flush()');
  const [row] = await db.query<{ read: bigint }>(
    `select seq_tup_read as read from pg_stat_user_tables where relname = 'deliveries'`,
  );
  return row?.read;
}

describe('a queue that grew long while its receiver was away', () => {
  it('is read at its head only: found, claimed and recorded without reading through the table', async () => {
    const before = await rowsReadThrough();
    const until = new Date(Date.now() + 60_000);
    const queues = await findQueues(db, FIRST_QUEUE, until, 200);
    expect(queues).toEqual([{ account_id: ACCOUNT, queue: WEBHOOK, is_due: true }]);
    const claimed = await claim(db, [{ account_id: ACCOUNT, queue: WEBHOOK, most: 16 }], until);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(16);
    await recordAttempts(
      db,
      claimed.map((delivery) => ({
        accountId: ACCOUNT,
        deliveryId: delivery.id,
        attemptsBefore: 0,
        url: delivery.url,
        startedAt: until,
        latencyMs: 1,
        answerStatus: 200,
        failure: null,
        answer: '',
        status: 'delivered',
        dueAt: null,
        finishedAt: until,
      })),
    );
    expect(await rowsReadThrough()).toBe(before);
    const [{ delivered } = { delivered: 0n }] = await db.query<{ delivered: bigint }>(
      `select count(*) as delivered from deliveries where account_id = $1 and status = 'delivered' and due_at is null`,
      [ACCOUNT],
    );
    expect(delivered).toBe(16n);
  });
});
