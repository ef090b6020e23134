import { askEveryNode } from '../db/distributed/every-node.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Clock } from '../kit/clock.ts';
import type { FileContents } from './content.ts';

const REMOVED_AT_ONCE = 100;

type Place = { account_id: string; id: string };

const removable = statement(
  'files.removable',
  `select account_id, id
   from files
   where keep_until < $1
   limit ${REMOVED_AT_ONCE}`,
);

// Out of reach first: what is not stored cannot be attached. What was attached meanwhile stays.
const withdraw = statement(
  'files.withdraw',
  `update files
   set is_stored = false
   where account_id = $1
     and id = $2
     and keep_until < $3
   returning id`,
);
const removeRow = statement('files.remove', 'delete from files where account_id = $1 and id = $2');

/**
 * Files that nothing refers to, and uploads that never ended. The row goes last: after a crash in between, the next
 * round finds it and removes the object again.
 */
export async function removeUnusedFiles({
  db,
  clock,
  files,
}: {
  db: Db;
  clock: Clock;
  files: FileContents;
}): Promise<number> {
  const now = clock.now();
  const found = await askEveryNode<Place>(db, {
    ...{ table: 'files', sql: removable, values: [now] },
    read: ({ account_id, id }) => ({ account_id: String(account_id), id: String(id) }),
  });
  let removed = 0;
  for (const { account_id, id } of found) {
    const withdrawn = await db.query(withdraw, [account_id, id, now]);
    if (withdrawn.length === 0) continue;
    await files.remove({ account_id, id });
    await db.query(removeRow, [account_id, id]);
    removed += 1;
  }
  return removed;
}
