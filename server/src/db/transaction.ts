import type pg from 'pg';
import { pause } from '../kit/clock.ts';
import { type Db, queryConfig, type Reading, type Row, type Statement } from './pool.ts';
import { answerTo, readRaw } from './wire/raw-rows.ts';

declare const txBrand: unique symbol;

/** An open transaction. Everything that writes more than one statement takes it first. */
export type Tx = {
  readonly [txBrand]: true;
  query<R extends object = Row>(sql: Statement | string, values?: readonly unknown[]): Promise<R[]>;
  read<T>(sql: Reading<T>, values?: readonly unknown[]): Promise<T[]>;
  /** For what may be missed: hints and wake-ups. It runs in this process, only when the commit was answered. */
  afterCommit(work: (db: Db) => void): void;
};

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const MAX_TRIES = 6;

/**
 * Runs `work` in one transaction. Serialization failures and deadlocks are retried here and nowhere else,
 * so `work` must have no effect outside the transaction.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (attempt >= MAX_TRIES || !isConflict(error)) throw error;
      await pause(attempt * attempt);
    }
  }
}

/** Reads that belong together see one moment. For what one statement reads that is so without it. */
export function snapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return runOnce(db, read, 'begin isolation level repeatable read, read only');
}

async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>, begin = 'begin'): Promise<T> {
  const client = await db.pool.connect();
  const afterwards: ((db: Db) => void)[] = [];
  let broken: Error | undefined;
  // The pool hears only of those that nobody has taken, and what nobody hears ends the process.
  const lost = (error: Error) => {
    broken = error;
  };
  client.on('error', lost);
  try {
    // Not awaited: it travels with the first statement, and its failure makes that one fail.
    client.query(begin).catch(() => undefined);
    const result = await work(txOver(client, afterwards));
    // A lost reply here is "unknown", never "failed": callers resolve it by reading.
    await client.query('commit');
    for (const hint of afterwards) hint(db);
    return result;
  } catch (error) {
    await client.query('rollback').catch(lost);
    throw error;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}

function txOver(client: pg.PoolClient, afterwards: ((db: Db) => void)[]): Tx {
  const tx = {
    afterCommit: (work: (db: Db) => void) => void afterwards.push(work),
    async query<R extends object>(sql: Statement | string, values: readonly unknown[] = []) {
      const result = await client.query<R>(queryConfig(sql, values));
      return result.rows;
    },
    read: <T>(sql: Reading<T>, values: readonly unknown[] = []) =>
      readRaw(queryConfig(sql, values), sql.shape, (query) => answerTo(client, query)),
  };
  return tx as unknown as Tx;
}

/** Somebody else was there first; the same work may succeed when it is done again. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const failure = error as { code?: string; constraint?: string } | null;
  return failure?.code === '23505' && failure.constraint === constraint;
}

/**
 * A condition by which a statement's commit waits for no disk, and no payment's commit waits behind it. Only for what may
 * be lost with the server: sums that are made again from what they are the sums of, and logs that promise nothing.
 */
export const WITHOUT_WAITING = `(select set_config('synchronous_commit', 'off', true) = 'off')`;
