import { type Db, statement } from '../db/pool.ts';
import { NOTICES } from '../events/catalogue.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { RecordedEvent } from './message.ts';

/** Where a reader stands. Transactions commit out of order, so the order is theirs first, then the event's. */
export type FeedPosition = { xactId: string; id: string };
export type FeedRow = RecordedEvent & { xact_id: string };

const BEFORE_ALL: FeedPosition = { xactId: '0', id: '00000000-0000-0000-0000-000000000000' };
const TOLD = [...new Set(NOTICES.map((notice) => `'${notice.type}'`))].join(', ');

// Only what lies below every transaction still running: nothing can appear there later, so nobody reads past an event.
const eventsAfter = statement(
  'events.feed',
  `select id, type, audience, sequence, previous_status, data, created_at, xact_id::text
   from events
   where account_id = $1
     and (xact_id, id) > ($2::xid8, $3::uuid)
     and xact_id < pg_snapshot_xmin(pg_current_snapshot())
     and type in (${TOLD})
     and ($4::text is null or type = $4)
   order by xact_id, id
   limit $5`,
);

export function readFeed(
  db: Db,
  accountId: string,
  { after, type, limit }: { after: FeedPosition; type: string | null; limit: number },
): Promise<FeedRow[]> {
  return db.query<FeedRow>(eventsAfter, [accountId, after.xactId, after.id, type, limit]);
}

export function writePosition({ xact_id, id }: FeedRow): string {
  return Buffer.from(`${xact_id}.${id}`).toString('base64url');
}

export function readPosition(cursor: string | undefined): FeedPosition {
  if (cursor === undefined) return BEFORE_ALL;
  const [xactId = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (!/^\d{1,19}$/.test(xactId) || !isId(id)) throw invalidField('cursor', 'is not a cursor of this list');
  return { xactId, id };
}
