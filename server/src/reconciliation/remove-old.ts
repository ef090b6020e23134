import { addDays, civilDateOf } from '../brazil/calendar.ts';
import { type Db, statement } from '../db/pool.ts';
import { DAY_MS, systemMs } from '../kit/clock.ts';

const REMOVED_AT_ONCE = 1_000;

const removeResolved = statement(
  'reconciliation.remove_resolved',
  `delete from reconciliation_differences
   where id in (
     select f.id
     from reconciliation_differences f
     join reconciliation_days d on d.id = f.day_id
     where d.day < $1
       and f.state = 'resolved'
       and f.resolved_at < $2
     limit ${REMOVED_AT_ONCE}
   )
   returning 1`,
);
const removeDays = statement(
  'reconciliation.remove_days',
  `delete from reconciliation_days
   where id in (
     select d.id
     from reconciliation_days d
     where d.day < $1
       and not exists (select 1 from reconciliation_differences f where f.day_id = d.id)
       and (d.leased_until is null or d.leased_until < now())
     limit ${REMOVED_AT_ONCE}
   )
   returning 1`,
);

/** Days that are older than `keptMs`, with what was resolved on them. An open difference stays, and its day with it. */
export async function removeOldDays(db: Db, keptMs: number): Promise<number> {
  const now = new Date(systemMs());
  const before = addDays(civilDateOf(now), -Math.ceil(keptMs / DAY_MS));
  const resolved = await db.query(removeResolved, [before, new Date(now.getTime() - keptMs)]);
  const days = await db.query(removeDays, [before]);
  return resolved.length + days.length;
}
