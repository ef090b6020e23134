import type { Db } from '../../server/src/db/pool.ts';

const COUNT = `select count(*)::integer as count
  from pg_stat_activity
  where wait_event_type = 'Lock'
    and datname = current_database()`;

/** How many statements wait for a lock; on a cluster they do so on the node of their account. */
export async function countLockWaits(db: Db): Promise<number> {
  const [row] = db.isDistributed
    ? await db.query<{ count: number }>(
        'select sum(result::integer)::integer as count from run_command_on_workers($1)',
        [COUNT],
      )
    : await db.query<{ count: number }>(COUNT);
  return row?.count ?? 0;
}
