import { monotonicMs, SECOND_MS } from '../kit/clock.ts';
import { oncePer } from '../kit/once-per.ts';
import type { Db, Statement } from './pool.ts';

export type Folder = {
  /** The account changed. */
  touch(accountId: string): void;
  /** Its figures were read. Who reads them once reads them again, so changes of it are not left to count. */
  lookedAt(accountId: string): void;
  /** Folds every account that changed or was looked at. */
  fold(): Promise<void>;
  /** Folds those that were looked at, those with much to count, and those that have waited. */
  foldDue(): Promise<void>;
};

type Touched = { changes: number; sinceMs: number };

/** Where nobody looks, a fold for every few changes would cost as much as the changes. */
const MAX_UNCOUNTED = 400;
const MAX_WAIT_MS = 20 * SECOND_MS;

/**
 * Remembers which accounts had changes, or were looked at, and folds their figures now and then with a statement that
 * takes the account, so that what has yet to be counted stays short.
 */
export function folderOf(fold: Statement): (db: Db) => Folder {
  return oncePer((db: Db) => {
    const touched = new Map<string, Touched>();
    const known = (accountId: string): Touched => {
      const account = touched.get(accountId) ?? { changes: 0, sinceMs: monotonicMs() };
      touched.set(accountId, account);
      return account;
    };
    const foldEach = async (accounts: readonly string[]) => {
      for (const accountId of accounts) {
        touched.delete(accountId);
        await db.query(fold, [accountId]);
      }
    };
    return {
      touch(accountId) {
        known(accountId).changes += 1;
      },
      lookedAt(accountId) {
        const account = known(accountId);
        if (account.changes > 0) account.changes = MAX_UNCOUNTED;
      },
      fold: () => foldEach([...touched.keys()]),
      foldDue() {
        const waitedSinceMs = monotonicMs() - MAX_WAIT_MS;
        const due = [...touched].filter(
          ([, { changes, sinceMs }]) => changes >= MAX_UNCOUNTED || sinceMs <= waitedSinceMs,
        );
        return foldEach(due.map(([accountId]) => accountId));
      },
    };
  });
}
