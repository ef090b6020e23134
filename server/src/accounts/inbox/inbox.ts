import { type Db, statement } from '../../db/pool.ts';
import type { Deps } from '../../http/deps.ts';
import type { IdPage } from '../../http/id-page.ts';
import type { Principal } from '../../http/principal.ts';
import { systemMs } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { NOTICE_KINDS, NOTICES, type NoticeKind } from '../../kit/notices.ts';
import { done, type RowWriter, rowWrite } from '../../write/effects.ts';

export type NoticeRow = {
  id: string;
  kind: NoticeKind;
  data: Record<string, unknown>;
  createdAt: Date;
};

/** A person's own notices, and those of the account that the person may see. */
type Recipient = { accountId: string; userId: string; kinds: readonly NoticeKind[] };

export function recipientOf({ accountId, userId, permissions }: Principal): Recipient {
  assert(userId, 'a JWT belongs to a user');
  const kinds = NOTICE_KINDS.filter((kind) => permissions.has(NOTICES[kind]));
  return { accountId, userId, kinds };
}

const VISIBLE = `account_id = $1
     and (user_id = $2 or (user_id is null and kind = any($3::text[])))`;

const listed = statement(
  'notices.list',
  `select id, kind, data, created_at as "createdAt"
   from notices
   where ${VISIBLE}
     and id < $4
   order by id desc
   limit $5 offset $6`,
);
const counted = statement('notices.count', `select count(*) as total from notices where ${VISIBLE}`);

export async function listNotices(db: Db, { accountId, userId, kinds }: Recipient, page: IdPage) {
  const whose = [accountId, userId, kinds];
  const [rows, [count]] = await Promise.all([
    db.query<NoticeRow>(listed, [...whose, page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>(counted, whose),
  ]);
  return { rows, total: count?.total ?? 0n };
}

export type Mark = { readId: string | null; joinedAt: Date };

const markOf = statement(
  'notices.mark',
  'select notices_read_id as "readId", created_at as "joinedAt" from users where account_id = $1 and id = $2',
);

export async function findMark(db: Db, { accountId, userId }: Recipient): Promise<Mark> {
  const [mark] = await db.query<Mark>(markOf, [accountId, userId]);
  assert(mark, 'a signed-in user is a member of the account');
  return mark;
}

/** What was there before a person came is not new to them. */
export function isUnread({ id, createdAt }: Pick<NoticeRow, 'id' | 'createdAt'>, mark: Mark): boolean {
  return createdAt >= mark.joinedAt && (mark.readId === null || id > mark.readId);
}

/** More are not counted: the bell says 99+. */
export const MAX_UNREAD = 100;
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

const unread = statement(
  'notices.unread',
  `select count(*)::integer as count
   from (
     select 1
     from notices
     where ${VISIBLE}
       and id > $4
       and created_at >= $5
     limit ${MAX_UNREAD}
   ) as newer`,
);

export async function countUnread(db: Db, recipient: Recipient, mark: Mark): Promise<number> {
  const { accountId, userId, kinds } = recipient;
  const after = mark.readId ?? BEFORE_EVERY_ID;
  const [row] = await db.query<{ count: number }>(unread, [accountId, userId, kinds, after, mark.joinedAt]);
  return row?.count ?? 0;
}

type Read = { accountId: string; userId: string; readId: string };

/** It never goes back: another tab may have read further. */
const saveMark: RowWriter<Read> = {
  statement: statement(
    'notices.save_mark',
    `update users u
     set notices_read_id = greatest(u.notices_read_id, n.read_id)
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as n (account_id, id, read_id)
     where u.account_id = n.account_id
       and u.id = n.id
     returning u.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ userId }) => userId),
    rows.map(({ readId }) => readId),
  ],
  writes: 'all',
};

const newest = statement(
  'notices.newest',
  'select id from notices where account_id = $1 order by id desc limit 1',
);

/** Up to this one, and not beyond what there is: a made-up id would silence what is still to come. */
export async function markRead(deps: Deps, { accountId, userId }: Recipient, upTo: string): Promise<void> {
  const [last] = await deps.db.query<{ id: string }>(newest, [accountId]);
  if (!last) return;
  const readId = upTo < last.id ? upTo : last.id;
  await deps.writer.commit({
    load: async () => null,
    decide: () => done(null, { rows: [rowWrite(saveMark, { accountId, userId, readId })] }),
  });
}

const DELETED_AT_ONCE = 1_000;

export async function deleteOldNotices(db: Db, keptMs: number): Promise<number> {
  const gone = await db.query(
    `delete from notices
     where (account_id, id) in (
       select account_id, id
       from notices
       where created_at < $1
       limit ${DELETED_AT_ONCE}
     )
     returning 1`,
    [new Date(systemMs() - keptMs)],
  );
  return gone.length;
}
