import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/clock.ts';
import type { Reader } from '../../write/answer.ts';
import type { RowWriter } from '../../write/effects.ts';

/** What the last look-up showed. `taken`: the record is right, and so is that of the account that has the host. */
export const FINDINGS = ['ok', 'no_record', 'other_value', 'no_address', 'no_answer', 'taken'] as const;
export type Finding = (typeof FINDINGS)[number];
export type Found = { readonly texts: readonly string[]; readonly addresses: readonly string[] };

/** An account's claim to a host. Verified while `verifiedAt` is set. */
export type Domain = {
  readonly accountId: string;
  readonly host: string;
  readonly token: string;
  readonly verifiedAt: Date | null;
  readonly failingSince: Date | null;
  readonly switchedOffAt: Date | null;
  readonly checkedAt: Date | null;
  readonly finding: Finding | null;
  readonly found: Found | null;
  readonly checkAt: Date;
  readonly createdAt: Date;
};

const COLUMNS = `account_id as "accountId", host, token, verified_at as "verifiedAt",
     failing_since as "failingSince", switched_off_at as "switchedOffAt", checked_at as "checkedAt", finding, found,
     check_at as "checkAt", created_at as "createdAt"`;

const ofAccount = statement('domains.of_account', `select ${COLUMNS} from domains where account_id = $1`);
const lockOfAccount = statement('domains.lock', `${ofAccount.text} for update`);
// Both rows in one order, so that two accounts that verify the same host do not wait for each other.
const lockWithHolder = statement(
  'domains.lock_with_holder',
  `select ${COLUMNS}
   from domains
   where account_id = $1
     or (host = $2 and verified_at is not null)
   order by account_id
   for update`,
);

export async function findDomain(db: Reader, accountId: string): Promise<Domain | null> {
  return (await db.query<Domain>(ofAccount, [accountId]))[0] ?? null;
}

export async function lockDomain(tx: Tx, accountId: string): Promise<Domain | null> {
  return (await tx.query<Domain>(lockOfAccount, [accountId]))[0] ?? null;
}

/** `holder`: another account that has the host. */
export type Rivals = { readonly own: Domain | null; readonly holder: Domain | null };

export async function lockRivals(tx: Tx, accountId: string, host: string): Promise<Rivals> {
  const rows = await tx.query<Domain>(lockWithHolder, [accountId, host]);
  return {
    own: rows.find((row) => row.accountId === accountId) ?? null,
    holder: rows.find((row) => row.accountId !== accountId) ?? null,
  };
}

export const saveDomain: RowWriter<Domain> = {
  statement: statement(
    'domains.save',
    `insert into domains (account_id, host, token, verified_at, failing_since, switched_off_at, checked_at, finding, found,
       check_at, created_at)
     select *
     from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
       $7::timestamptz[], $8::text[], $9::json[], $10::timestamptz[], $11::timestamptz[])
     on conflict (account_id) do update
     set host = excluded.host,
         token = excluded.token,
         verified_at = excluded.verified_at,
         failing_since = excluded.failing_since,
         switched_off_at = excluded.switched_off_at,
         checked_at = excluded.checked_at,
         finding = excluded.finding,
         found = excluded.found,
         check_at = excluded.check_at,
         created_at = excluded.created_at
     returning account_id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ host }) => host),
    rows.map(({ token }) => token),
    rows.map(({ verifiedAt }) => verifiedAt),
    rows.map(({ failingSince }) => failingSince),
    rows.map(({ switchedOffAt }) => switchedOffAt),
    rows.map(({ checkedAt }) => checkedAt),
    rows.map(({ finding }) => finding),
    rows.map(({ found }) => found && JSON.stringify(found)),
    rows.map(({ checkAt }) => checkAt),
    rows.map(({ createdAt }) => createdAt),
  ],
  writes: 'all',
};

/** A statement of its own, before the host is given to another: a host is verified once at any moment. */
export const releaseHost: RowWriter<{ accountId: string; now: Date }> = {
  statement: statement(
    'domains.release',
    `update domains d
     set verified_at = null,
         failing_since = null,
         switched_off_at = n.switched_off_at
     from unnest($1::uuid[], $2::timestamptz[]) as n (account_id, switched_off_at)
     where d.account_id = n.account_id
       and d.verified_at is not null
     returning d.account_id`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId), rows.map(({ now }) => now)],
  writes: 'all',
};

export const removeDomain: RowWriter<{ accountId: string }> = {
  statement: statement(
    'domains.remove',
    'delete from domains where account_id = any($1::uuid[]) returning account_id',
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId)],
  writes: 'all',
};

const MAX_DUE = 20;
/** A process that ends during a look-up leaves it to another after this time. */
const LEASE_MS = 10 * MINUTE_MS;
/** No look-up is planned further ahead: one that is was planned before the gateway's clock was set back. */
const MAX_AHEAD_MS = 2 * DAY_MS;

const claimDue = statement(
  'domains.claim_due',
  `update domains d
   set check_at = $2
   where d.account_id in (
     select account_id
     from domains
     where verified_at is not null
       and (check_at <= $1 or check_at > $3)
     order by check_at
     limit ${MAX_DUE}
     for update skip locked
   )
   returning ${COLUMNS}`,
);

/** Verified domains whose record is to be looked up again. */
export function claimDueDomains(db: Db, now: Date): Promise<Domain[]> {
  const later = (ms: number) => new Date(now.getTime() + ms);
  return db.query<Domain>(claimDue, [now, later(LEASE_MS), later(MAX_AHEAD_MS)]);
}
