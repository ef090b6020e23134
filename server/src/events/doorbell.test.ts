import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import { type Db, openDb } from '../db/pool.ts';
import { createLog } from '../kit/log.ts';
import { deliveryBell, type Rung, together } from './doorbell.ts';
import { hearRings, passRingsOn } from './doorbell-line.ts';

const names = (count: number) => new Set(Array.from({ length: count }, (_, at) => `account-${at}`));

describe('rings together', () => {
  it('are for all of those they name', () => {
    expect(together(null, names(2))).toEqual(names(2));
    expect(together(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual(new Set(['a', 'b', 'c']));
  });

  it('are for anybody when one of them is, or when they name very many', () => {
    expect(together(names(2), 'anybody')).toBe('anybody');
    expect(together('anybody', names(2))).toBe('anybody');
    expect(together(names(199), new Set(['one more']))).toHaveLength(200);
    expect(together(names(200), new Set(['one more']))).toBe('anybody');
  });
});

describe('between two processes', () => {
  let database: TestDatabase;
  let api: Db;
  let worker: Db;
  const heard: Rung[] = [];
  let hearing: ReturnType<typeof hearRings> | null = null;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = openDb({ connectionString: database.connectionString, connections: 2 });
    worker = openDb({ connectionString: database.connectionString, connections: 2 });
    passRingsOn(api, createLog('error'));
    deliveryBell(worker).onRing((rung) => heard.push(rung));
    hearing = hearRings(worker);
    await hearing.task.run();
    await until('the line is open', () => heard.length === 1);
  });
  afterAll(async () => {
    hearing?.stop();
    await api.close();
    await worker.close();
    await database.drop();
  });

  const heardSoFar = () => heard.reduce<Rung | null>(together, null);

  it('a ring arrives with the names it was rung for, as many as it may carry', async () => {
    expect(heard.splice(0)).toEqual(['anybody']);
    const many = new Set(Array.from({ length: 150 }, (_, at) => `00000000-0000-7000-8000-${1e11 + at}`));
    deliveryBell(api).ring(new Set(['00000000-0000-7000-8000-200000000000']));
    deliveryBell(api).ring(many);
    await until('151 names have arrived', () => (heardSoFar() as Set<string> | null)?.size === 151);
    expect(heardSoFar()).toEqual(new Set([...many, '00000000-0000-7000-8000-200000000000']));
    heard.splice(0);
  });

  it('a ring for anybody arrives as that', async () => {
    deliveryBell(api).ring('anybody');
    await until('it has arrived', () => heard.length > 0);
    expect(heard).toEqual(['anybody']);
  });
});
