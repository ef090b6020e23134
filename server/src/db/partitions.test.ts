import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openTestDb, type TestDatabase } from '../../../test/support/database.ts';
import { DAY_MS, monotonicMs } from '../kit/clock.ts';
import { firstIdOf } from '../kit/ids.ts';
import { dropPartitions, listPartitions, makePartition, missingRanges, type Range } from './partitions.ts';
import type { Db } from './pool.ts';

describe('the partitions that must be made', () => {
  const EVERYTHING_BEFORE = (toMs: number): Range => ({ fromMs: Number.NEGATIVE_INFINITY, toMs });
  const CASES: [what: string, existing: Range[], nowMs: number, missing: [number, number][]][] = [
    [
      'none exists: the present one and the next',
      [],
      35,
      [
        [30, 40],
        [40, 50],
      ],
    ],
    [
      'the first ends soon: from its end on, without a gap',
      [EVERYTHING_BEFORE(37)],
      35,
      [
        [37, 40],
        [40, 50],
      ],
    ],
    ['the first ends late: none', [EVERYTHING_BEFORE(46)], 35, []],
    ['the present one is there: the next', [EVERYTHING_BEFORE(30), { fromMs: 30, toMs: 40 }], 35, [[40, 50]]],
    [
      'all are there: none',
      [
        { fromMs: 30, toMs: 40 },
        { fromMs: 40, toMs: 50 },
      ],
      35,
      [],
    ],
    [
      'the life was longer before: its partitions stay as they are, and the shorter ones begin after them',
      [
        { fromMs: 0, toMs: 45 },
        { fromMs: 45, toMs: 90 },
      ],
      85,
      [[90, 100]],
    ],
    [
      'the clock was moved far ahead: none for the time between',
      [EVERYTHING_BEFORE(30)],
      101,
      [
        [100, 110],
        [110, 120],
      ],
    ],
    [
      'the clock was moved back before a made one: up to its beginning',
      [EVERYTHING_BEFORE(12), { fromMs: 17, toMs: 33 }],
      15,
      [[12, 17]],
    ],
  ];

  it.each(CASES)('where %s', (_, existing, nowMs, missing) => {
    expect(missingRanges(existing, nowMs, 10)).toEqual(missing.map(([fromMs, toMs]) => ({ fromMs, toMs })));
  });
});

describe('a table of partitions', () => {
  const TABLE = { name: 'audit_log', isAppendOnly: true };
  const YEAR_MS = 365 * DAY_MS;
  const at = (fromMs: number): Range => ({ fromMs, toMs: fromMs + DAY_MS });
  const start = Math.floor(Date.now() / DAY_MS) * DAY_MS + YEAR_MS;

  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openTestDb({ connectionString: database.connectionString, connections: 3 });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  /** Returns the partition that the row is in. */
  async function insert(atMs: number): Promise<string | undefined> {
    const values = [randomUUID(), firstIdOf(new Date(atMs)), randomUUID()];
    await db.query(
      `insert into audit_log (account_id, id, action, actor_kind, actor_account_id, details, created_at)
       values ($1, $2, 'test', 'system', $3, '{}', now())`,
      values,
    );
    const names = (await listPartitions(db, TABLE)).map(({ name }) => name);
    for (const name of [...names, 'audit_log_default']) {
      const found = await db.query(
        `select id from ${name} where account_id = $1 and id = $2`,
        values.slice(0, 2),
      );
      if (found.length > 0) return name;
    }
    return undefined;
  }

  it('takes rows of a made partition there and others in the default one', async () => {
    expect(await makePartition(db, TABLE, at(start))).toBe('made');
    const made = (await listPartitions(db, TABLE)).at(-1);
    expect(made).toEqual({ ...at(start), name: expect.stringMatching(/^audit_log_\d{12}$/) });
    expect(await insert(start)).toBe(made?.name);
    expect(await insert(start + DAY_MS)).toBe('audit_log_default');
    expect(await insert(Date.now())).toBe('audit_log_first');
  });

  it('has indexes, constraints and triggers in a made partition as in the first', async () => {
    const indexes = `select count(*)::integer as count from pg_indexes where tablename = $1`;
    expect(await makePartition(db, TABLE, at(start + 20 * DAY_MS))).toBe('made');
    const name = (await listPartitions(db, TABLE)).at(-1)?.name;
    const [first] = await db.query<{ count: number }>(indexes, ['audit_log_first']);
    expect(first?.count).toBe(4);
    expect(await db.query(indexes, [name])).toEqual([first]);
    for (const table of ['audit_log', 'audit_log_first', 'audit_log_default', name]) {
      await expect(db.query(`delete from ${table}`)).rejects.toThrow('is append-only');
      await expect(db.query(`update ${table} set action = ''`)).rejects.toThrow('is append-only');
    }
  });

  it('leaves a time of which rows are in the default partition to it', async () => {
    expect(await makePartition(db, TABLE, at(start + DAY_MS))).toBe('occupied');
    expect(await makePartition(db, TABLE, at(start + 2 * DAY_MS))).toBe('made');
  });

  it('is made once by two processes', async () => {
    const range = at(start + 5 * DAY_MS);
    const results = await Promise.all([makePartition(db, TABLE, range), makePartition(db, TABLE, range)]);
    expect(results.sort()).toEqual(['busy', 'made']);
  });

  it('does not lose a partition for which a condition holds, and loses it without', async () => {
    const name = (await listPartitions(db, TABLE)).find(({ fromMs }) => fromMs === start)?.name ?? '';
    const removal = { tables: [TABLE], partitions: [name] };
    expect(await dropPartitions(db, { ...removal, unless: `exists (select 1 from ${name})` })).toBe(false);
    expect(await dropPartitions(db, removal)).toBe(true);
    expect(await insert(start)).toBe('audit_log_default');
  });

  it('does not wait for a long transaction, and is used meanwhile', async () => {
    const long = db.ownClient();
    await long.client.connect();
    await long.client.query('begin; select id from audit_log');
    const name = (await listPartitions(db, TABLE)).at(-1)?.name ?? '';
    const begin = monotonicMs();
    const [isGone] = await Promise.all([
      dropPartitions(db, { tables: [TABLE], partitions: [name] }),
      insert(Date.now()),
    ]);
    expect(isGone).toBe(false);
    expect(monotonicMs() - begin).toBeLessThan(20_000);
    await long.client.query('commit');
    await long.client.end();
    expect(await dropPartitions(db, { tables: [TABLE], partitions: [name] })).toBe(true);
  });
});
