import { oncePer } from '../kit/once-per.ts';
import type { Db, Statement } from './pool.ts';

export type Folder = { touch(accountId: string): void; fold(): Promise<void> };

/**
 * Remembers which accounts had changes, or were looked at, and folds their figures now and then with a statement that
 * takes the account, so that what has yet to be counted stays short.
 */
export function folderOf(fold: Statement): (db: Db) => Folder {
  return oncePer((db: Db) => {
    const touched = new Set<string>();
    return {
      touch(accountId) {
        touched.add(accountId);
      },
      async fold() {
        const accounts = [...touched];
        touched.clear();
        for (const accountId of accounts) await db.query(fold, [accountId]);
      },
    };
  });
}
