import type { Db } from '../../server/src/db/pool.ts';
import { runTransaction } from '../../server/src/db/transaction.ts';
import { claimDue, enqueue, type Job } from '../../server/src/jobs/queue.ts';
import { type JobHandlers, runDueJobs } from '../../server/src/jobs/run.ts';
import { MovableClock } from '../../server/src/kit/clock.ts';
import { idsFrom } from '../../server/src/kit/ids.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { it as base } from './fixtures.ts';

export const START = new Date('2030-01-01T12:00:00Z');
export const ids = idsFrom(new MovableClock());
const log = createLog('silent');

type Row = {
  run_at: Date | null;
  attempts: number;
  is_locked: boolean;
  last_error: string | null;
  failed_at: Date | null;
};

/** A queue that is empty at first, under a clock that stands still until it is moved. */
export class Queue {
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
    await runTransaction(this.db, (tx) => enqueue(tx, [{ accountId, id, kind, payload, runAt }]));
    return { accountId, id };
  }

  async addMany(accountId: string, count: number): Promise<void> {
    const jobs = Array.from({ length: count }, (_, index) => ({
      ...{ accountId, id: ids.next(), kind: 'test.do', payload: { index } },
      runAt: this.at(index - count),
    }));
    await runTransaction(this.db, (tx) => enqueue(tx, jobs));
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

/** `queue`: empty for each test. */
export const it = base.extend('queue', async ({ db }) => {
  await db.query('delete from jobs');
  return new Queue(db);
});

export const failing: JobHandlers = { 'test.do': async () => ({ done: false, reason: 'not yet' }) };
