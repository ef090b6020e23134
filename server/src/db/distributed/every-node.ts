import pg from 'pg';
import { assert } from '../../kit/errors.ts';
import { ConnectionLost, type Db, type Row, type Statement } from '../pool.ts';

export type Question<R> = {
  /** The table that it reads, wherever the statement names it after `from`. */
  readonly table: string;
  readonly sql: Statement;
  readonly values: readonly unknown[];
  /** A row as JSON has it. */
  read(row: Row): R;
};

/**
 * Looks for work of all accounts. A node that is away would keep the work of every account from being found: the others
 * are then asked piece by piece. The order of the rows holds for each piece only.
 */
export async function askEveryNode<R extends object>(db: Db, question: Question<R>): Promise<R[]> {
  try {
    return await db.query<R>(question.sql, question.values);
  } catch (error) {
    if (!db.isDistributed || !(error instanceof ConnectionLost)) throw error;
    return askReachable(db, question);
  }
}

async function askReachable<R>(db: Db, question: Question<R>): Promise<R[]> {
  const pieces = await db.query<{ rows: Row[] }>(
    'select result::json as rows from run_command_on_shards($1::regclass, $2) where success',
    [question.table, commandOf(question)],
  );
  return pieces.flatMap(({ rows }) => rows.map((row) => question.read(row)));
}

/** For `format`, which puts the name of each piece where %1$s is. */
export function commandOf({ table, sql, values }: Omit<Question<unknown>, 'read'>): string {
  const text = sql.text.replace(/\$(\d+)/g, (_, number) => literalOf(values[Number(number) - 1]));
  const named = text.replaceAll('%', '%%').replace(new RegExp(`\\bfrom ${table}\\b`, 'g'), 'from %1$s');
  return `select coalesce(json_agg(piece), '[]') from (${named}) as piece`;
}

function literalOf(value: unknown): string {
  if (value instanceof Date) return `timestamptz '${value.toISOString()}'`;
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? `'{}'` : `array[${value.map(literalOf).join(', ')}]`;
  }
  assert(typeof value === 'string', 'looking for work needs times, numbers and texts');
  return pg.escapeLiteral(value);
}
