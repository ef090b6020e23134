import { uuidText } from '../../kit/uuid-text.ts';
import { type ColumnType, EPOCH_MS, MICROSECONDS, UUID_LENGTH, WORD } from './row-type.ts';

/** What a statement answers: the types of its columns in their order, and how a row of them is read in that order. */
export type RowShape<T> = { readonly columns: readonly ColumnType[]; read(row: RowReader): T };

/** The messages of a statement's rows, as they came, to what its shape makes of each. */
export function readRows<T>({ columns, read }: RowShape<T>, messages: Buffer): T[] {
  const rows: T[] = [];
  const reader = new RowReader(messages);
  while (reader.startRow(columns.length)) rows.push(read(reader));
  return rows;
}

const CODE_AND_LENGTH = 5;
const NULL_LENGTH = -1;
const TRUE = 1;

/** Reads the values of a row one after the other, as `rowsOf` writes them. Each must be of the length of its type. */
export class RowReader {
  readonly #bytes: Buffer;
  // Numbers are read through a view: the compiler turns that into a load, and a call of Buffer's into a call.
  readonly #view: DataView;
  #at = 0;
  #columnsLeft = 0;

  constructor(messages: Buffer) {
    this.#bytes = messages;
    this.#view = new DataView(messages.buffer, messages.byteOffset, messages.byteLength);
  }

  startRow(columns: number): boolean {
    if (this.#columnsLeft !== 0) throw new RangeError(`${this.#columnsLeft} columns of a row were not read`);
    if (this.#at === this.#bytes.length) return false;
    this.#at += CODE_AND_LENGTH;
    const sent = this.#view.getInt16(this.#at);
    if (sent !== columns) throw new RangeError(`a row has ${sent} columns where ${columns} were expected`);
    this.#at += 2;
    this.#columnsLeft = columns;
    return true;
  }

  orNull<K extends ReadableKind>(kind: K): ReturnType<RowReader[K]> | null {
    if (this.#view.getInt32(this.#at) !== NULL_LENGTH) return this[kind]() as ReturnType<RowReader[K]>;
    this.#at += 4;
    this.#columnsLeft -= 1;
    return null;
  }

  boolean(): boolean {
    return this.#bytes[this.#take(1)] === TRUE;
  }

  integer(): number {
    return this.#view.getInt32(this.#take(4));
  }

  bigint(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }

  instant(): Date {
    const at = this.#take(8);
    const microseconds = this.#view.getInt32(at) * WORD + this.#view.getUint32(at + 4);
    return new Date(Math.floor(microseconds / MICROSECONDS) + EPOCH_MS);
  }

  uuid(): string {
    return uuidText(this.#bytes, this.#take(UUID_LENGTH));
  }

  text(): string {
    const length = this.#length();
    const start = this.#take(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  json(): unknown {
    return JSON.parse(this.text());
  }

  /** A copy: what came with it is not kept for as long. */
  bytes(): Buffer {
    const length = this.#length();
    const start = this.#take(length);
    return Buffer.from(this.#bytes.subarray(start, start + length));
  }

  #length(): number {
    return this.#view.getInt32(this.#at);
  }

  /** Where the value stands. */
  #take(length: number): number {
    const sent = this.#length();
    if (sent !== length || sent === NULL_LENGTH)
      throw new RangeError(`a value of ${sent} bytes where ${length} were expected`);
    const start = this.#at + 4;
    this.#at = start + length;
    this.#columnsLeft -= 1;
    return start;
  }
}

type ReadableKind = 'boolean' | 'integer' | 'bigint' | 'instant' | 'uuid' | 'text' | 'json' | 'bytes';
