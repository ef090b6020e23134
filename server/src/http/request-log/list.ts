import { queryByAccount } from '../../db/distributed/routed.ts';
import { type Db, statement } from '../../db/pool.ts';
import { systemMs } from '../../kit/clock.ts';
import { invalidField } from '../../kit/errors.ts';
import type { Page } from '../lists.ts';

const MAX_KEPT = 10_000;
const DELETED_AT_ONCE = 5_000;
const BEYOND_EVERY_NUMBER = '9223372036854775807';

export const OUTCOMES = ['ok', 'error'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type RequestRow = {
  number: bigint;
  request_id: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  duration_ms: number;
  via: 'api_key' | 'jwt';
  key_id: string | null;
  key_name: string | null;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
};

const OUTCOME_CLAUSES: Readonly<Record<Outcome, string>> = {
  ok: 'and r.status < 400',
  error: 'and r.status >= 400',
};

/** Newest first. An account has at most ten thousand calls in its log, so they are counted directly. */
export async function listRequests(
  db: Db,
  accountId: string,
  outcome: Outcome | null,
  page: Page,
): Promise<{ rows: RequestRow[]; total: bigint }> {
  if (page.after !== null && !/^\d+$/.test(page.after))
    throw invalidField('cursor', 'is not a cursor of this list');
  const clause = outcome ? OUTCOME_CLAUSES[outcome] : '';
  const [rows, [count]] = await Promise.all([
    db.query<RequestRow>(
      statement(
        `request_log.list ${outcome ?? 'any'}`,
        `select r.number, r.request_id, r.method, r.path, r.status, r.code, r.duration_ms, r.via, k.id as key_id,
           k.name as key_name, r.address, r.user_agent, r.created_at
         from request_log r
         left join api_keys k
           on r.via = 'api_key' and k.account_id = r.account_id and k.id = r.credential_id
         where r.account_id = $1
           ${clause}
           and r.number < $2
         order by r.number desc
         limit $3
         offset $4`,
      ),
      [accountId, page.after ?? BEYOND_EVERY_NUMBER, page.limit + 1, page.offset],
    ),
    db.query<{ total: bigint }>(
      statement(
        `request_log.count ${outcome ?? 'any'}`,
        `select count(*) as total from request_log r where r.account_id = $1 ${clause}`,
      ),
      [accountId],
    ),
  ]);
  return { rows, total: count?.total ?? 0n };
}

// Numbers have no gaps, so everything below the newest number minus ten thousand can be deleted.
const deleteBeyond = statement(
  'request_log.delete_beyond',
  `with overfull as (
     select account_id, last_number - ${MAX_KEPT} as last_deleted
     from request_log_marks
     where last_number - kept_above > ${MAX_KEPT} /*routed and account_id = $1 */
     for update skip locked
   ), deleted as (
     delete from request_log r
     using overfull c
     where r.account_id = c.account_id /*routed and r.account_id = $1 */
       and r.number <= c.last_deleted
   )
   update request_log_marks m
   set kept_above = c.last_deleted
   from overfull c
   where m.account_id = c.account_id /*routed and m.account_id = $1 */`,
);

const findOverfull = statement(
  'request_log.find_overfull',
  `select account_id from request_log_marks where last_number - kept_above > ${MAX_KEPT} limit ${DELETED_AT_ONCE}`,
);

const deleteBefore = statement(
  'request_log.delete_before',
  `delete from request_log
   where (account_id, number) in (
     select account_id, number
     from request_log
     where created_at < $1
     limit ${DELETED_AT_ONCE}
   )
   returning 1`,
);

/** Those that are older, and those beyond ten thousand of an account. */
export async function deleteOldRequests(db: Db, keptMs: number): Promise<number> {
  // Locks are taken on one node at a time.
  const overfull = db.isDistributed ? await db.query<{ account_id: string }>(findOverfull) : [];
  await queryByAccount(db, deleteBeyond, overfull, {
    accountOf: ({ account_id }) => account_id,
    values: () => [],
  });
  const deleted = await db.query(deleteBefore, [new Date(systemMs() - keptMs)]);
  return deleted.length;
}
