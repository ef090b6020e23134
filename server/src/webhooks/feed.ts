import { type Db, statement } from '../db/pool.ts';
import { FINAL_BELOW } from '../db/positions.ts';
import { NOTICES } from '../events/catalogue.ts';
import type { Page } from '../http/lists.ts';
import { assert, fail, invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { RecordedEvent } from './message.ts';

/** The position of a reader: ordered by transaction, then by event, because transactions commit out of order. */
export type FeedPosition = { xactId: string; id: string };
export type FeedRow = RecordedEvent & { position: string };

const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';
const BEFORE_ALL: FeedPosition = { xactId: '0', id: BEFORE_EVERY_ID };
/** Used as a cursor: the current end of the feed. */
const END = 'end';
const NOTIFIED_TYPES = [...new Set(NOTICES.map((notice) => `'${notice.type}'`))].join(', ');

// Only events below every running transaction: nothing can appear there later, so no reader misses an event. Ordered by
// the column itself, not by the text that is selected, in which 1000 comes before 998: it must have another name, because
// a distributed database writes `order by` without the table.
const eventsAfter = statement(
  'events.feed',
  `select id, type, audience, sequence, previous_status, data, created_at, xact_id::text as position
   from events e
   where account_id = $1
     and (xact_id, id) > ($2::xid8, $3::uuid)
     and xact_id < ${FINAL_BELOW}
     and type in (${NOTIFIED_TYPES})
     and ($4::text is null or type = $4)
   order by e.xact_id, e.id
   limit $5`,
);

export function readFeed(
  db: Db,
  accountId: string,
  { after, type, limit }: { after: FeedPosition; type: string | null; limit: number },
): Promise<FeedRow[]> {
  return db.query<FeedRow>(eventsAfter, [accountId, after.xactId, after.id, type, limit]);
}

const removedAfter = statement(
  'events.removed_after',
  'select 1 from feed_starts where account_id = $1 and (removed_through, removed_id) > ($2::xid8, $3::uuid)',
);

/** Asked after the page was read: what was removed between the two was still on the page. */
export async function requireNothingRemoved(db: Db, accountId: string, after: FeedPosition): Promise<void> {
  const removed = await db.query(removedAfter, [accountId, after.xactId, after.id]);
  if (removed.length > 0) fail('CURSOR_EXPIRED');
}

// The total is in every row; an empty page has one row without an event.
const eventsOfCharge = statement(
  'events.of_charge',
  `with own as (
     select id, type, audience, sequence, previous_status, data, created_at
     from events
     where account_id = $1
       and charge_id = $2
       and audience = 'owner'
       and type in (${NOTIFIED_TYPES})
   ), page as (
     select *
     from own
     where sequence > $3
     order by sequence
     limit $4
     offset $5
   )
   select counted.total, page.*
   from (select count(*) as total from own) as counted
   left join page on true
   order by page.sequence`,
);

type ChargeEventRow = { total: bigint } & (RecordedEvent | { id: null });

/** The events of one charge for its owner, oldest first. A total of zero: the account has no such charge. */
export async function readChargeEvents(
  db: Db,
  accountId: string,
  chargeId: string,
  { after, limit, offset }: Page,
): Promise<{ rows: RecordedEvent[]; total: bigint }> {
  const values = [accountId, chargeId, sequenceOf(after), limit + 1, offset];
  const rows = await db.query<ChargeEventRow>(eventsOfCharge, values);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0n };
}

function sequenceOf(position: string | null): string {
  if (position !== null && !/^\d{1,9}$/.test(position)) {
    throw invalidField('cursor', 'is not a cursor of this list');
  }
  return position ?? '0';
}

export function positionOf({ position, id }: FeedRow): FeedPosition {
  return { xactId: position, id };
}

export function writePosition({ xactId, id }: FeedPosition): string {
  return Buffer.from(`${xactId}.${id}`).toString('base64url');
}

// The feed shows events below this transaction of the account's node: it is the first one not shown yet.
const firstHidden = statement(
  'events.first_hidden',
  `select ${FINAL_BELOW}::text as xact_id from ledger_balances where account_id = $1`,
);

export async function findPosition(
  db: Db,
  accountId: string,
  cursor: string | undefined,
): Promise<FeedPosition> {
  if (cursor !== END) return readPosition(cursor);
  const [row] = await db.query<{ xact_id: string }>(firstHidden, [accountId]);
  assert(row, 'every account has a balance');
  return { xactId: row.xact_id, id: BEFORE_EVERY_ID };
}

function readPosition(cursor: string | undefined): FeedPosition {
  if (cursor === undefined) return BEFORE_ALL;
  const [xactId = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
  if (!/^\d{1,19}$/.test(xactId) || !isId(id)) throw invalidField('cursor', 'is not a cursor of this list');
  return { xactId, id };
}
