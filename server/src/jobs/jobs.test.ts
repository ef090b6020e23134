import { describe, expect } from 'vitest';
import { it as base } from '../../../test/support/fixtures.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, MovableClock, SECOND_MS } from '../kit/clock.ts';
import { idsFrom } from '../kit/ids.ts';
import { createLog } from '../kit/log.ts';
import { bringJobsForward, claimDue, enqueue, type Job, retryFailed } from './queue.ts';
import { delayMsAfter, type JobHandlers, MAX_ATTEMPTS, runDueJobs } from './run.ts';

const START = new Date('2030-01-01T12:00:00Z');
const log = createLog('silent');
const ids = idsFrom(new MovableClock());

type Row = {
  run_at: Date | null;
  attempts: number;
  is_locked: boolean;
  last_error: string | null;
  failed_at: Date | null;
};

/** A queue that is empty at first, under a clock that stands still until it is moved. */
class Queue {
  readonly clock = new MovableClock(() => START.getTime());
  readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  at(ms: number): Date {
    return new Date(START.getTime() + ms);
  }

  async add(job: { accountId?: string; kind?: string; payload?: object; runAt?: Date } = {}) {
    const { accountId = ids.next(), kind = 'test.do', payload = {}, runAt = START } = job;
    const id = ids.next();
    await transaction(this.db, (tx) => enqueue(tx, [{ accountId, id, kind, payload, runAt }]));
    return { accountId, id };
  }

  async addMany(accountId: string, count: number): Promise<void> {
    const jobs = Array.from({ length: count }, (_, index) => ({
      ...{ accountId, id: ids.next(), kind: 'test.do', payload: { index } },
      runAt: this.at(index - count),
    }));
    await transaction(this.db, (tx) => enqueue(tx, jobs));
  }

  run(handlers: JobHandlers): Promise<number> {
    return runDueJobs({ db: this.db, clock: this.clock, log }, handlers);
  }

  claim(): Promise<Job[]> {
    return claimDue(this.db, this.clock.now());
  }

  advance(ms: number): void {
    this.clock.setOffset(this.clock.offsetMs + ms);
  }

  /** As if the lease had run out. */
  async endLeases(): Promise<void> {
    await this.db.query(`update jobs set locked_until = now() - interval '1 second'`);
  }

  async row({ id }: { id: string }): Promise<Row | undefined> {
    const rows = await this.db.query<Row>(
      `select nullif(run_at, 'infinity') as run_at, attempts, last_error, failed_at,
         coalesce(locked_until > now(), false) as is_locked
       from jobs
       where id = $1`,
      [id],
    );
    return rows[0];
  }

  async useAttempts({ id }: { id: string }, attempts: number): Promise<void> {
    await this.db.query('update jobs set attempts = $2 where id = $1', [id, attempts]);
  }
}

const it = base.extend('queue', async ({ db }) => {
  await db.query('delete from jobs');
  return new Queue(db);
});

const failing: JobHandlers = { 'test.do': async () => ({ done: false, reason: 'not yet' }) };

describe('a job', () => {
  it('is there when its transaction commits, and only then', async ({ db, queue }) => {
    const job = { accountId: ids.next(), id: ids.next(), kind: 'test.do', payload: {}, runAt: START };
    const refused = transaction(db, async (tx) => {
      await enqueue(tx, [job]);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await queue.claim()).toEqual([]);
    await transaction(db, (tx) => enqueue(tx, [job]));
    expect(await queue.claim()).toMatchObject([{ account_id: job.accountId, id: job.id, attempts: 1 }]);
  });

  it('runs with its payload when it is due, not before, and is gone when it is done', async ({ queue }) => {
    const job = await queue.add({ payload: { charge_id: 'a', parts: [1, 2] }, runAt: queue.at(MINUTE_MS) });
    const payloads: unknown[] = [];
    const handlers: JobHandlers = {
      'test.do': async ({ payload }) => {
        payloads.push(payload);
        return { done: true };
      },
    };
    queue.advance(MINUTE_MS - 1);
    expect(await queue.run(handlers)).toBe(0);
    queue.advance(1);
    expect(await queue.run(handlers)).toBe(1);
    expect(payloads).toEqual([{ charge_id: 'a', parts: [1, 2] }]);
    expect(await queue.row(job)).toBeUndefined();
    expect(await queue.run(handlers)).toBe(0);
  });

  it('that is not done is postponed with its reason and free to be claimed', async ({ queue }) => {
    const job = await queue.add();
    await queue.run(failing);
    expect(await queue.row(job)).toEqual({
      run_at: queue.at(2 * SECOND_MS),
      ...{ attempts: 1, is_locked: false, last_error: 'not yet', failed_at: null },
    });
  });

  it('whose handler throws is postponed with the message', async ({ queue }) => {
    const job = await queue.add();
    await queue.run({
      'test.do': async () => {
        throw new Error('the provider hung up');
      },
    });
    expect(await queue.row(job)).toMatchObject({ attempts: 1, last_error: 'the provider hung up' });
  });

  it('of a kind without a handler stays for a version that has one', async ({ queue }) => {
    const job = await queue.add({ kind: 'test.unknown' });
    await queue.run(failing);
    expect(await queue.row(job)).toMatchObject({ attempts: 1, last_error: 'no handler for test.unknown' });
  });

  it('that fails does not keep others of the same round from being done', async ({ queue }) => {
    const bad = await queue.add({ kind: 'test.bad' });
    const good = await queue.add();
    expect(await queue.run({ 'test.do': async () => ({ done: true }) })).toBe(2);
    expect([await queue.row(bad), await queue.row(good)]).toMatchObject([{ attempts: 1 }, undefined]);
  });
});

describe('the pause after an attempt', () => {
  it.for([
    [1, 2],
    [2, 4],
    [3, 8],
    [4, 16],
    [5, 32],
    [6, 64],
    [7, 128],
    [8, 256],
    [9, 512],
    [10, 600],
    [11, 600],
    [1_000, 600],
  ] as const)('number %i is %i seconds', ([attempts, seconds]) => {
    expect(delayMsAfter(attempts)).toBe(seconds * SECOND_MS);
  });

  it('is kept attempt by attempt', async ({ queue }) => {
    const job = await queue.add();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await queue.run(failing);
      const runAt = (await queue.row(job))?.run_at ?? START;
      pauses.push((runAt.getTime() - queue.clock.now().getTime()) / SECOND_MS);
      queue.clock.setOffset(runAt.getTime() - START.getTime());
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32]);
  });

  it('adds up to more than a week before the last attempt', () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => delayMsAfter(index + 1));
    const days = pauses.reduce((sum, ms) => sum + ms) / DAY_MS;
    expect(days).toBeGreaterThan(7);
    expect(days).toBeLessThan(7.1);
  });
});

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

  it('holds them for a minute of real time, however far the sandbox clock is moved', async ({
    db,
    queue,
  }) => {
    const { id } = await queue.add();
    await queue.claim();
    const [lease] = await db.query<{ seconds: number }>(
      'select extract(epoch from locked_until - now())::float as seconds from jobs where id = $1',
      [id],
    );
    expect(lease?.seconds).toBeGreaterThan(30);
    expect(lease?.seconds).toBeLessThanOrEqual(60);
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

describe('a job that never succeeds', () => {
  it('is tried a last time and then set aside: no worker claims it again', async ({ queue }) => {
    const job = await queue.add();
    await queue.useAttempts(job, MAX_ATTEMPTS - 1);
    expect(await queue.run(failing)).toBe(1);
    const failed = { attempts: MAX_ATTEMPTS, is_locked: false, last_error: 'not yet' };
    expect(await queue.row(job)).toEqual({ ...failed, run_at: null, failed_at: START });
    queue.advance(365 * DAY_MS);
    expect(await queue.run(failing)).toBe(0);
    expect(await queue.row(job)).toMatchObject({ attempts: MAX_ATTEMPTS });
  });

  it('is postponed, not set aside, one attempt earlier', async ({ queue }) => {
    const job = await queue.add();
    await queue.useAttempts(job, MAX_ATTEMPTS - 2);
    await queue.run(failing);
    expect(await queue.row(job)).toMatchObject({ failed_at: null, run_at: queue.at(10 * MINUTE_MS) });
  });

  it('may succeed at the last attempt', async ({ queue }) => {
    const job = await queue.add();
    await queue.useAttempts(job, MAX_ATTEMPTS - 1);
    await queue.run({ 'test.do': async () => ({ done: true }) });
    expect(await queue.row(job)).toBeUndefined();
  });

  it('is set aside without being run when its last attempt ended the process', async ({ queue }) => {
    const job = await queue.add();
    await queue.useAttempts(job, MAX_ATTEMPTS);
    let runs = 0;
    const deadly: JobHandlers = {
      'test.do': async () => {
        runs += 1;
        return { done: true };
      },
    };
    expect(await queue.run(deadly)).toBe(1);
    expect(runs).toBe(0);
    expect(await queue.row(job)).toMatchObject({ failed_at: START, last_error: 'every attempt is used up' });
  });

  it('outlives an outage of a day: it runs when the provider is back', async ({ queue }) => {
    const job = await queue.add();
    const back = queue.at(DAY_MS);
    const outage: JobHandlers = {
      'test.do': async () =>
        queue.clock.now() < back ? { done: false, reason: 'unavailable' } : { done: true },
    };
    let row = await queue.row(job);
    for (let round = 0; row && round < 1_000; round += 1) {
      queue.clock.setOffset((row.run_at ?? START).getTime() - START.getTime());
      await queue.run(outage);
      row = await queue.row(job);
    }
    expect(row).toBeUndefined();
    expect(queue.clock.now().getTime() - back.getTime()).toBeLessThan(HOUR_MS);
  });

  it('is not claimed by the statement of the version before, which knows nothing of failed jobs', async ({
    db,
    queue,
  }) => {
    const job = await queue.add();
    await queue.useAttempts(job, MAX_ATTEMPTS - 1);
    await queue.run(failing);
    const due = await db.query(
      `select id from jobs where run_at <= $1 and (locked_until is null or locked_until < now())`,
      [queue.at(3_650 * DAY_MS)],
    );
    expect(due).toEqual([]);
  });
});

describe('a failed job that is retried', () => {
  const failedJob = async (queue: Queue) => {
    const job = await queue.add();
    await queue.useAttempts(job, MAX_ATTEMPTS - 1);
    await queue.run(failing);
    return job;
  };
  const retry = (queue: Queue, { accountId, id }: { accountId: string; id: string }) =>
    transaction(queue.db, (tx) => retryFailed(tx, accountId, id, queue.clock.now()));

  it('is due at once and has all its attempts again', async ({ queue }) => {
    const job = await failedJob(queue);
    expect(await retry(queue, job)).toBe(true);
    expect(await queue.row(job)).toMatchObject({ failed_at: null, run_at: START, attempts: 0 });
    await queue.run(failing);
    expect(await queue.row(job)).toMatchObject({ failed_at: null, attempts: 1 });
  });

  it('is retried once, by whom of two is first', async ({ queue }) => {
    const job = await failedJob(queue);
    const answers = await Promise.all([retry(queue, job), retry(queue, job)]);
    expect(answers.sort()).toEqual([false, true]);
  });

  it('must be a failed one of that account', async ({ queue }) => {
    const job = await failedJob(queue);
    expect(await retry(queue, { ...job, accountId: ids.next() })).toBe(false);
    expect(await retry(queue, await queue.add())).toBe(false);
    expect(await queue.row(job)).toMatchObject({ attempts: MAX_ATTEMPTS });
  });
});

describe('when the clock is moved back', () => {
  it('a job is due as much earlier, and a failed one stays failed', async ({ db, queue }) => {
    const failed = await queue.add();
    await queue.useAttempts(failed, MAX_ATTEMPTS - 1);
    await queue.run(failing);
    const later = await queue.add({ runAt: queue.at(10 * DAY_MS + MINUTE_MS) });
    await bringJobsForward(db, 10 * DAY_MS);
    expect(await queue.row(later)).toMatchObject({ run_at: queue.at(MINUTE_MS) });
    expect(await queue.row(failed)).toMatchObject({ run_at: null, failed_at: START });
    queue.advance(MINUTE_MS);
    expect((await queue.claim()).map(({ id }) => id)).toEqual([later.id]);
  });
});
