import type { Db } from '../db/pool.ts';
import { systemMs } from '../kit/clock.ts';

const DELETED_AT_ONCE = 1_000;

/** Mails that are sent or set aside; one that waits is kept until it is either. */
export async function deleteOldMails(db: Db, keptMs: number): Promise<number> {
  const gone = await db.query(
    `delete from mails
     where (account_id, id) in (
       select account_id, id
       from mails
       where state <> 'queued'
         and created_at < $1
       limit ${DELETED_AT_ONCE}
     )
     returning 1`,
    [new Date(systemMs() - keptMs)],
  );
  return gone.length;
}
