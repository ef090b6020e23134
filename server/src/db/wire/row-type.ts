/**
 * Rows as one parameter: an array of a composite type, written as PostgreSQL itself keeps values. JSON was read twice,
 * and was a quarter of the database's cost of a new charge; unnest over one array per column costs even more.
 *
 * A type is made by a migration and never changes, because the previous version still sends it: more columns are a
 * new type. `db/wire/row-type.test.ts` holds each against the database.
 */
export type RowType<T> = { readonly name: string; readonly columns: readonly RowColumn<T>[] };

export type RowColumn<T> = {
  readonly name: string;
  readonly type: ColumnType;
  /** The value of the column; undefined is written as null. Checked against the type when it is written. */
  of(item: T): unknown;
};

export type ColumnType = keyof typeof TYPES;

/** All row types, for the test that compares them with the database. */
export const rowTypes: RowType<never>[] = [];

export function rowType<T>(name: string, columns: readonly RowColumn<T>[]): RowType<T> {
  const type = { name, columns };
  rowTypes.push(type);
  return type;
}

/** For items that name their fields as the columns are named. */
export function sameNames<N extends string>(
  types: Readonly<Record<N, ColumnType>>,
): RowColumn<Readonly<Partial<Record<N, unknown>>>>[] {
  const named = Object.entries(types) as [N, ColumnType][];
  return named.map(([name, type]) => ({ name, type, of: (item) => item[name] }));
}

/** The SQL for the rows of a parameter. */
export function rowset({ name }: RowType<never>, parameter: number, alias: string): string {
  return `unnest($${parameter}::${name}[]) as ${alias}`;
}

/** The parameter's value. */
export function rowsOf<T>({ columns }: RowType<T>, items: readonly T[]): Buffer {
  const out = startMessage();
  startArray(out, items.length, ROWS_OWN_TYPE);
  for (const item of items) {
    const row = out.open();
    out.int32(columns.length);
    for (const { name, type, of } of columns) {
      const { oid, write } = TYPES[type];
      const value = of(item);
      out.int32(oid);
      if (value === null || value === undefined) {
        out.int32(NULL_LENGTH);
        continue;
      }
      const field = out.open();
      // Without the value: it may be a payer's, and this ends in a log.
      if (!write(out, value)) throw new TypeError(`column ${name} takes ${type}, not this ${typeof value}`);
      out.close(field);
    }
    out.close(row);
  }
  return out.copy();
}

/** An array of ids as a parameter: as text, each would be quoted, escaped and read again. */
export function uuidsOf(ids: readonly string[]): Buffer {
  const out = startMessage();
  startArray(out, ids.length, TYPES.uuid.oid);
  for (const id of ids) {
    out.int32(UUID_LENGTH);
    if (!out.uuid(id)) throw new TypeError('an array of ids takes nothing else');
  }
  return out.copy();
}

function startArray(out: Message, length: number, elementOid: number): void {
  out.int32(length === 0 ? 0 : DIMENSIONS);
  out.int32(NO_NULL_ELEMENTS);
  out.int32(elementOid);
  if (length === 0) return;
  out.int32(length);
  out.int32(FIRST_INDEX);
}

const DIMENSIONS = 1;
const NO_NULL_ELEMENTS = 0;
/** The element's type: a type of our own has another number in each database, so PostgreSQL takes the declared one. */
const ROWS_OWN_TYPE = 0;
const FIRST_INDEX = 1;
const NULL_LENGTH = -1;

/** The number PostgreSQL has for each type in every database, and how a value is written. False: it is none. */
const TYPES = {
  boolean: { oid: 16, write: (out, value) => typeof value === 'boolean' && out.int8(Number(value)) },
  bytea: { oid: 17, write: (out, value) => value instanceof Uint8Array && out.raw(value) },
  bigint: { oid: 20, write: (out, value) => isInt64(value) && out.int64(BigInt(value)) },
  integer: { oid: 23, write: (out, value) => isInt32(value) && out.int32(value) },
  text: { oid: 25, write: (out, value) => typeof value === 'string' && out.text(value) },
  json: { oid: 114, write: (out, value) => typeof value === 'object' && out.text(JSON.stringify(value)) },
  timestamptz: {
    oid: 1184,
    write: (out, value) => value instanceof Date && isInstant(value) && out.instant(value),
  },
  uuid: { oid: 2950, write: (out, value) => typeof value === 'string' && out.uuid(value) },
} as const satisfies Record<string, { oid: number; write(out: Message, value: unknown): boolean }>;

function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value;
}

function isInt64(value: unknown): value is number | bigint {
  return typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
}

function isInstant(value: Date): boolean {
  return !Number.isNaN(value.getTime());
}

const INITIAL_LENGTH = 64 * 1024;
const MAX_KEPT_LENGTH = 1024 * 1024;
const MAX_BYTES_PER_UNIT = 3;
/** Longer texts, and those beyond ASCII, are worth the call into Node's own encoder. */
const SHORT_TEXT = 64;
const ASCII_END = 0x80;
/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS = 1_000;
const WORD = 2 ** 32;
const UUID_LENGTH = 16;
const UUID_TEXT_LENGTH = 36;
const DASH = 0x2d;
const NO_DIGIT = 0x10;
const HEX_DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});

/** Bytes in network order, one value after the other. */
class Message {
  #bytes: Buffer = Buffer.alloc(INITIAL_LENGTH);
  // Numbers are written through a view: the compiler turns that into a store, and a call of Buffer's into a call.
  #view = viewOf(this.#bytes);
  #length = 0;

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MAX_KEPT_LENGTH) this.#use(Buffer.alloc(INITIAL_LENGTH));
  }

  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  int8(value: number): true {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return true;
  }

  int32(value: number): true {
    this.#reserve(4);
    this.#view.setInt32(this.#length, value);
    this.#length += 4;
    return true;
  }

  int64(value: bigint): true {
    this.#reserve(8);
    this.#view.setBigInt64(this.#length, value);
    this.#length += 8;
    return true;
  }

  instant(value: Date): true {
    const microseconds = (value.getTime() - EPOCH_MS) * MICROSECONDS;
    this.int32(Math.floor(microseconds / WORD));
    return this.int32(microseconds | 0);
  }

  raw(value: Uint8Array): true {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return true;
  }

  text(value: string): true {
    this.#reserve(value.length * MAX_BYTES_PER_UNIT);
    const written = this.#shortAscii(value);
    this.#length += written ? value.length : this.#bytes.write(value, this.#length, 'utf8');
    return true;
  }

  #shortAscii(value: string): boolean {
    if (value.length > SHORT_TEXT) return false;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code >= ASCII_END) return false;
      this.#bytes[this.#length + index] = code;
    }
    return true;
  }

  uuid(value: string): boolean {
    if (value.length !== UUID_TEXT_LENGTH) return false;
    this.#reserve(UUID_LENGTH);
    let at = 0;
    let fault = 0;
    for (let byte = 0; byte < UUID_LENGTH; byte++) {
      if (byte === 4 || byte === 6 || byte === 8 || byte === 10) {
        fault |= value.charCodeAt(at++) ^ DASH;
      }
      const high = HEX_DIGITS[value.charCodeAt(at++)] ?? NO_DIGIT;
      const low = HEX_DIGITS[value.charCodeAt(at++)] ?? NO_DIGIT;
      fault |= (high | low) & NO_DIGIT;
      this.#bytes[this.#length++] = (high << 4) | low;
    }
    return fault === 0;
  }

  /** Leaves room for a length, which is filled in after the content. */
  open(): number {
    this.int32(0);
    return this.#length;
  }

  close(start: number): void {
    this.#view.setInt32(start - 4, this.#length - start);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const longer = Buffer.alloc(2 * (this.#length + more));
    this.#bytes.copy(longer, 0, 0, this.#length);
    this.#use(longer);
  }

  #use(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** One reused buffer: a message is written synchronously and returned as a copy. */
const message = new Message();

function startMessage(): Message {
  message.clear();
  return message;
}
