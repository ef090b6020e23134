import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../../test/support/database.ts';
import {
  action,
  add,
  answerUnder,
  job,
  operation,
  SHOP,
  startThings,
  type Things,
} from '../../../test/support/things.ts';
import type { Tx } from '../db/transaction.ts';
import { done } from './effects.ts';
import type { Writer } from './writer.ts';

let on: Things;
beforeAll(async () => {
  on = await startThings();
});
beforeEach(() => on.reset());
afterAll(() => on.stop());

describe('a COMMIT whose reply is lost', () => {
  it.each([
    ['was carried out', ['reply']],
    ['never arrived', ['request']],
    ['was carried out, and so was the lookup’s', ['reply', 'reply']],
    ['never arrived, twice, then was carried out', ['request', 'request', 'reply']],
    ['was carried out, and the lookup’s never arrived', ['reply', 'request']],
  ] as const)('%s: it is done once, and answered as it was done', async (_, losses) => {
    const own = await on.claim('k');
    let decided = 0;
    const once = operation((count) => {
      decided += 1;
      return done(`made after ${count}`, { rows: [add(decided)], jobs: [job], audit: [action] });
    });
    on.proxy.lose(...losses);
    expect(await on.writer.commit(once, answerUnder(own))).toBe('made after 0');
    expect(on.proxy.left()).toBe(0);
    expect([(await on.things()).length, await on.rowsIn('jobs'), await on.newActions()]).toEqual([1, 1, 1]);
    expect([await on.stored('k'), own.isStored]).toEqual([['done', 201, 'made after 0'], true]);
    expect(on.committed).toHaveLength(1);
  });

  it('is looked up as soon as the server can be reached again', async () => {
    // With one connection, so that the lookup needs a new one.
    const single = openTestDb({ connectionString: on.proxy.connectionString, connections: 1 });
    on.proxy.lose('reply');
    const tried = on.writerOver(single).commit(
      operation((count) => {
        on.proxy.refuse(count === 0 ? 2 : 0);
        return done(`made after ${count}`, { rows: [add(1)], jobs: [job] });
      }),
    );
    expect(await tried).toBe('made after 0');
    await single.close();
    expect([on.proxy.left(), await on.things(), await on.rowsIn('jobs')]).toEqual([0, [[1, 0]], 1]);
  });

  it('again and again is an error in the end, and never a second effect', async () => {
    on.proxy.lose('reply', 'reply', 'reply', 'reply', 'reply', 'reply');
    const once = operation((count) => done('', { rows: [add(count)], jobs: [job] }));
    await expect(on.writer.commit(once)).rejects.toThrow('the reply to COMMIT was lost');
    expect([(await on.things()).length, await on.rowsIn('jobs')]).toEqual([1, 1]);
  });

  it.each([
    ['an action', { audit: [action] }, () => on.newActions()],
    ['a job', { jobs: [job] }, () => on.rowsIn('jobs')],
  ])('is known by %s', async (_, effects, count) => {
    on.proxy.lose('reply');
    await on.writer.commit(operation(() => done('', effects)));
    expect(await count()).toBe(1);
  });
});

describe('a connection that is lost before COMMIT', () => {
  it('is replaced, and the operation done', async () => {
    let tries = 0;
    const cutOnce = async (tx: Tx) => {
      tries += 1;
      if (tries === 1) await tx.query('select pg_terminate_backend(pg_backend_pid())');
    };
    expect(await on.writer.commit(operation((count) => done(count, { rows: [add(1)] }), cutOnce))).toBe(0);
    expect([await on.things(), tries]).toEqual([[[1, 0]], 2]);
  });
});

describe('work that is done together', () => {
  it('is run again when its reply is lost, and shared by those that arrive meanwhile', async () => {
    const runs: number[][] = [];
    const batch = {
      name: 'things',
      maxItems: 2,
      accountOf: () => SHOP,
      run: async (_: { writer: Writer }, items: readonly number[]) => {
        runs.push([...items]);
        await on.db.query(
          'insert into things select id, 0 from unnest($1::integer[]) as id on conflict do nothing',
          [items],
        );
        if (runs.length === 1) await on.db.query('select pg_terminate_backend(pg_backend_pid())');
        return items.map((item) => item * 2);
      },
    };
    const deps = { writer: on.writer, db: on.db };
    expect(await Promise.all([1, 2, 3].map((item) => on.writer.together(batch, deps, item)))).toEqual([
      2, 4, 6,
    ]);
    expect(runs).toEqual([[1, 2], [1, 2], [3]]);
    expect(await on.things()).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });
});
