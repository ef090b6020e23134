import { type Db, statement } from '../db/pool.ts';
import type { Clock } from '../kit/clock.ts';

const REMOVED_AT_ONCE = 100;

// A return that was not booked in all that time cannot be any more, and says so.
const removeContent = statement(
  'bank_files.remove_content',
  `update bank_files
   set content = '',
       content_removed_at = $1,
       state = case when state = 'checked' then 'failed' else state end,
       problem = case when state = 'checked' then 'it was not booked before its content was removed' else problem end
   where (bank, id) in (
     select bank, id
     from bank_files
     where content_removed_at is null
       and created_at < $2
     order by created_at
     limit ${REMOVED_AT_ONCE}
   )
   returning 1`,
);
// A refused boleto keeps its payer because a person may mend it at the bank.
const removePayers = statement(
  'bank_titles.remove_old_payers',
  `update bank_titles
   set sealed = null
   where (bank, reference) in (
     select bank, reference
     from bank_titles
     where state = 'refused'
       and sealed is not null
       and changed_at < $1
     limit ${REMOVED_AT_ONCE}
   )
   returning 1`,
);

/** The bytes of files that are older than `keptMs`, and payers of boletos that were refused before that. */
export async function removeOldContents(
  { db, clock }: { db: Db; clock: Clock },
  keptMs: number,
): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - keptMs);
  const files = await db.query(removeContent, [now, before]);
  const titles = await db.query(removePayers, [before]);
  return files.length + titles.length;
}
