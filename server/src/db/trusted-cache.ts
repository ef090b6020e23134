import { MINUTE_MS, monotonicMs, pause } from '../kit/clock.ts';
import { type Db, statement } from './pool.ts';
import { FINAL_BELOW } from './positions.ts';

/**
 * What is read on every request (the owner of a credential, a seller's plan) is kept in memory and trusted only while
 * this process has read the list of changed accounts within this time. An operation that changes such a thing waits a
 * little longer than that before it answers, so the change is in force on every node by then.
 */
const TRUSTED_MS = 200;
const MARGIN_MS = 50;
/** After this long the list may no longer hold what was missed: everything kept is dropped. */
const FORGET_AFTER_MS = 10 * MINUTE_MS;
const MAX_ENTRIES = 50_000;

// Reading on from the oldest transaction that was still running at the last poll misses no commit, whatever the order.
const readChanges = statement(
  'changed_accounts.read',
  `select ${FINAL_BELOW}::text as "next",
     array(select account_id from changed_accounts where xact_id >= coalesce($1::xid8, ${FINAL_BELOW}))
       as "accountIds"`,
);

type Changes = { next: string; accountIds: string[] };
type Entry = { accountId: string | null; value: Promise<unknown> };
type Entries = Map<string, Entry>;

type Source<T> = {
  load(key: string): Promise<T>;
  /** The account whose change makes the value stale; null: not worth keeping. */
  accountOf(value: T): string | null;
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

  /** A reader that keeps what it has read while it may be trusted. */
  reader<T>(source: Source<T>): (key: string) => Promise<T> {
    const entries: Entries = new Map();
    this.#kept.push(entries);
    return (key) => {
      const arrivedMs = monotonicMs();
      if (arrivedMs < this.#trustedUntilMs) return this.#read(entries, key, source);
      return this.#pollSince(arrivedMs).then(() => this.#read(entries, key, source));
    };
  }

  /** A poll that began long before this request does not count for it; one begun after its arrival does. */
  async #pollSince(arrivedMs: number): Promise<void> {
    while (arrivedMs >= this.#trustedUntilMs) await this.#pollOnce();
  }

  #read<T>(entries: Entries, key: string, { load, accountOf }: Source<T>): Promise<T> {
    const kept = entries.get(key);
    if (kept) return kept.value as Promise<T>;
    if (entries.size >= MAX_ENTRIES) entries.clear();
    const value = load(key);
    const entry: Entry = { accountId: null, value };
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    // Kept from the start, so that a change noticed while it loads finds it and drops it.
    entries.set(key, entry);
    return value.then(
      (loaded) => {
        entry.accountId = accountOf(loaded);
        if (entry.accountId === null) drop();
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
    // Trust counts from before the query: what the query could not see yet is at most that old.
    const startedMs = monotonicMs();
    if (startedMs - this.#trustedUntilMs > FORGET_AFTER_MS) for (const entries of this.#kept) entries.clear();
    const [changes] = await this.#db.query<Changes>(readChanges, [this.#next]);
    if (!changes) return;
    this.#next = changes.next;
    this.#trustedUntilMs = startedMs + TRUSTED_MS;
    if (changes.accountIds.length === 0) return;
    const changed = new Set(changes.accountIds);
    for (const entries of this.#kept) {
      for (const [key, { accountId }] of entries) {
        if (accountId === null || changed.has(accountId)) entries.delete(key);
      }
    }
  }
}

/** Call after a change of an account or its credentials was committed, before answering. */
export function outwaitCaches(): Promise<void> {
  return pause(TRUSTED_MS + MARGIN_MS);
}

export async function forgetOldChanges(db: Db): Promise<number> {
  await db.query(`delete from changed_accounts where changed_at < now() - interval '1 hour'`);
  return 0;
}
