import { assert } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import type { ColumnType, RowColumn } from './wire/row-type.ts';

/** A column of a table: its name, its type, and what a new row holds before anything is set. */
export type Column<T> = {
  readonly name: string;
  readonly type: ColumnType;
  readonly initial?: T;
  /** How a value is stored, when that is not the value itself. */
  store?(value: T): unknown;
};

const of =
  <T>(type: ColumnType) =>
  (name: string): Column<T> => ({ name, type });
/** A column that a new row has a value for. */
type Starting<T> = Column<T> & { readonly initial: T };
const orNull =
  <T>(type: ColumnType) =>
  (name: string): Starting<T | null> => ({ name, type, initial: null });

export const column = {
  uuid: of<string>('uuid'),
  text: of<string>('text'),
  /** A text of which only some values exist. */
  word: <T extends string>(name: string): Column<T> => ({ name, type: 'text' }),
  boolean: of<boolean>('boolean'),
  integer: of<number>('integer'),
  bigint: of<bigint>('bigint'),
  cents: of<Cents>('bigint'),
  instant: of<Date>('timestamptz'),
  starting: <T>(initial: T, one: Column<T>): Starting<T> => ({ ...one, initial }),
  nullable: {
    uuid: orNull<string>('uuid'),
    text: orNull<string>('text'),
    word: <T extends string>(name: string): Starting<T | null> => ({ name, type: 'text', initial: null }),
    integer: orNull<number>('integer'),
    cents: orNull<Cents>('bigint'),
    instant: orNull<Date>('timestamptz'),
    bytes: orNull<Buffer>('bytea'),
    json: <T>(name: string): Starting<T | null> => ({ name, type: 'json', initial: null }),
  },
} as const;

export type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<C> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** What a select lists so that `pg` gives back the fields by their names. */
export function selectList(columns: Columns, alias: string): string {
  return Object.entries(columns)
    .map(([field, { name }]) => `${alias}.${name} as "${field}"`)
    .join(', ');
}

/** Fields of a row type, taken from the part of an item that `rowOf` gives. */
export function rowColumns<R, I>(
  columns: Columns,
  fields: readonly (keyof R & string)[],
  rowOf: (item: I) => R,
): RowColumn<I>[] {
  return fields.map((field) => {
    const one = columns[field];
    assert(one, `${field} is a column`);
    const { name, type } = one;
    if (!one.store) return { name, type, of: (item) => rowOf(item)[field] };
    return { name, type, of: (item) => one.store?.(rowOf(item)[field]) };
  });
}

type Initial<C> = {
  [K in keyof C as C[K] extends { readonly initial: unknown } ? K : never]: C[K] extends Column<infer T>
    ? T
    : never;
};

/**
 * What a new row holds where nothing else is said. It names the other columns too, as undefined: a copy of it has the
 * shape of a whole row, and setting fields of a row that has them costs a fraction of adding them.
 */
export function initialRow<C extends Columns>(columns: C): Initial<C> {
  return Object.fromEntries(
    Object.entries(columns).map(([field, one]) => [field, one.initial]),
  ) as Initial<C>;
}
