import { describe, expect } from 'vitest';
import { failing, ids, it } from '../../../test/support/job-queue.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { bringJobsForward } from './queue.ts';
import { type JobHandlers, MAX_ATTEMPTS } from './run.ts';

describe('two workers', () => {
  it('never claim the same job', async ({ queue }) => {
    const accounts = [ids.next(), ids.next(), ids.next()];
    for (const accountId of accounts) await queue.addMany(accountId, 40);
    const claimed: string[] = [];
    for (let round = 0; claimed.length < 120 && round < 100; round += 1) {
      const rounds = await Promise.all([queue.claim(), queue.claim(), queue.claim(), queue.claim()]);
      claimed.push(...rounds.flat().map(({ id }) => id));
    }
    expect(claimed).toHaveLength(120);
    expect(new Set(claimed).size).toBe(120);
  });

  it('run each job once', async ({ queue }) => {
    const accountId = ids.next();
    await queue.addMany(accountId, 60);
    const runs = new Map<string, number>();
    const handlers: JobHandlers = {
      'test.do': async ({ id }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1);
        return { done: true };
      },
    };
    const worker = async () => {
      while ((await queue.run(handlers)) > 0);
    };
    await Promise.all([worker(), worker(), worker()]);
    while ((await queue.run(handlers)) > 0);
    expect([runs.size, ...new Set(runs.values())]).toEqual([60, 1]);
  });
});

describe('a worker that is killed', () => {
  it('holds its jobs until the lease ends, and then another worker claims them', async ({ queue }) => {
    const job = await queue.add();
    expect(await queue.claim()).toHaveLength(1);
    expect(await queue.row(job)).toMatchObject({ is_locked: true, attempts: 1 });
    expect(await queue.claim()).toEqual([]);
    await queue.endLeases();
    expect(await queue.claim()).toMatchObject([{ id: job.id, attempts: 2 }]);
  });

  it('holds them for four seconds of real time, however far the sandbox clock is moved', async ({
    db,
    queue,
  }) => {
    const { id } = await queue.add();
    await queue.claim();
    const [lease] = await db.query<{ seconds: number }>(
      'select extract(epoch from locked_until - now())::float as seconds from jobs where id = $1',
      [id],
    );
    expect(lease?.seconds).toBeGreaterThan(2);
    expect(lease?.seconds).toBeLessThanOrEqual(4);
    queue.advance(DAY_MS);
    expect(await queue.claim()).toEqual([]);
  });
});

describe('a claim', () => {
  it('takes the jobs of an account in the order in which they are due', async ({ queue }) => {
    const accountId = ids.next();
    const minutes = [5, 1, 4, 2, 3];
    for (const ago of minutes) {
      await queue.add({ accountId, payload: { ago }, runAt: queue.at(-ago * MINUTE_MS) });
    }
    const order = (await queue.claim()).map(({ payload }) => (payload as { ago: number }).ago);
    expect(order).toEqual([5, 4, 3, 2, 1]);
  });

  it('takes at most twenty jobs per account, so that a long queue leaves room for the others', async ({
    queue,
  }) => {
    const [busy, quiet] = [ids.next(), ids.next()];
    await queue.addMany(busy, 50);
    await queue.addMany(quiet, 1);
    const accounts = (await queue.claim()).map(({ account_id }) => account_id);
    expect(accounts.filter((id) => id === busy)).toHaveLength(20);
    expect(accounts.filter((id) => id === quiet)).toHaveLength(1);
  });

  it('takes at most fifty accounts, those that wait longest', async ({ queue }) => {
    const accounts = Array.from({ length: 55 }, () => ids.next());
    for (const [index, accountId] of accounts.entries()) {
      await queue.add({ accountId, runAt: queue.at((index - 60) * SECOND_MS) });
    }
    const first = (await queue.claim()).map(({ account_id }) => account_id);
    expect(new Set(first)).toEqual(new Set(accounts.slice(0, 50)));
    const second = (await queue.claim()).map(({ account_id }) => account_id);
    expect(new Set(second)).toEqual(new Set(accounts.slice(50)));
  });
});

describe('when the clock is moved back', () => {
  it('a job is due as much earlier, and a failed one stays failed', async ({ db, queue }) => {
    const failed = await queue.add();
    await queue.useAttempts(failed, MAX_ATTEMPTS - 1);
    await queue.run(failing);
    const later = await queue.add({ runAt: queue.at(10 * DAY_MS + MINUTE_MS) });
    await db.query(bringJobsForward.statement, bringJobsForward.values([{ byMs: 10 * DAY_MS }]));
    expect(await queue.row(later)).toMatchObject({ run_at: queue.at(MINUTE_MS) });
    expect(await queue.row(failed)).toMatchObject({ run_at: null, failed_at: queue.at(0) });
    queue.advance(MINUTE_MS);
    expect((await queue.claim()).map(({ id }) => id)).toEqual([later.id]);
  });
});
