import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { monotonicMs, SECOND_MS } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { type Bounds, ORDINARY } from './bounds.ts';
import { Pages } from './pages.ts';
import { ConnectionLost, type Db, statement } from './pool.ts';
import { Busy } from './seats.ts';
import { isConflict } from './transaction.ts';

/** Shorter than for the primary: what a standby does not answer soon, the primary is asked. */
export const STANDBY_BOUNDS: Bounds = {
  ...ORDINARY,
  statementMs: 3 * SECOND_MS,
  replyMs: 4 * SECOND_MS,
  connectMs: SECOND_MS,
};

/** The address leads to a server that takes writes: what it has need not be what the primary has. */
class NotStandby extends Error {
  constructor() {
    super('the server of DATABASE_READ_URL is no standby');
  }
}

export async function requireStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby !== true) throw new NotStandby();
}

const MEASURE_EVERY_MS = 500;
/** More accounts than this are not remembered one by one. */
const MAX_WRITERS = 50_000;
const MAX_SAMPLES = 1_000;

/** A position in the log of the primary that was reached when it was asked, which was after `atMs`. */
type Sample = { readonly lsn: bigint; readonly atMs: number };

export type ReadsParts = {
  readonly db: Db;
  readonly standby: Db | null;
  readonly maxLagMs: number;
  readonly log: Log;
};

/**
 * Where lists and figures are read: a standby that is known to have everything up to a moment at most `maxLagMs` ago, and
 * for an account that wrote something through this process, everything since. Otherwise the primary. Never used by what
 * decides about money: that reads under locks.
 */
export class Reads {
  readonly #parts: ReadsParts;
  readonly #lag: StandbyLag;
  readonly #standby: { readonly db: Db; readonly pages: Pages } | null;
  readonly #writtenMs = new Map<string, number>();
  /** Everyone counts as having written then. */
  #allWrittenMs = Number.NEGATIVE_INFINITY;
  #isUsed: boolean | null = null;
  readonly #startedMs = monotonicMs();
  readonly #counts = { standby: 0, primary: 0, fallback: 0 };

  constructor(parts: ReadsParts) {
    this.#parts = parts;
    this.#lag = new StandbyLag(parts);
    this.#standby = parts.standby && { db: parts.standby, pages: new Pages(parts.standby) };
  }

  /** These accounts changed something just now: they read the primary until the standby has it. */
  wrote(accounts: Iterable<string>): void {
    if (!this.#parts.standby) return;
    const now = monotonicMs();
    for (const account of accounts) this.#writtenMs.set(account, now);
    if (this.#writtenMs.size <= MAX_WRITERS) return;
    this.#allWrittenMs = now;
    this.#writtenMs.clear();
  }

  /** Runs a read of one account, which may run twice: where the standby fails in the middle, on the primary. */
  async read<D extends { readonly db: Db; readonly pages: Pages }, T>(
    deps: D,
    account: string,
    read: (deps: D) => Promise<T>,
  ): Promise<T> {
    const standby = this.#standby;
    if (!standby) return read(deps);
    if (!this.#isFreshFor(account)) {
      this.#counts.primary += 1;
      return read(deps);
    }
    try {
      const answer = await read({ ...deps, ...standby });
      this.#counts.standby += 1;
      return answer;
    } catch (error) {
      if (!isOfStandby(error)) throw error;
      if (error instanceof ConnectionLost) this.#lag.startOver();
      this.#counts.fallback += 1;
      return read(deps);
    }
  }

  tasks() {
    if (!this.#parts.standby) return [];
    return [{ name: 'lag of the standby', idleMs: MEASURE_EVERY_MS, run: () => this.#measure() }];
  }

  register(registry: Registry): void {
    if (!this.#parts.standby) return;
    const [lag, counts] = [this.#lag, this.#counts];
    new Gauge({
      name: 'guiche_standby_lag_seconds',
      help: 'How far the standby of DATABASE_READ_URL may be behind at most; +Inf: not known',
      registers: [registry],
      collect() {
        this.set(lag.ageMs() / SECOND_MS);
      },
    });
    new Counter({
      name: 'guiche_reads_total',
      help: 'Lists and figures by where they were read; fallback: the standby failed, and the primary was asked',
      labelNames: ['from'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [from, count] of Object.entries(counts)) this.inc({ from }, count);
      },
    });
  }

  #isFreshFor(account: string): boolean {
    if (this.#lag.ageMs() > this.#parts.maxLagMs) return false;
    const writtenMs = this.#writtenMs.get(account) ?? this.#allWrittenMs;
    return Math.max(writtenMs, this.#allWrittenMs) < this.#lag.completeUntilMs;
  }

  async #measure(): Promise<number> {
    const problem = await this.#lag.measure();
    for (const [account, atMs] of this.#writtenMs) {
      if (atMs < this.#lag.completeUntilMs) this.#writtenMs.delete(account);
    }
    this.#say(problem);
    return 0;
  }

  /** Once when it changes, not at every look; and not before it had the time to be measured. */
  #say(problem: Error | null): void {
    const { maxLagMs, log } = this.#parts;
    const isUsed = this.#lag.ageMs() <= maxLagMs;
    const isNew = this.#isUsed === null && monotonicMs() - this.#startedMs <= maxLagMs;
    if (isUsed === this.#isUsed || (isNew && !isUsed)) return;
    this.#isUsed = isUsed;
    if (isUsed) log.info('lists are read from the standby');
    else
      log.warn(problem ? { err: problem } : {}, 'the standby is too far behind or away: the primary is read');
  }
}

/** Not an answer about the data: the standby went away, was too slow, or had to drop the rows for what it replays. */
function isOfStandby(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof Busy || isConflict(error);
}

const atPrimary = statement(
  'reads.primary_position',
  `select (pg_current_wal_insert_lsn() - '0/0')::bigint as lsn, pg_postmaster_start_time()::text as run`,
);
const atStandby = statement(
  'reads.standby_position',
  `select (pg_last_wal_replay_lsn() - '0/0')::bigint as lsn, pg_postmaster_start_time()::text as run`,
);

type Position = { lsn: bigint | null; run: string };

/**
 * How far behind the standby is, without comparing clocks: the log position of the primary is noted with the moment
 * before it was asked; once the standby has replayed that position, it has everything that was committed before.
 */
class StandbyLag {
  readonly #db: Db;
  readonly #standby: Db | null;
  #samples: Sample[] = [];
  #completeUntilMs = Number.NEGATIVE_INFINITY;
  /** Which run of which two servers the samples are of. */
  #runs = '';
  /** Where the standby was when it was first seen with this primary. */
  #firstLsn = 0n;

  constructor({ db, standby }: ReadsParts) {
    this.#db = db;
    this.#standby = standby;
  }

  /** Everything that was committed before this moment is in the standby. */
  get completeUntilMs(): number {
    return this.#completeUntilMs;
  }

  ageMs(): number {
    return monotonicMs() - this.#completeUntilMs;
  }

  /** The next measure decides whether it is used again. */
  startOver(): void {
    this.#completeUntilMs = Number.NEGATIVE_INFINITY;
    this.#runs = '';
  }

  /** What kept it from being measured; null: nothing. */
  async measure(): Promise<Error | null> {
    try {
      const atMs = monotonicMs();
      const primary = await position(this.#db, atPrimary);
      const standby = this.#standby && (await position(this.#standby, atStandby));
      if (primary.lsn === null || !standby || standby.lsn === null) return null;
      this.#notice(`${primary.run} ${standby.run}`, standby.lsn);
      this.#samples.push({ lsn: primary.lsn, atMs });
      if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
      this.#takeReplayed(standby.lsn);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  /**
   * After a failover the former leader may come back with a log of its own that is as long as the new leader's. It counts
   * only once it was seen to go on: a log that has parted cannot be continued by the new leader.
   */
  #notice(runs: string, lsn: bigint): void {
    if (runs === this.#runs) return;
    this.#runs = runs;
    this.#firstLsn = lsn;
    this.#samples = [];
    this.#completeUntilMs = Number.NEGATIVE_INFINITY;
  }

  #takeReplayed(lsn: bigint): void {
    const isReplayed = (sample: Sample) => sample.lsn <= lsn;
    const newest = this.#samples.findLast(isReplayed);
    if (!newest) return;
    if (lsn > this.#firstLsn) this.#completeUntilMs = newest.atMs;
    this.#samples = this.#samples.filter((sample) => !isReplayed(sample));
  }
}

async function position(db: Db, sql: typeof atPrimary): Promise<Position> {
  const [row] = await db.query<Position>(sql);
  return row ?? { lsn: null, run: '' };
}
