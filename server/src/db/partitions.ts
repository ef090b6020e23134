import pg from 'pg';
import { firstIdOf, instantOfId } from '../kit/ids.ts';
import type { Db } from './pool.ts';
import { Busy } from './seats.ts';

/** A table of partitions by the time in its ids. What no partition is made for goes to `<name>_default`. */
export type PartitionedTable = {
  readonly name: string;
  /** Storage parameters of each partition. */
  readonly storage?: string;
  readonly isAppendOnly?: boolean;
};

export type Range = { readonly fromMs: number; readonly toMs: number };
export type Partition = Range & { readonly name: string };

/** While a lock on a table is waited for, everything else that uses the table waits too. */
const LOCK_WITHIN = '300ms';
const BOUND = /FROM \((?:'([0-9a-f-]{36})'|MINVALUE)\) TO \('([0-9a-f-]{36})'\)/;

/** The partitions of a table in the order of their times, without the default one. */
export async function listPartitions(db: Db, table: PartitionedTable): Promise<Partition[]> {
  const rows = await db.query<{ name: string; bound: string }>(
    `select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
     from pg_inherits i
     join pg_class child on child.oid = i.inhrelid
     where i.inhparent = $1::regclass`,
    [table.name],
  );
  return rows
    .flatMap(({ name, bound }) => {
      const [, from, to] = BOUND.exec(bound) ?? [];
      const fromMs = from ? instantOfId(from).getTime() : Number.NEGATIVE_INFINITY;
      return to ? [{ name, fromMs, toMs: instantOfId(to).getTime() }] : [];
    })
    .sort((a, b) => a.fromMs - b.fromMs);
}

/**
 * What must be made so that everything from now on for a span lies in partitions. They begin at multiples of the span,
 * or where the one before ends, and never overlap.
 */
export function missingRanges(existing: readonly Range[], nowMs: number, spanMs: number): Range[] {
  const missing: Range[] = [];
  for (let atMs = nowMs; atMs <= nowMs + spanMs; ) {
    const covering = existing.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
    if (covering) {
      atMs = covering.toMs;
      continue;
    }
    const beginMs = Math.floor(atMs / spanMs) * spanMs;
    const ends = existing.filter(({ toMs }) => toMs <= atMs).map(({ toMs }) => toMs);
    const begins = existing.filter(({ fromMs }) => fromMs > atMs).map(({ fromMs }) => fromMs);
    const range = { fromMs: Math.max(beginMs, ...ends), toMs: Math.min(beginMs + spanMs, ...begins) };
    missing.push(range);
    atMs = range.toMs;
  }
  return missing;
}

/**
 * `occupied`: rows of that time are in the default partition already, and stay there. `busy`: the table was in use for
 * too long, or another process is making the same one.
 */
export type Made = 'made' | 'occupied' | 'busy';

/** Attaching locks the default partition alone against use; rows for other partitions go on being written. */
export async function makePartition(db: Db, table: PartitionedTable, range: Range): Promise<Made> {
  const { name, storage, isAppendOnly } = table;
  const child = `${name}_${nameOf(range.fromMs)}`;
  const from = firstIdOf(new Date(range.fromMs));
  const to = firstIdOf(new Date(range.toMs));
  const statements = [
    `create table ${child} (like ${name} including all) ${storage ? `with (${storage})` : ''}`,
    ...(isAppendOnly
      ? [
          `create trigger ${name}_append_only before update or delete or truncate on ${child}
             for each statement execute function refuse_change()`,
        ]
      : []),
    `alter table ${name} attach partition ${child} for values from ('${from}') to ('${to}')`,
  ];
  try {
    await db.query(block(statements));
    return 'made';
  } catch (error) {
    if (codeOf(error) === CHECK_VIOLATION) return 'occupied';
    if (isInUse(error)) return 'busy';
    throw error;
  }
}

/** The beginning of a partition, to the minute: 202611170930. */
function nameOf(fromMs: number): string {
  return new Date(fromMs).toISOString().replace(/\D/g, '').slice(0, 12);
}

export type Removal = {
  readonly tables: readonly PartitionedTable[];
  /** One of each table, for the same time. */
  readonly partitions: readonly string[];
  /** SQL, checked with the tables locked: where it is true, nothing is removed. */
  readonly unless?: string;
  /** A statement to run before, in the same transaction. */
  readonly before?: string;
};

/**
 * Drops partitions with all their rows, in one step. The tables are locked for the time that `unless` and `before` take;
 * the files are deleted after the locks are given back. Returns whether they are gone.
 */
export async function dropPartitions(db: Db, removal: Removal): Promise<boolean> {
  const { tables, partitions, unless = 'false', before } = removal;
  // The tables themselves first: who waits for a lock on one holds none on its partitions.
  const statements = [
    `lock table ${tables.map(({ name }) => `only ${name}`).join(', ')} in access exclusive mode`,
    `if not (${unless}) then ${before ? `${before};` : ''} drop table ${partitions.join(', ')}; end if`,
  ];
  try {
    await db.query(block(statements));
  } catch (error) {
    if (isInUse(error)) return false;
    throw error;
  }
  const left = await db.query(
    'select 1 from unnest($1::text[]) as name where to_regclass(name) is not null',
    [partitions],
  );
  return left.length === 0;
}

/** One statement, and so one transaction. Everything in it is made here: names and ids, never text from outside. */
function block(statements: readonly string[]): string {
  return `do $block$ begin
    perform set_config('lock_timeout', '${LOCK_WITHIN}', true);
    ${statements.map((sql) => `${sql};`).join('\n')}
  end $block$`;
}

const CHECK_VIOLATION = '23514';
/** Deadlock; made or dropped by another process at the same time: duplicate or unknown table or type, overlapping partitions. */
const IN_USE = new Set(['40P01', '42P07', '42710', '42P01', '42P17', '23505', 'XX000']);

function isInUse(error: unknown): boolean {
  return error instanceof Busy || IN_USE.has(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}
