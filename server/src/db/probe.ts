import { monotonicMs, SECOND_MS } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import { PROBE_WITHIN_MS } from './bounds.ts';
import { newestMigration } from './migrate.ts';
import { type Db, type OwnClient, requirePrimary } from './pool.ts';
import { settlePositions } from './positions.ts';

const WATCH_EVERY_MS = SECOND_MS;
/** A node of a distributed database may be started again without a sign on this connection. */
const SETTLE_EVERY_MS = 15 * SECOND_MS;
const NOT_ANSWERING = 'the database does not answer';
const POOLER_NOT_ANSWERING = 'the pooler of the database does not answer';

/**
 * Asks the database how it is, on a connection of its own: it gets an answer when every other connection waits for a
 * lock, and notices when the server is silent. Every question has an answer within two seconds.
 */
export class DatabaseProbe {
  readonly #db: Db;
  readonly #log: Log;
  #own: OwnClient | null = null;
  #asking: Promise<string | null> | null = null;
  #newest: Promise<number> | null = null;
  #wasSilent = false;
  #settleAgainMs = 0;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** What keeps the database from being used; null: nothing. */
  findProblem(): Promise<string | null> {
    this.#asking ??= this.#askInTime().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Looks all the time, so that connections which died without a sign are dropped as soon as the server is back. */
  task() {
    const run = async () => {
      await this.findProblem();
      return 0;
    };
    return { name: 'database probe', idleMs: WATCH_EVERY_MS, run };
  }

  async #askInTime(): Promise<string | null> {
    const asked = new AbortController();
    const tooLate = new Promise<'silent'>((resolve) => {
      const timer = setTimeout(() => resolve('silent'), PROBE_WITHIN_MS);
      asked.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    const answer = this.#ask().catch((error: Error) => {
      this.#drop();
      this.#log.warn({ err: error }, NOT_ANSWERING);
      return NOT_ANSWERING;
    });
    const outcome = await Promise.race([answer, tooLate]).finally(() => asked.abort());
    if (outcome === 'silent') {
      this.#drop();
      this.#wasSilent = true;
      return NOT_ANSWERING;
    }
    if (outcome !== NOT_ANSWERING) this.#noticeReturn();
    return outcome;
  }

  async #ask(): Promise<string | null> {
    const { client } = this.#own ?? (await this.#connect());
    await requirePrimary(client);
    if (this.#db.isDistributed && monotonicMs() >= this.#settleAgainMs) void this.#settle();
    const { rows } = await client.query<{ version: number | null }>(
      'select max(version) as version from migrations',
    );
    this.#newest ??= newestMigration();
    if ((rows[0]?.version ?? 0) < (await this.#newest)) return 'the database is not migrated';
    return this.#db.isPooled ? await this.#askPooler() : null;
  }

  /** It lets clients in without a connection to the server: an answer comes also when all of those are in use. */
  async #askPooler(): Promise<string | null> {
    try {
      await this.#db.tryToConnect();
      return null;
    } catch (error) {
      this.#log.warn({ err: error }, POOLER_NOT_ANSWERING);
      return POOLER_NOT_ANSWERING;
    }
  }

  async #connect(): Promise<OwnClient> {
    const own = this.#db.ownClient();
    this.#own = own;
    own.client.on('error', () => undefined);
    await own.client.connect();
    void this.#settle();
    return own;
  }

  /** A server that was started again, or another one in its place, counts its transactions anew. */
  async #settle(): Promise<void> {
    this.#settleAgainMs = monotonicMs() + SETTLE_EVERY_MS;
    const { client } = this.#db.ownClient();
    client.on('error', () => undefined);
    try {
      await client.connect();
      await settlePositions(client);
    } catch (error) {
      this.#log.warn({ err: error }, 'positions after a restart of the database are not settled yet');
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #drop(): void {
    this.#own?.destroy();
    this.#own = null;
  }

  #noticeReturn(): void {
    if (!this.#wasSilent) return;
    this.#wasSilent = false;
    this.#log.warn('the database answers again; connections from before are dropped');
    this.#db.renew();
  }
}
