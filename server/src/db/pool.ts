import pg from 'pg';
import { SECOND_MS } from '../kit/clock.ts';
import { type Bounds, connectionOptions, ORDINARY, PATIENT, pooledOptions } from './bounds.ts';
import { accountIn, Busy, Seats } from './seats.ts';
import { Sockets } from './sockets.ts';
import { instantFromText, shownInstant } from './wire/instant-text.ts';

/** A statement prepared once per connection, except through a pooler. Named, so PostgreSQL parses and plans it once. */
export type Statement = { readonly name: string; readonly text: string; readonly isShown?: true };

export function statement(name: string, text: string): Statement {
  return { name, text };
}

/**
 * For long lists that are shown and not computed with: each row is an array in the order of its columns, instants are
 * ISO 8601 texts, whole numbers are numbers. Reading a row costs half.
 */
export function shown(name: string, text: string): Statement {
  return { name, text, isShown: true };
}

export type Row = Record<string, unknown>;

/** A connection in use, and the seat it is counted on. */
export type Held = { readonly client: pg.PoolClient; release(broken?: Error): void };

export type OwnClient = {
  readonly client: pg.Client;
  /** Closes it without a message to the server, which may never read one. */
  destroy(): void;
};

/** Runs single statements, each its own transaction. Not assignable to `Tx`. */
export type Db = {
  readonly kind: 'db';
  /** Accounts live on several nodes (decision 0039): hot statements name one account as a plain parameter. */
  readonly isDistributed: boolean;
  /** Each transaction may run on another connection to the server (decision 0041): statements have no names. */
  readonly isPooled: boolean;
  query<R extends object = Row>(sql: Statement | string, values?: readonly unknown[]): Promise<R[]>;
  /** The same connections; all that is done through it counts for this account. */
  of(account: string): Db;
  /** A few other connections with long bounds, for what reads or folds a whole history. */
  readonly patient: Db;
  /** A connection for a transaction, counted for the account whose values its first statement has. */
  hold(values: readonly unknown[]): Promise<Held>;
  /** A connection to the server itself, outside the pool and its shares, not yet opened. It is ended with the others. */
  ownClient(bounds?: Partial<Bounds>): OwnClient;
  /** Opens a connection as the pool does, and closes it: a pooler may be gone while the server is there. */
  tryToConnect(): Promise<void>;
  /** The server was silent and answers again: connections from before are dropped, also those that wait for a reply. */
  renew(): void;
  readonly pool: pg.Pool;
  readonly seats: Seats;
  close(): Promise<void>;
};

/** No reply, or the server closed the connection: the effect of a statement outside a transaction is unknown. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause });
  }
}

/** The address leads to a standby, as it may for a moment around a failover. What it reads may be old. */
export class NotPrimary extends Error {
  constructor() {
    super('the server of the database is a standby');
  }
}

export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby !== false) throw new NotPrimary();
}

/** SQLSTATEs that end a connection: 08 connection exception, 57P operator intervention, 25P0x idle or long transaction. */
const CLOSING = /^(08|57P|25P0[34])/;
/** The server takes no writes: it is a standby by now, or was closed for them. Another connection may find the leader. */
const READ_ONLY = '25006';
/** A lock, or the end of the statement, did not come within its bound. */
const OUT_OF_TIME = new Set(['55P03', '57014']);

/** Errors of the server are returned unchanged; any other error means that the connection broke. */
export function asQueryError(error: unknown): unknown {
  if (error instanceof Busy) return error;
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : null;
  if (isFarewell(error)) return new ConnectionLost(error);
  if (code === null || code === READ_ONLY || CLOSING.test(code)) return new ConnectionLost(error);
  return OUT_OF_TIME.has(code) ? new Busy((error as Error).message, error) : error;
}

/** Citus's own words, under a code that says nothing: its server was killed; the piece of a table has just moved. */
const GONE = /^(postmaster was shut down, exiting$|could not find valid entry for shard )/;

/** Whatever its code. */
function isFarewell(error: unknown): boolean {
  const { severity, message } = error as pg.DatabaseError;
  return severity === 'FATAL' || severity === 'PANIC' || GONE.test(message);
}

/** In the words of `pg`: a statement had no reply within the client's own bound. */
const NO_REPLY = 'Query read timeout';

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

const shownParsers = new Map<number, Parser>([
  [INT8, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, shownInstant],
]);

const typesBy = (own: Map<number, Parser>): pg.CustomTypesConfig => ({
  getTypeParser(oid, format) {
    const known = own.get(oid);
    if (known) return known;
    const parser: Parser = pg.types.getTypeParser(oid, format as 'text');
    own.set(oid, parser);
    return parser;
  },
});

const types = typesBy(parsers);
const SHOWN = { rowMode: 'array', types: typesBy(shownParsers) };

export type DbOptions = {
  connectionString: string;
  connections: number;
  bounds?: Bounds;
  isDistributed?: boolean;
  /** `connectionString` leads to a pooler in transaction mode, this one to the server itself. */
  directConnectionString?: string | undefined;
  /** Refuses a connection by throwing. Default: only the primary is good. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
  onError?: (error: Error) => void;
};

const PATIENT_CONNECTIONS = 2;
const MAX_WAITING = 4_000;
const MAX_WAIT_MS = 5 * SECOND_MS;

export function openDb(options: DbOptions): Db {
  return new PooledDb(options);
}

class PooledDb implements Db {
  readonly kind = 'db';
  readonly isDistributed: boolean;
  readonly isPooled: boolean;
  readonly seats: Seats;
  readonly #options: DbOptions;
  readonly #bounds: Bounds;
  readonly #sockets = new Sockets();
  readonly #own = new Set<Sockets>();
  #pool: pg.Pool;
  #patient: Db | null = null;
  #isClosing = false;
  readonly query: Db['query'] = (sql, values = []) => this.#queryFor(accountIn(values), sql, values);

  constructor(options: DbOptions) {
    this.#options = options;
    this.isDistributed = options.isDistributed ?? false;
    this.isPooled = options.directConnectionString !== undefined;
    this.#bounds = options.bounds ?? ORDINARY;
    this.#pool = this.#openPool();
    this.seats = new Seats({ seats: options.connections, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS });
  }

  get pool(): pg.Pool {
    return this.#pool;
  }

  get patient(): Db {
    this.#patient ??= openDb({
      ...this.#options,
      connectionString: this.#direct,
      directConnectionString: undefined,
      connections: PATIENT_CONNECTIONS,
      bounds: PATIENT,
    });
    return this.#patient;
  }

  get #direct(): string {
    return this.#options.directConnectionString ?? this.#options.connectionString;
  }

  of(account: string): Db {
    const whole = this;
    return {
      kind: this.kind,
      isDistributed: this.isDistributed,
      isPooled: this.isPooled,
      seats: this.seats,
      query: (sql, values = []) => this.#queryFor(account, sql, values),
      hold: () => this.#holdFor(account),
      of: (other) => this.of(other),
      ownClient: (bounds) => this.ownClient(bounds),
      tryToConnect: () => this.tryToConnect(),
      renew: () => this.renew(),
      close: () => this.close(),
      get patient() {
        return whole.patient;
      },
      get pool() {
        return whole.pool;
      },
    };
  }

  hold(values: readonly unknown[]): Promise<Held> {
    return this.#holdFor(accountIn(values));
  }

  ownClient(bounds: Partial<Bounds> = {}): OwnClient {
    return this.#openClient(
      connectionOptions(this.#direct, { ...this.#bounds, ...bounds }, this.isDistributed),
    );
  }

  #openClient(options: pg.ClientConfig): OwnClient {
    const sockets = new Sockets();
    const client = new pg.Client({ ...options, stream: sockets.add });
    this.#own.add(sockets);
    client.once('end', () => this.#own.delete(sockets));
    return { client, destroy: () => sockets.destroy() };
  }

  async tryToConnect(): Promise<void> {
    const { client, destroy } = this.#openClient(this.#poolOptions);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
    } finally {
      destroy();
    }
  }

  get #poolOptions(): pg.ClientConfig {
    const { connectionString } = this.#options;
    return this.isPooled
      ? pooledOptions(connectionString, this.#bounds)
      : connectionOptions(connectionString, this.#bounds, this.isDistributed);
  }

  renew(): void {
    this.#replacePool();
    this.#sockets.destroy();
    this.#patient?.renew();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const sockets of this.#own) sockets.destroy();
    await Promise.all([this.#pool.end(), this.#patient?.close()]);
  }

  /** No turn of the event loop between the call and the pool where a seat is free: batches count on that. */
  #queryFor<R extends object>(
    account: string | null,
    sql: Statement | string,
    values: readonly unknown[],
  ): Promise<R[]> {
    return this.seats.take(account)
      ? this.#run(account, sql, values)
      : this.seats.wait(account).then(() => this.#run(account, sql, values));
  }

  async #run<R extends object>(
    account: string | null,
    sql: Statement | string,
    values: readonly unknown[],
  ): Promise<R[]> {
    try {
      return (await this.#pool.query<R>(queryConfig(this, sql, values))).rows;
    } catch (error) {
      throw this.#understood(error);
    } finally {
      this.seats.give(account);
    }
  }

  async #holdFor(account: string | null): Promise<Held> {
    if (!this.seats.take(account)) await this.seats.wait(account);
    try {
      const client = await this.#pool.connect();
      return {
        client,
        release: (broken) => {
          client.release(broken);
          this.seats.give(account);
          if (broken instanceof ConnectionLost) this.#noticeSilence(broken.cause);
        },
      };
    } catch (error) {
      this.seats.give(account);
      // No statement was sent: whatever refused the connection, another try may get one.
      throw error instanceof pg.DatabaseError ? new ConnectionLost(error) : this.#understood(error);
    }
  }

  #understood(error: unknown): unknown {
    this.#noticeSilence(error);
    return asQueryError(error);
  }

  /** A connection that died without a sign is rarely alone: those that lie idle are dropped with it. */
  #noticeSilence(error: unknown): void {
    if ((error as Error | null)?.message === NO_REPLY && !this.#isClosing) this.#replacePool();
  }

  #replacePool(): void {
    const old = this.#pool;
    this.#pool = this.#openPool();
    old.end().catch(() => undefined);
  }

  #openPool(): pg.Pool {
    const { connections, onConnect = requirePrimary, onError } = this.#options;
    const pool = new pg.Pool({
      ...this.#poolOptions,
      stream: this.#sockets.add,
      max: connections,
      types,
      onConnect,
      idleTimeoutMillis: 60 * SECOND_MS,
    });
    pool.on('error', (error) => {
      if (!this.#isClosing) onError?.(error);
    });
    return pool;
  }
}

/** Through a pooler without its name: the next transaction may be on a connection where nothing was prepared. */
export function queryConfig(
  { isPooled }: Pick<Db, 'isPooled'>,
  sql: Statement | string,
  values: readonly unknown[],
): pg.QueryConfig {
  const own = values as unknown[];
  if (typeof sql === 'string') return { values: own, text: sql };
  const config = { values: own, text: sql.text, ...(isPooled ? {} : { name: sql.name }) };
  return sql.isShown ? { ...config, ...SHOWN } : config;
}
