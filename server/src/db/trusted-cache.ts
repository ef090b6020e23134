import { MINUTE_MS, monotonicMs, pause } from '../kit/clock.ts';
import { type Db, statement } from './pool.ts';
import { FINAL_BELOW } from './positions.ts';

/**
 * Data read on every request (the owner of a credential, a seller's plan) is cached. The cache is trusted only while
 * this process has read the list of changed accounts within this time. An operation that changes such data waits a
 * little longer than that before it answers, so that the change is in force on every node.
 */
const TRUSTED_MS = 200;
const MARGIN_MS = 50;
/** After this long without a read, the list may have lost changes: the whole cache is dropped. */
const MAX_GAP_MS = 10 * MINUTE_MS;
const MAX_ENTRIES = 50_000;

// Reading on from the oldest transaction that was still running at the last poll misses no commit, whatever the order.
const readChanges = statement(
  'changed_accounts.read',
  `select ${FINAL_BELOW}::text as "next",
     array(select account_id from changed_accounts where xact_id >= coalesce($1::xid8, ${FINAL_BELOW}))
       as "accountIds"`,
);

type Changes = { next: string; accountIds: string[] };
type Entry = { accountIds: readonly string[] | null; value: Promise<unknown> };
type Entries = Map<string, Entry>;

type Source<T> = {
  load(key: string): Promise<T>;
  /** The accounts whose change makes the value stale; null: not cached. */
  accountsOf(value: T): readonly string[] | null;
};

export class TrustedCache {
  readonly #db: Db;
  readonly #kept: Entries[] = [];
  #trustedUntilMs = 0;
  #next: string | null = null;
  #polling: Promise<void> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** A cached reader. */
  reader<T>(source: Source<T>): (key: string) => Promise<T> {
    const entries: Entries = new Map();
    this.#kept.push(entries);
    return (key) => {
      const arrivedMs = monotonicMs();
      if (arrivedMs < this.#trustedUntilMs) return this.#read(entries, key, source);
      return this.#pollSince(arrivedMs).then(() => this.#read(entries, key, source));
    };
  }

  /** Polls until the last poll is recent enough for a request that arrived then. */
  async #pollSince(arrivedMs: number): Promise<void> {
    while (arrivedMs >= this.#trustedUntilMs) await this.#pollOnce();
  }

  #read<T>(entries: Entries, key: string, { load, accountsOf }: Source<T>): Promise<T> {
    const kept = entries.get(key);
    if (kept) return kept.value as Promise<T>;
    if (entries.size >= MAX_ENTRIES) entries.clear();
    const value = load(key);
    const entry: Entry = { accountIds: null, value };
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    // Cached before it is loaded, so that a change seen while it loads drops it.
    entries.set(key, entry);
    return value.then(
      (loaded) => {
        entry.accountIds = accountsOf(loaded);
        if (entry.accountIds === null) drop();
        return loaded;
      },
      (error: unknown) => {
        drop();
        throw error;
      },
    );
  }

  #pollOnce(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = null;
    });
    return this.#polling;
  }

  async #poll(): Promise<void> {
    // Counted from before the query: changes that the query missed are not older than that.
    const startedMs = monotonicMs();
    if (startedMs - this.#trustedUntilMs > MAX_GAP_MS) for (const entries of this.#kept) entries.clear();
    const [changes] = await this.#db.query<Changes>(readChanges, [this.#next]);
    if (!changes) return;
    this.#next = changes.next;
    this.#trustedUntilMs = startedMs + TRUSTED_MS;
    if (changes.accountIds.length === 0) return;
    const changed = new Set(changes.accountIds);
    for (const entries of this.#kept) {
      for (const [key, { accountIds }] of entries) {
        if (accountIds === null || accountIds.some((id) => changed.has(id))) entries.delete(key);
      }
    }
  }
}

/** Call between the commit of a change of an account or its credentials and the answer. */
export function waitForCacheExpiry(): Promise<void> {
  return pause(TRUSTED_MS + MARGIN_MS);
}

export async function deleteOldChanges(db: Db): Promise<number> {
  const gone = await db.query(
    `delete from changed_accounts where changed_at < now() - interval '1 hour' returning 1`,
  );
  return gone.length;
}
