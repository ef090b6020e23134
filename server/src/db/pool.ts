import pg from 'pg';
import { instantFromText } from './wire/instant-text.ts';

/** A statement prepared once per connection. Hot SQL is named, so PostgreSQL parses and plans it once. */
export type Statement = { readonly name: string; readonly text: string };

export function statement(name: string, text: string): Statement {
  return { name, text };
}

export type Row = Record<string, unknown>;

/** Runs single statements, each its own transaction. Not assignable to `Tx`. */
export type Db = {
  readonly kind: 'db';
  query<R extends object = Row>(sql: Statement | string, values?: readonly unknown[]): Promise<R[]>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
};

/** No reply, or the server closed the connection: the effect of a statement outside a transaction is unknown. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause });
  }
}

/** Classes of SQLSTATE that end a connection: 08 connection exception, 57P operator intervention. */
const CLOSING = /^(08|57P)/;

/** Errors of the server are returned unchanged; any other error means that the connection broke. */
export function asQueryError(error: unknown): unknown {
  const isRefusal = error instanceof pg.DatabaseError && !CLOSING.test(error.code ?? '');
  return isRefusal ? error : new ConnectionLost(error);
}

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

type Parser = (text: string) => unknown;

/** bigint columns become bigints, dates stay strings. A map: pg looks a parser up for each column of a result. */
const parsers = new Map<number, Parser>([
  [INT8, BigInt],
  [DATE, (text) => text],
  [TIMESTAMPTZ, instantFromText],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const known = parsers.get(oid);
    if (known) return known;
    const parser: Parser = pg.types.getTypeParser(oid, format as 'text');
    parsers.set(oid, parser);
    return parser;
  },
};

// Without it PostgreSQL replans statements over unnest($1) at each call, and planning costs more than running them.
const SESSION = '-c plan_cache_mode=force_generic_plan';

export type DbOptions = { connectionString: string; connections: number; onError?: (error: Error) => void };

export function openDb({ connectionString, connections, onError }: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'guiche',
    options: SESSION,
  });
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) onError?.(error);
  });
  return {
    kind: 'db',
    pool,
    async query<R extends object>(sql: Statement | string, values: readonly unknown[] = []) {
      try {
        return (await pool.query<R>(queryConfig(sql, values))).rows;
      } catch (error) {
        throw asQueryError(error);
      }
    },
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

export function queryConfig(sql: Statement | string, values: readonly unknown[]): pg.QueryConfig {
  const own = values as unknown[];
  return typeof sql === 'string'
    ? { values: own, text: sql }
    : { values: own, name: sql.name, text: sql.text };
}
