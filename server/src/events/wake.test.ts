import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import type { Db } from '../db/pool.ts';
import { createLog } from '../kit/log.ts';
import { type Accounts, createWake, union } from './wake.ts';
import { listenForWork, notifyWorkers } from './wake-workers.ts';

const names = (count: number) => new Set(Array.from({ length: count }, (_, at) => `account-${at}`));

describe('signals together', () => {
  it('are for all the accounts they name', () => {
    expect(union(null, names(2))).toEqual(names(2));
    expect(union(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual(new Set(['a', 'b', 'c']));
  });

  it('are for all accounts when one of them is, or when they name very many', () => {
    expect(union(names(2), 'all')).toBe('all');
    expect(union('all', names(2))).toBe('all');
    expect(union(names(199), new Set(['one more']))).toHaveLength(200);
    expect(union(names(200), new Set(['one more']))).toBe('all');
  });
});

describe('between two processes', () => {
  let database: TestDatabase;
  let api: Db;
  let worker: Db;
  const [apiWake, workerWake] = [createWake(), createWake()];
  const received: Accounts[] = [];
  let listening: ReturnType<typeof listenForWork> | null = null;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = openTestDb({ connectionString: database.connectionString, connections: 2 });
    worker = openTestDb({ connectionString: database.connectionString, connections: 2 });
    notifyWorkers({ db: api, wake: apiWake, log: createLog('error') });
    workerWake.deliveries.listen((accounts) => received.push(accounts));
    listening = listenForWork({ db: worker, wake: workerWake });
    await listening.task.run();
    await until('the connection listens', () => received.length === 1);
  });
  afterAll(async () => {
    listening?.stop();
    await api.close();
    await worker.close();
    await database.drop();
  });

  const receivedSoFar = () => received.reduce<Accounts | null>(union, null);

  it('a signal arrives with the accounts it was for, as many as it may carry', async () => {
    expect(received.splice(0)).toEqual(['all']);
    const many = new Set(Array.from({ length: 150 }, (_, at) => `00000000-0000-7000-8000-${1e11 + at}`));
    apiWake.deliveries.notify(new Set(['00000000-0000-7000-8000-200000000000']));
    apiWake.deliveries.notify(many);
    await until('151 names have arrived', () => (receivedSoFar() as Set<string> | null)?.size === 151);
    expect(receivedSoFar()).toEqual(new Set([...many, '00000000-0000-7000-8000-200000000000']));
    received.splice(0);
  });

  it('a signal for all accounts arrives as that', async () => {
    apiWake.deliveries.notify('all');
    await until('it has arrived', () => received.length > 0);
    expect(received).toEqual(['all']);
  });
});
