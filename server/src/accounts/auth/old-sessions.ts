import type { Db } from '../../db/pool.ts';
import { systemMs } from '../../kit/clock.ts';

const DELETED_AT_ONCE = 1_000;

/** Sessions that expired this long ago; those that were ended expire too. */
export async function deleteOldSessions(db: Db, keptMs: number): Promise<number> {
  const gone = await db.query(
    `delete from sessions
     where (account_id, id) in (
       select account_id, id
       from sessions
       where expires_at < $1
       limit ${DELETED_AT_ONCE}
     )
     returning 1`,
    [new Date(systemMs() - keptMs)],
  );
  return gone.length;
}
