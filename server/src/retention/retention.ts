import {
  dropPartitions,
  listPartitions,
  makePartition,
  missingRanges,
  type Partition,
  type PartitionedTable,
  type Removal,
} from '../db/partitions.ts';
import type { Db } from '../db/pool.ts';
import type { Rollups } from '../db/rollup.ts';
import {
  EVENT_TABLES,
  eventRemoval,
  type Mark,
  removeOldEvents,
  unfoldedAccounts,
} from '../events/retire.ts';
import type { Task } from '../jobs/loop.ts';
import { type Clock, HOUR_MS, MINUTE_MS, monotonicMs, SECOND_MS, systemMs } from '../kit/clock.ts';
import { firstIdOf } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import { type Lives, spanOf } from './lives.ts';
import { RetentionMetrics } from './metrics.ts';

/** Removes some rows that are old enough; returns how many. */
export type Sweep = { readonly kind: string; run(): Promise<number> };

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly lives: Lives;
  readonly rollups: Rollups;
  /** Of the sums over events. */
  readonly marks: readonly Mark[];
};

/** Tables whose partitions belong together, the clock of their ids, and how long they are kept. */
type Group = { tables: readonly PartitionedTable[]; nowMs: () => number; lifeMs: number };

const AUDIT_TABLES: readonly PartitionedTable[] = [{ name: 'audit_log', isAppendOnly: true }];
const MAX_RUN_EVERY_MS = MINUTE_MS;
const MAX_WALK_EVERY_MS = HOUR_MS;
const RUNS_PER_LIFE = 20;
const ACCOUNTS_PER_RUN = 500;
const REMOVED_PER_RUN = 10_000;
const FOLDED_PER_RUN = 200;
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Makes partitions ahead, drops those that are wholly older than their life, and removes old rows elsewhere. Every round
 * is bounded; several processes may run it at once.
 */
export class Retention {
  readonly metrics = new RetentionMetrics();
  readonly #parts: Parts;
  readonly #events: Group;
  readonly #audit: Group;
  /** Where the walk over the accounts is; null: it is done until the next one begins. */
  #walkedThrough: string | null = BEFORE_EVERY_ID;
  #nextWalkMs = 0;
  #hasStatistics = false;
  #hasMade = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { clock, lives } = parts;
    this.#events = { tables: EVENT_TABLES, nowMs: () => clock.now().getTime(), lifeMs: lives.eventsMs };
    // The ids of the audit log are in real time.
    this.#audit = { tables: AUDIT_TABLES, nowMs: systemMs, lifeMs: lives.auditMs };
  }

  task(sweeps: readonly Sweep[]): Task {
    const shortestMs = Math.min(...Object.values(this.#parts.lives));
    const idleMs = Math.min(MAX_RUN_EVERY_MS, shortestMs / RUNS_PER_LIFE);
    return { name: 'retention', idleMs, run: () => this.run(sweeps) };
  }

  /** Returns how much it removed: after a round with something, the next begins at once. */
  async run(sweeps: readonly Sweep[]): Promise<number> {
    await this.makeAhead().catch((error: unknown) => this.#failed('partitions ahead', error));
    let removed = await this.#dropOld().catch((error: unknown) => this.#failed('old partitions', error));
    removed += await this.#removeOldEvents().catch((error: unknown) => this.#failed('events', error));
    for (const { kind, run } of sweeps) {
      const rows = await run().catch((error: unknown) => this.#failed(kind, error));
      removed += this.#noted(kind, rows);
    }
    await this.#keepStatistics();
    return removed;
  }

  /** Partitions for the present and the span that follows; also for a time to which the clock is about to be moved. */
  async makeAhead(atMs?: number): Promise<void> {
    const { db, log } = this.#parts;
    for (const { tables, nowMs, lifeMs } of [this.#events, this.#audit]) {
      for (const table of tables) {
        const existing = await listPartitions(db, table);
        for (const range of missingRanges(existing, atMs ?? nowMs(), spanOf(lifeMs))) {
          const made = await makePartition(db, table, range);
          const facts = { table: table.name, from: new Date(range.fromMs), to: new Date(range.toMs) };
          if (made === 'busy') log.warn(facts, 'a partition could not be made: the table is in use');
          if (made !== 'made') continue;
          log.info(facts, 'partition made');
          this.metrics.partition(table.name, 'made');
          this.#hasStatistics = false;
          this.#hasMade = true;
        }
      }
    }
  }

  async #dropOld(): Promise<number> {
    let dropped = 0;
    for (const group of [this.#events, this.#audit]) {
      const cutoffMs = group.nowMs() - group.lifeMs;
      const all = await this.#partitionsOf(group);
      const ends = [...new Set(all.map(({ toMs }) => toMs))].sort((a, b) => a - b);
      const old = ends.filter((toMs) => toMs <= cutoffMs);
      let gone = 0;
      for (const end of old) {
        if (
          !(await this.#drop(
            group,
            all.filter(({ toMs }) => toMs === end),
          ))
        )
          break;
        gone += 1;
      }
      this.#noteOldest(
        group,
        all.find(({ toMs }) => toMs === ends[gone]),
      );
      dropped += gone;
    }
    return dropped;
  }

  async #partitionsOf({ tables }: Group): Promise<Partition[]> {
    const lists = await Promise.all(tables.map((table) => listPartitions(this.#parts.db, table)));
    return lists.flat();
  }

  /** The partitions of one time. */
  async #drop(group: Group, together: readonly Partition[]): Promise<boolean> {
    const { db, log } = this.#parts;
    const isGone = await dropPartitions(db, await this.#removalOf(group, together));
    const partitions = together.map(({ name }) => name);
    if (isGone) log.info({ partitions }, 'partitions dropped: older than what is kept');
    else log.warn({ partitions }, 'partitions stay for now: in use, to be sent, or not yet in every sum');
    if (isGone) for (const { name } of group.tables) this.metrics.partition(name, 'dropped');
    return isGone;
  }

  async #removalOf(group: Group, together: readonly Partition[]): Promise<Removal> {
    const { db, marks, rollups } = this.#parts;
    const { tables } = group;
    const partitions = together.map(({ name }) => name);
    if (group !== this.#events) return { tables, partitions };
    const [events, deliveries, attempts] = partitions;
    if (events === undefined || deliveries === undefined || attempts === undefined) {
      // The rest of that time lies in the default partition: first the rows go, then the empty partitions.
      return {
        tables,
        partitions,
        unless: partitions.map((name) => `exists (select 1 from ${name})`).join(' or '),
      };
    }
    await rollups.foldAccounts(await unfoldedAccounts(db.patient, events, marks, FOLDED_PER_RUN));
    return eventRemoval([events, deliveries, attempts], marks, db.isDistributed);
  }

  /** Row by row where partitions hold old and new, or are not there for all tables. Returns how many events it removed. */
  async #removeOldEvents(): Promise<number> {
    const { db, marks } = this.#parts;
    if (this.#walkedThrough === null) {
      if (monotonicMs() < this.#nextWalkMs) return 0;
      this.#walkedThrough = BEFORE_EVERY_ID;
    }
    const before = firstIdOf(new Date(this.#events.nowMs() - this.#events.lifeMs));
    const mixed = await this.#mixedPartitions();
    let removed = 0;
    const accountIds = mixed.length > 0 ? await this.#accountsAfter(this.#walkedThrough) : [];
    for (const accountId of accountIds) {
      let rows = 1;
      while (rows > 0 && removed < REMOVED_PER_RUN) {
        rows = 0;
        for (const partition of mixed) {
          rows += await removeOldEvents(db, partition, marks, { accountId, before });
        }
        removed += rows;
      }
      // The next run goes on with the same account.
      if (rows > 0) return this.#noted('events', removed);
      this.#walkedThrough = accountId;
    }
    if (accountIds.length < ACCOUNTS_PER_RUN) this.#walkedThrough = null;
    if (this.#walkedThrough === null) this.#nextWalkMs = monotonicMs() + this.#walkEveryMs();
    return this.#noted('events', removed);
  }

  #walkEveryMs(): number {
    return Math.min(MAX_WALK_EVERY_MS, this.#events.lifeMs / 10);
  }

  async #mixedPartitions(): Promise<string[]> {
    const all = await this.#partitionsOf(this.#events);
    const isMixed = ({ fromMs, toMs }: Partition) =>
      !Number.isFinite(fromMs) || all.filter((other) => other.toMs === toMs).length < EVENT_TABLES.length;
    const names = all
      .filter((partition) => isEvents(partition) && isMixed(partition))
      .map(({ name }) => name);
    const hasDefault = await this.#parts.db.query('select 1 from events_default limit 1');
    return hasDefault.length > 0 ? [...names, 'events_default'] : names;
  }

  async #accountsAfter(id: string): Promise<string[]> {
    const rows = await this.#parts.db.query<{ id: string }>(
      'select id from accounts where id > $1 order by id limit $2',
      [id, ACCOUNTS_PER_RUN],
    );
    return rows.map((row) => row.id);
  }

  /** Autovacuum looks at partitions, never at the table as a whole, by whose statistics joins are planned. */
  async #keepStatistics(): Promise<void> {
    if (this.#hasStatistics) return;
    const { db } = this.#parts;
    for (const { name } of [...EVENT_TABLES, ...AUDIT_TABLES]) {
      const known = await db.query('select 1 from pg_stats where tablename = $1 and inherited limit 1', [
        name,
      ]);
      if (known.length === 0 || this.#hasMade) await db.patient.query(`analyze ${name}`);
    }
    this.#hasStatistics = true;
    this.#hasMade = false;
  }

  #noteOldest({ tables, nowMs }: Group, oldest: Partition | undefined): void {
    if (!oldest || !Number.isFinite(oldest.fromMs)) return;
    const seconds = (nowMs() - oldest.fromMs) / SECOND_MS;
    for (const { name } of tables) this.metrics.oldest(name, Math.max(0, seconds));
  }

  /** One kind that cannot be removed does not keep the others. */
  #failed(kind: string, error: unknown): number {
    this.#parts.log.error({ err: error, kind }, 'retention failed');
    return 0;
  }

  #noted(kind: string, rows: number): number {
    if (rows > 0) {
      this.metrics.removed(kind, rows);
      this.#parts.log.info({ kind, rows }, 'old rows removed');
    }
    return rows;
  }
}

const isEvents = ({ name }: Partition) => name.startsWith('events_');
