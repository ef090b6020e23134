import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { type RowShape, readRows } from './row-reader.ts';
import { oidOf } from './row-type.ts';

/**
 * Rows as PostgreSQL keeps them. `pg` has them sent as text, makes a string of every column and reads each again, which
 * was a fifth of what it cost the server to show a charge. It can ask for bytes and cannot take them, so the messages
 * of such rows are taken out on their way to it.
 */
export class RawRowsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const connection = this.connection as unknown as AttachedConnection;
    const attach = connection.attachListeners.bind(connection);
    // Called when the stream speaks PostgreSQL's protocol, after an upgrade to TLS if there is one.
    connection.attachListeners = (stream) => {
      const sorter = new MessageSorter();
      sorters.set(connection, sorter);
      stream.on('data', (chunk: Buffer) => sorter.take(chunk));
      stream.on('end', () => sorter.emit('end'));
      attach(sorter);
    };
  }
}

type AttachedConnection = { attachListeners(stream: Pick<Readable, 'on'> | EventEmitter): void };

const sorters = new WeakMap<object, MessageSorter>();

const HEADER_LENGTH = 5;
const DATA_ROW = 'D'.charCodeAt(0);
const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/** Passes on whole messages as `data`, but the rows of a statement that has asked for them. */
class MessageSorter extends EventEmitter {
  #rows: Buffer[] | null = null;
  #begun: Buffer[] = [];
  #begunLength = 0;
  #wholeLength = 0;

  /** Until the statement that is about to be sent has ended. */
  takeRowsInto(rows: Buffer[]): void {
    this.#rows = rows;
  }

  take(chunk: Buffer): void {
    this.#begun.push(chunk);
    this.#begunLength += chunk.length;
    if (this.#begunLength < this.#wholeLength) return;
    const bytes = this.#begun.length === 1 ? chunk : Buffer.concat(this.#begun);
    const sorted = this.#sort(bytes);
    this.#begun = sorted === bytes.length ? [] : [bytes.subarray(sorted)];
    this.#begunLength = bytes.length - sorted;
  }

  /** Returns where the first message begins that is not whole. */
  #sort(bytes: Buffer): number {
    let sorted = 0;
    let at = 0;
    let rows: Buffer[] | null = null;
    this.#wholeLength = 0;
    while (at + HEADER_LENGTH <= bytes.length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        this.#wholeLength = end - at;
        break;
      }
      const code = bytes[at];
      const into = code === DATA_ROW ? this.#rows : null;
      if (into !== rows) {
        this.#pass(bytes.subarray(sorted, at), rows);
        sorted = at;
        rows = into;
      }
      // Before it is passed on: whoever hears it may send the next statement at once.
      if (code === READY_FOR_QUERY) this.#rows = null;
      at = end;
    }
    this.#pass(bytes.subarray(sorted, at), rows);
    return at;
  }

  #pass(messages: Buffer, rows: Buffer[] | null): void {
    if (messages.length === 0) return;
    if (rows) rows.push(messages);
    else this.emit('data', messages);
  }
}

type Ask = (query: pg.Query) => Promise<Pick<pg.QueryResult, 'fields'>>;

/** A pool promises an answer to a query of our own making, a client only calls back. */
export function answerTo(client: pg.ClientBase, query: pg.Query): ReturnType<Ask> {
  return new Promise((resolve, reject) => {
    query.on('end', resolve);
    query.on('error', reject);
    client.query(query);
  });
}

/** Asks for rows in bytes, and reads them when all have come. */
export async function readRaw<T>(config: pg.QueryConfig, shape: RowShape<T>, ask: Ask): Promise<T[]> {
  const messages: Buffer[] = [];
  const query = new pg.Query({ ...config, binary: true } as pg.QueryConfig);
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    const sorter = sorters.get(connection);
    if (!sorter) return new TypeError('a connection of RawRowsClient takes rows as bytes, others do not');
    sorter.takeRowsInto(messages);
    return submit(connection);
  };
  const { fields } = await ask(query);
  const isAsExpected =
    fields.length === shape.columns.length &&
    fields.every((field, index) => field.dataTypeID === oidOf(shape.columns[index]));
  if (!isAsExpected) throw new TypeError(`the columns of ${config.name} are not of the types that are read`);
  return messages.flatMap((run) => readRows(shape, run));
}
