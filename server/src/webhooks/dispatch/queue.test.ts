import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../../test/support/database.ts';
import { needsOneServer } from '../../../../test/support/one-server.ts';
import { listPartitions, makePartition, missingRanges } from '../../db/partitions.ts';
import type { Db } from '../../db/pool.ts';
import { DAY_MS, MovableClock } from '../../kit/clock.ts';
import { idsFrom } from '../../kit/ids.ts';
import { createLog } from '../../kit/log.ts';
import { Vault } from '../../kit/secrets.ts';
import { AnswerSeal } from '../../write/answer-seal.ts';
import { Writer } from '../../write/writer.ts';
import { redeliverFailed } from '../deliveries.ts';
import {
  BEFORE_ALL_QUEUES,
  claim,
  findQueues,
  findQueuesOf,
  type QueueHead,
  recordAttempts,
} from './queue.ts';

const WAITING = 30_000;
const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const WEBHOOK = '00000000-0000-7000-8000-000000000002';

// Spread over 150 days, so that every partition has some: the first, five that are made, and the default one.
const ID = `(left(first_id_of(now() + make_interval(days => number % 150))::text, 18) || substr(gen_random_uuid()::text, 19))::uuid`;

async function makePartitions(): Promise<void> {
  const table = { name: 'deliveries', storage: 'fillfactor = 70' };
  for (const day of [0, 30, 60, 90]) {
    const existing = await listPartitions(db, table);
    for (const range of missingRanges(existing, Date.now() + day * DAY_MS, 30 * DAY_MS)) {
      expect(await makePartition(db, table, range)).toBe('made');
    }
  }
}

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that what it has counted can be asked of it.
  db = openTestDb({ connectionString: database.connectionString, connections: 1 });
  await makePartitions();
  await db.query(
    `insert into deliveries (account_id, id, event_id, event, webhook_id, queue, url, due_at, created_at)
     select $1, ${ID}, gen_random_uuid(), 'payment.received', $2::uuid, $2::text, 'http://shop.example/', now(), now()
     from generate_series(1, ${WAITING}) as number`,
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
    `select sum(seq_tup_read)::bigint as read from pg_stat_user_tables where relname like 'deliveries%'`,
  );
  return row?.read;
}

describe('a queue that grew long while its receiver was away', () => {
  it.skipIf(needsOneServer('plans'))(
    'is read at its head only: found, claimed and recorded without reading through the table',
    async () => {
      const before = await rowsReadThrough();
      const until = new Date(Date.now() + 60_000);
      const queues = await findQueues(db, BEFORE_ALL_QUEUES, until, 200);
      expect(queues).toMatchObject([{ account_id: ACCOUNT, queue: WEBHOOK, is_due: true }]);
      const [{ due_at: since }] = queues as [QueueHead];
      const claimed = await claim(db, [{ account_id: ACCOUNT, queue: WEBHOOK, since, maxCount: 16 }], until);
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
    },
  );
});

async function indexPagesRead(): Promise<bigint> {
  await db.query('select pg_stat_force_next_flush()');
  const [row] = await db.query<{ read: bigint }>(
    `select sum(idx_blks_hit + idx_blks_read)::bigint as read
     from pg_statio_user_indexes
     where relname like 'deliveries%' and indexrelname like '%due%'`,
  );
  return row?.read ?? 0n;
}

describe('a queue of which much was delivered since the last vacuum', () => {
  const OTHER = '00000000-0000-7000-8000-000000000009';
  const AGO = `now() - make_interval(secs => ${WAITING} - number)`;

  it.skipIf(needsOneServer('plans'))(
    'is claimed from where it was found, not through what lies before',
    async () => {
      for (const { name } of await listPartitions(db, { name: 'deliveries' })) {
        await db.query(`alter table ${name} set (autovacuum_enabled = off)`);
      }
      await db.query(
        `insert into deliveries (account_id, id, event_id, event, webhook_id, queue, url, due_at, created_at)
       select $1, ${ID}, gen_random_uuid(), 'payment.received', $2::uuid, $2::text, 'http://shop.example/', ${AGO}, now()
       from generate_series(1, ${WAITING}) as number`,
        [OTHER, WEBHOOK],
      );
      await db.query(
        `update deliveries set due_at = null, status = 'delivered'
       where account_id = $1 and due_at < now() - interval '100 seconds'`,
        [OTHER],
      );
      const until = new Date(Date.now() + 60_000);
      const pagesBeforeFind = await indexPagesRead();
      const queues = await findQueues(db, { account_id: OTHER, queue: '' }, until, 200);
      const pagesBeforeClaim = await indexPagesRead();
      const [{ due_at: since }] = queues as [QueueHead];
      const claimed = await claim(db, [{ account_id: OTHER, queue: WEBHOOK, since, maxCount: 16 }], until);
      const pagesAfterClaim = await indexPagesRead();
      expect(claimed).toHaveLength(16);
      expect(Number(pagesBeforeClaim - pagesBeforeFind)).toBeGreaterThan(100);
      expect(Number(pagesAfterClaim - pagesBeforeClaim)).toBeLessThan(30);
    },
  );
});

describe('redelivery of all that failed', () => {
  const THIRD = '00000000-0000-7000-8000-00000000000a';

  it('takes ten thousand at a time, says that there are more, and reads each once', async () => {
    await db.query(
      `insert into deliveries (account_id, id, event_id, event, queue, url, status, finished_at, created_at)
       select $1, ('00000000-0001-7000-8000-' || lpad(number::text, 12, '0'))::uuid, gen_random_uuid(), 'charge.paid',
         'http://shop.example', 'http://shop.example/', 'failed', now(), now()
       from generate_series(1, 10500) as number`,
      [THIRD],
    );
    const clock = new MovableClock();
    const answerSeal = new AnswerSeal(db, new Vault(Buffer.alloc(32)));
    const parts = {
      db,
      ids: idsFrom(clock),
      log: createLog('silent'),
      answerSeal,
      vault: new Vault(Buffer.alloc(32)),
    };
    const writer = new Writer({ ...parts, onCommitted: () => undefined });
    const deps = { db, clock, writer } as never as Parameters<typeof redeliverFailed>[0];
    const range = { from: new Date(0), to: new Date() };
    const again = () => redeliverFailed(deps, THIRD, range, null);
    expect(await again()).toEqual({ count: 10_000, hasMore: true });
    expect(await again()).toEqual({ count: 500, hasMore: false });
    expect(await again()).toEqual({ count: 0, hasMore: false });
  });
});

describe('finding the queues of some accounts', () => {
  const SELLERS = 2_000;
  const named = new Set([2, 7, SELLERS + 1].map(accountNumber));

  function accountNumber(number: number): string {
    return `00000000-0000-7000-9000-${String(number).padStart(12, '0')}`;
  }

  async function queue(first: number, last: number, name: string, secondsAhead = 0): Promise<void> {
    await db.query(
      `insert into deliveries (account_id, id, event_id, event, queue, url, due_at, created_at)
       select ('00000000-0000-7000-9000-' || lpad(number::text, 12, '0'))::uuid, gen_random_uuid(), gen_random_uuid(),
         'charge.paid', $3, 'http://shop.example/', now() + make_interval(secs => $4), now()
       from generate_series($1::integer, $2) as number`,
      [first, last, name, secondsAhead],
    );
  }

  it('finds each of them once, those that are not due yet among them, and passes by all others', async () => {
    await queue(1, SELLERS, 'b');
    await queue(7, 7, 'b');
    await queue(7, 7, 'c', 3_600);
    await queue(7, 7, 'a');
    const until = new Date(Date.now() + 60_000);
    const pagesBefore = await indexPagesRead();
    const found = await findQueuesOf(db, named, until, 200);
    const pagesAfter = await indexPagesRead();
    const shown = found.map(({ account_id, queue, is_due }) => [account_id, queue, is_due]).sort();
    expect(shown).toEqual([
      [accountNumber(2), 'b', true],
      [accountNumber(7), 'a', true],
      [accountNumber(7), 'b', true],
      [accountNumber(7), 'c', false],
    ]);
    // Seven partitions, each with some pages for each queue; 2,000 queues lie between.
    expect(Number(pagesAfter - pagesBefore)).toBeLessThan(7 * 50);
    expect(await findQueuesOf(db, named, until, 3)).toHaveLength(3);
  });
});
