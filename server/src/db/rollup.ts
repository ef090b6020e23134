import { monotonicMs, SECOND_MS } from '../kit/clock.ts';
import type { Db, Statement } from './pool.ts';

type Pending = { changes: number; sinceMs: number };

/** Folding after every few changes would cost as much as the changes themselves. */
const MAX_UNFOLDED_CHANGES = 400;
const MAX_WAIT_MS = 20 * SECOND_MS;

/**
 * Remembers which accounts changed in this process and folds their rollups now and then, so that what a reader has to
 * add up by itself stays short. Nothing is lost when it forgets: readers add up whatever is not folded yet.
 */
export class Rollups {
  readonly #db: Db;
  readonly #folds: readonly Statement[];
  readonly #pending = new Map<string, Pending>();

  /** Each statement folds one rollup of one account, its only parameter. */
  constructor(db: Db, folds: readonly Statement[]) {
    this.#db = db;
    this.#folds = folds;
  }

  /** The account changed. */
  touch(accountId: string): void {
    this.#entry(accountId).changes += 1;
  }

  /** A rollup of the account was read, and probably will be again: its changes are folded at the next turn. */
  viewed(accountId: string): void {
    const entry = this.#entry(accountId);
    if (entry.changes > 0) entry.changes = MAX_UNFOLDED_CHANGES;
  }

  /** Folds every account that changed or was viewed. */
  fold(): Promise<void> {
    return this.#foldEach([...this.#pending.keys()]);
  }

  /** Folds the accounts that changed and were viewed, that changed much, or that have waited. */
  foldDue(): Promise<void> {
    const waitingSinceMs = monotonicMs() - MAX_WAIT_MS;
    const due = [...this.#pending].filter(
      ([, { changes, sinceMs }]) => changes >= MAX_UNFOLDED_CHANGES || sinceMs <= waitingSinceMs,
    );
    return this.#foldEach(due.map(([accountId]) => accountId));
  }

  #entry(accountId: string): Pending {
    const entry = this.#pending.get(accountId) ?? { changes: 0, sinceMs: monotonicMs() };
    this.#pending.set(accountId, entry);
    return entry;
  }

  async #foldEach(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) {
      this.#pending.delete(accountId);
      for (const fold of this.#folds) await this.#db.query(fold, [accountId]);
    }
  }
}
