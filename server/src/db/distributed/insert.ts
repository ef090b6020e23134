import { type Row, statement } from '../pool.ts';
import type { Tx } from '../transaction.ts';
import type { RowColumn } from '../wire/row-type.ts';

/** Statements of up to this many rows are prepared; each number of rows is one of its own. */
const MAX_PREPARED_ROWS = 8;

export type RoutedInsert<T> = {
  readonly table: string;
  /** The first is the column that the table is distributed by. */
  readonly columns: readonly RowColumn<T>[];
  /** What follows the values: `on conflict …`, `returning …`. */
  readonly ending?: string;
};

/**
 * Rows of one account as `insert … values` with the account as a plain parameter: the one form that a distributed
 * database sends to the account's node as it is. From `unnest` it would read the rows first and copy them there.
 */
export async function insertRouted<T>(tx: Tx, insert: RoutedInsert<T>, rows: readonly T[]): Promise<Row[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { table, columns, ending = '' } = insert;
  const [key, ...others] = columns as [RowColumn<T>, ...RowColumn<T>[]];
  const values: unknown[] = [key.of(first)];
  const tuples = rows.map((row) => {
    const places = others.map((column) => {
      values.push(storedValue(column, row));
      return `$${values.length}::${column.type}`;
    });
    return `($1::${key.type}, ${places.join(', ')})`;
  });
  const names = columns.map(({ name }) => name).join(', ');
  const text = `insert into ${table} (${names}) values ${tuples.join(', ')} ${ending}`;
  const isPrepared = rows.length <= MAX_PREPARED_ROWS;
  return tx.query(isPrepared ? statement(`routed.${table}.${rows.length}`, text) : text, values);
}

function storedValue<T>({ type, of }: RowColumn<T>, row: T): unknown {
  const value = of(row) ?? null;
  return type === 'json' && value !== null ? JSON.stringify(value) : value;
}
