import type pg from 'pg';
import {
  asQueryError,
  ConnectionLost,
  type Db,
  type Held,
  queryConfig,
  type Row,
  type Statement,
} from './pool.ts';

declare const txBrand: unique symbol;

/** An open transaction. Everything that writes more than one statement takes it first. */
export type Tx = {
  readonly [txBrand]: true;
  readonly isDistributed: boolean;
  query<R extends object = Row>(sql: Statement | string, values?: readonly unknown[]): Promise<R[]>;
};

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const READ_ONLY_TRANSACTION = '25006';
const SNAPSHOT = 'begin isolation level repeatable read, read only';
/** COMMIT was sent and its reply never came: the transaction may be committed or not. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the reply to COMMIT was lost', { cause });
  }
}

/** Several reads in one snapshot. A single statement has one anyway. */
export function snapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return runTransaction(db, read, SNAPSHOT);
}

/**
 * Runs `work` once between BEGIN and COMMIT. Only write/ calls it for changes: retries and lookups are decided there. The
 * connection is taken with the first statement, whose values tell the account that it counts for.
 */
export async function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, begin = 'begin'): Promise<T> {
  const session = new Session(db, begin);
  try {
    const result = await work(session.tx);
    await session.commit();
    return result;
  } catch (error) {
    await session.rollBack(error);
    throw error;
  } finally {
    session.release();
  }
}

/** One transaction's connection, from its first statement on. */
class Session {
  readonly tx: Tx;
  readonly #db: Db;
  readonly #begin: string;
  #held: Promise<Held> | null = null;
  #open: Held | null = null;
  #broken: Error | undefined;
  // Without a listener, an error on a connection in use would end the process.
  readonly #onError = (error: Error) => {
    this.#broken ??= error;
  };

  constructor(db: Db, begin: string) {
    this.#db = db;
    this.#begin = begin;
    this.tx = {
      isDistributed: db.isDistributed,
      query: (sql: Statement | string, values: readonly unknown[] = []) => this.#query(sql, values),
    } as unknown as Tx;
  }

  async commit(): Promise<void> {
    if (this.#open) await commit(this.#open.client);
  }

  async rollBack(error: unknown): Promise<void> {
    // Statements that were started together may still be on their way to a connection.
    await this.#held?.catch(() => undefined);
    if (error instanceof CommitUnknown || error instanceof ConnectionLost) this.#broken = lostBy(error);
    else if (this.#open) await this.#open.client.query('rollback').catch(this.#onError);
  }

  release(): void {
    this.#open?.client.off('error', this.#onError);
    this.#open?.release(this.#broken);
    this.#open = null;
  }

  async #query<R extends object>(sql: Statement | string, values: readonly unknown[]): Promise<R[]> {
    try {
      this.#held ??= this.#start(values);
      const { client } = this.#open ?? (await this.#held);
      return (await client.query<R>(queryConfig(this.#db, sql, values))).rows;
    } catch (error) {
      // A snapshot that writes is a mistake of ours, not a server that takes no writes.
      const isOwn = this.#begin === SNAPSHOT && codeOf(error) === READ_ONLY_TRANSACTION;
      throw isOwn || error instanceof ConnectionLost ? error : asQueryError(error);
    }
  }

  async #start(values: readonly unknown[]): Promise<Held> {
    const held = await this.#db.hold(values);
    this.#open = held;
    held.client.on('error', this.#onError);
    // Not awaited: it travels with the first statement, and its failure makes that one fail.
    held.client.query(this.#begin).catch(() => undefined);
    return held;
  }
}

function lostBy(error: CommitUnknown | ConnectionLost): Error {
  return error instanceof CommitUnknown ? (error.cause as Error) : error;
}

async function commit(client: pg.PoolClient): Promise<void> {
  let reply: pg.QueryResult;
  try {
    reply = await client.query('commit');
  } catch (error) {
    const cause = asQueryError(error);
    throw cause instanceof ConnectionLost || isInternal(cause) ? new CommitUnknown(cause) : cause;
  }
  // COMMIT of a transaction that has failed is answered with ROLLBACK, not with an error.
  if (reply.command !== 'COMMIT') throw new Error(`COMMIT was answered with ${reply.command}`);
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}

/** A coordinator may fail so while it commits on its nodes, when its own part is committed already. */
function isInternal(error: unknown): boolean {
  return codeOf(error)?.startsWith('XX') ?? false;
}

/** A conflict with another transaction: the same work may succeed on a retry. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
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
