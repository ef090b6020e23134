import { type Db, statement } from '../db/pool.ts';
import type { Charge } from './charge.ts';

const causeOfEnd = statement(
  'charges.ending',
  `select data ->> 'cause' as cause
   from events
   where account_id = $1
     and charge_id = $2
     and type = 'charge.cancelled'
   order by sequence desc
   limit 1`,
);

/** Whether a cancelled charge ended by time, not by its seller. Of old charges only the event says it. */
export async function hasTimeEnded(db: Db, { accountId, id, cancelCause }: Charge): Promise<boolean> {
  if (cancelCause !== null) return cancelCause !== 'cancelled';
  const [event] = await db.query<{ cause: string | null }>(causeOfEnd, [accountId, id]);
  return event?.cause === 'expired' || event?.cause === 'written_off';
}
