import { MINUTE_MS, SECOND_MS } from '../kit/clock.ts';

/** How long anything about a connection may take. The server keeps the first three, this process the others. */
export type Bounds = {
  readonly statementMs: number;
  readonly lockMs: number;
  /** A transaction whose process stands still, or is cut off, gives its locks back after this long. */
  readonly idleInTransactionMs: number;
  /** Longer than a statement may take: what has no reply by then never will, and its connection is dead. */
  readonly replyMs: number;
  readonly connectMs: number;
};

/** For requests and workers. */
export const ORDINARY: Bounds = {
  statementMs: 10 * SECOND_MS,
  lockMs: 3 * SECOND_MS,
  idleInTransactionMs: 5 * SECOND_MS,
  replyMs: 12 * SECOND_MS,
  connectMs: 5 * SECOND_MS,
};

/** For what reads or folds a whole history: audits, statements of a year, upkeep. */
export const PATIENT: Bounds = {
  ...ORDINARY,
  statementMs: 10 * MINUTE_MS,
  lockMs: 10 * SECOND_MS,
  replyMs: 11 * MINUTE_MS,
};

/** Half of what a probe of Kubernetes or a load balancer waits at least. */
export const PROBE_WITHIN_MS = 1_500;

const KEEP_ALIVE_AFTER_MS = 10 * SECOND_MS;
// Without a generic plan PostgreSQL replans statements over unnest($1) at each call, and planning costs more than running
// them. By keepalive the server ends a connection whose process is unreachable within half a minute.
// A distributed database needs the values to find the node: it has no generic plan. Triggers of ours look at one row, or
// refuse a whole statement, and so may be on its tables.
const planning = (isDistributed: boolean): Record<string, string> =>
  isDistributed
    ? { plan_cache_mode: 'auto', 'citus.enable_unsafe_triggers': 'on' }
    : { plan_cache_mode: 'force_generic_plan' };

const KEEP_ALIVE = { tcp_keepalives_idle: '10', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' };

const sessionOptions = (isDistributed: boolean) =>
  Object.entries({ ...planning(isDistributed), ...KEEP_ALIVE })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** What the server must be set to in a connection that statements run on, in its own units. */
export function requiredSettings(bounds: Bounds, isDistributed: boolean): Record<string, string> {
  return {
    ...planning(isDistributed),
    statement_timeout: String(bounds.statementMs),
    lock_timeout: String(bounds.lockMs),
    idle_in_transaction_session_timeout: String(bounds.idleInTransactionMs),
  };
}

/** What every connection to the server itself is opened with. */
export function connectionOptions(connectionString: string, bounds: Bounds, isDistributed: boolean) {
  return {
    ...pooledOptions(connectionString, bounds),
    options: sessionOptions(isDistributed),
    statement_timeout: bounds.statementMs,
    lock_timeout: bounds.lockMs,
    idle_in_transaction_session_timeout: bounds.idleInTransactionMs,
  };
}

/** The same to a pooler: the settings are those of its own connections to the server, which many share. */
export function pooledOptions(connectionString: string, bounds: Bounds) {
  return {
    connectionString,
    application_name: 'guiche',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    query_timeout: bounds.replyMs,
    connectionTimeoutMillis: bounds.connectMs,
  };
}
