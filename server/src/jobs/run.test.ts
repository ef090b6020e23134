import { describe, expect } from 'vitest';
import { failing, ids, it, type Queue, START } from '../../../test/support/job-queue.ts';
import { runTransaction } from '../db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { enqueue, retryFailed } from './queue.ts';
import { delayMsAfter, type JobHandlers, MAX_ATTEMPTS } from './run.ts';

describe('a job', () => {
  it('is there when its transaction commits, and only then', async ({ db, queue }) => {
    const job = { accountId: ids.next(), id: ids.next(), kind: 'test.do', payload: {}, runAt: START };
    const refused = runTransaction(db, async (tx) => {
      await enqueue(tx, [job]);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await queue.claim()).toEqual([]);
    await runTransaction(db, (tx) => enqueue(tx, [job]));
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

  it('keeps no document or card number of an error', async ({ queue }) => {
    const job = await queue.add();
    await queue.run({
      'test.do': async () => {
        throw new Error('CPF 529.982.247-25 and card 4111 1111 1111 1111 refused');
      },
    });
    expect(await queue.row(job)).toMatchObject({ last_error: 'CPF … and card … refused' });
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
  const retry = async (queue: Queue, { accountId, id }: { accountId: string; id: string }) => {
    const job = { accountId, id, runAt: queue.clock.now() };
    return (await queue.db.query(retryFailed.statement, retryFailed.values([job]))).length === 1;
  };

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
