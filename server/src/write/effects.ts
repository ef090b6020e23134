import type { Action } from '../audit/record.ts';
import type { CountChange } from '../db/counts.ts';
import type { Statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { NewEvent } from '../events/emit.ts';
import type { NewJob } from '../jobs/queue.ts';
import { assert, GatewayError } from '../kit/errors.ts';
import type { Entry } from '../ledger/chart.ts';
import type { NewMail } from '../mail/record.ts';

/** How rows of one kind are written: a statement of a slice's store, and its parameters for a batch of rows. */
export type RowWriter<T> = {
  readonly statement: Statement;
  values(rows: readonly T[]): readonly unknown[];
  /**
   * `all`: the statement returns the rows it wrote and must write every one; a row that has changed since it was read fails
   * the write. `any`: existing rows are left unchanged.
   */
  readonly writes: 'all' | 'any';
  /** On a distributed database: the same rows as statements that each go to one node. Returns the rows it wrote. */
  routed?(tx: Tx, rows: readonly T[]): Promise<readonly object[]>;
};

export type RowWrite = { readonly writer: RowWriter<never>; readonly row: unknown };

export function rowWrite<T>(writer: RowWriter<T>, row: T): RowWrite {
  return { writer: writer as RowWriter<never>, row };
}

/** The account of all these rows, for a statement that takes it as a plain parameter. */
export function oneAccountOf(rows: readonly { readonly accountId: string }[]): string {
  const [accountId, ...others] = new Set(rows.map((row) => row.accountId));
  assert(accountId !== undefined && others.length === 0, 'the rows are of one account');
  return accountId;
}

export type NewEventEffect = Omit<NewEvent, 'id'>;
/** Most jobs get a new id; the only job of an object has the object's id. */
export type NewJobEffect = Omit<NewJob, 'id'> & { id?: string };

/**
 * Everything that one operation changes, as data. Only write/ applies it, and gives events, jobs, mails and actions ids:
 * a decision needs none.
 */
export type Effects = {
  /** Rows of the slice, in the order of locks: charges, then products, links, coupons, withdrawals. */
  readonly rows?: readonly RowWrite[];
  readonly counts?: readonly CountChange[];
  readonly jobs?: readonly NewJobEffect[];
  readonly events?: readonly NewEventEffect[];
  readonly mails?: readonly NewMail[];
  readonly audit?: readonly Action[];
  readonly entries?: readonly Entry[];
  /** Accounts whose deliveries become due by these rows, without an event. */
  readonly deliveriesOf?: readonly string[];
};

/** The decision of an operation: effects and a result, or a refusal that changes nothing. */
export type Decision<R> = { readonly effects: Effects; readonly result: R } | GatewayError;

export function done<R>(result: R, effects: Effects = {}): Decision<R> {
  return { result, effects };
}

export function isRefusal<R>(decision: Decision<R>): decision is GatewayError {
  return decision instanceof GatewayError;
}

/** The effects of several decisions, applied together. */
export function together(all: readonly Effects[]): Effects {
  return {
    rows: all.flatMap((effects) => effects.rows ?? []),
    counts: all.flatMap((effects) => effects.counts ?? []),
    jobs: all.flatMap((effects) => effects.jobs ?? []),
    events: all.flatMap((effects) => effects.events ?? []),
    mails: all.flatMap((effects) => effects.mails ?? []),
    audit: all.flatMap((effects) => effects.audit ?? []),
    entries: all.flatMap((effects) => effects.entries ?? []),
    deliveriesOf: all.flatMap((effects) => effects.deliveriesOf ?? []),
  };
}
