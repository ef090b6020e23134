import type pg from 'pg';
import { asQueryError, ConnectionLost, type Db, queryConfig, type Row, type Statement } from './pool.ts';

declare const txBrand: unique symbol;

/** An open transaction. Everything that writes more than one statement takes it first. */
export type Tx = {
  readonly [txBrand]: true;
  query<R extends object = Row>(sql: Statement | string, values?: readonly unknown[]): Promise<R[]>;
};

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
/** COMMIT was sent and its reply never came: the transaction may be committed or not. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the reply to COMMIT was lost', { cause });
  }
}

/** Several reads in one snapshot. A single statement has one anyway. */
export function snapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return runTransaction(db, read, 'begin isolation level repeatable read, read only');
}

/** Runs `work` once between BEGIN and COMMIT. Only write/ calls it for changes: retries and lookups are decided there. */
export async function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, begin = 'begin'): Promise<T> {
  const client = await db.pool.connect().catch((error: unknown) => {
    throw asQueryError(error);
  });
  let broken: Error | undefined;
  // Without a listener, an error on a connection in use would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    // Not awaited: it travels with the first statement, and its failure makes that one fail.
    client.query(begin).catch(() => undefined);
    const result = await work(txOver(client));
    await commit(client);
    return result;
  } catch (error) {
    if (error instanceof CommitUnknown || error instanceof ConnectionLost) broken = error;
    else await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  let reply: pg.QueryResult;
  try {
    reply = await client.query('commit');
  } catch (error) {
    const cause = asQueryError(error);
    throw cause instanceof ConnectionLost ? new CommitUnknown(cause) : cause;
  }
  // COMMIT of a transaction that has failed is answered with ROLLBACK, not with an error.
  if (reply.command !== 'COMMIT') throw new Error(`COMMIT was answered with ${reply.command}`);
}

function txOver(client: pg.PoolClient): Tx {
  const tx = {
    async query<R extends object>(sql: Statement | string, values: readonly unknown[] = []) {
      try {
        return (await client.query<R>(queryConfig(sql, values))).rows;
      } catch (error) {
        throw asQueryError(error);
      }
    },
  };
  return tx as unknown as Tx;
}

/** A conflict with another transaction: the same work may succeed on a retry. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = error as { code?: string; constraint?: string } | null;
  if (failure?.code !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || failure.constraint === constraint;
}

/**
 * A condition that makes the commit of its statement asynchronous, so that commits of payments do not wait behind it.
 * Only for data that may be lost in a crash: sums that are rebuilt from their source, and the request log.
 */
export const ASYNCHRONOUS_COMMIT = `(select set_config('synchronous_commit', 'off', true) = 'off')`;
