import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Lang } from '../kit/language.ts';
import type { Vault } from '../kit/secrets.ts';
import { type RowWriter, rowWrite } from '../write/effects.ts';
import type { UserRow } from './store.ts';

/*
 * An e-mail address belongs to the user who proved it (decision 0036). Its holder in `user_emails` signs in with it; a
 * later user with the same address is unclaimed until a link in that mailbox is opened. A holder who proved the address
 * is never displaced.
 */

/** The user whose sign-in name an address is. */
export type Holder = {
  accountId: string;
  userId: string;
  isVerified: boolean;
  /** Of the account. */
  name: string;
  language: Lang | null;
};

const HOLDER = `select e.account_id as "accountId", e.user_id as "userId", a.name, a.language,
     u.email_verified_at is not null as "isVerified"
   from user_emails e
   join users u on u.account_id = e.account_id and u.id = e.user_id
   join accounts a on a.id = e.account_id
   where e.email = $1`;
const holderOf = statement('emails.holder', HOLDER);
const lockEmail = statement('emails.lock', 'select 1 from user_emails where email = $1 for update');

/**
 * The holder cannot change until the transaction ends. Locked by one statement and read by the next: a statement that
 * has waited for the lock would join the new holder with what it saw before.
 */
export async function lockHolder(tx: Tx, email: string): Promise<Holder | null> {
  await tx.query(lockEmail, [email]);
  const [row] = await tx.query<Holder>(holderOf, [email]);
  return row ?? null;
}

const HINT_LENGTH = 4;

/**
 * Two bytes of a keyed hash, by which one of several unclaimed users is chosen to check a password against: however often
 * an address is registered, each can sign in with its own password, after two checks of Argon2.
 */
export function passwordHint(vault: Vault, email: string, password: string): string {
  return vault.fingerprint('unclaimed password', `${email} ${password}`).slice(0, HINT_LENGTH);
}

const CANDIDATE = 'u.account_id, u.id, u.email, u.password_hash, u.role';
const candidates = statement(
  'emails.candidates',
  `select ${CANDIDATE}, true as "isHolder"
   from user_emails e
   join users u on u.account_id = e.account_id and u.id = e.user_id
   where e.email = $1
   union all
   (
     select ${CANDIDATE}, false as "isHolder"
     from unclaimed_emails e
     join users u on u.account_id = e.account_id and u.id = e.user_id
     where e.email = $1
     order by (e.password_hint is not distinct from $2) desc, e.created_at desc
     limit 1
   )`,
);

export type Candidates = { holder: UserRow | null; unclaimed: UserRow | null };

/** Whom a sign-in with this address may be: the holder, and the unclaimed user whose hint fits, else the newest. */
export async function findCandidates(db: Db, email: string, hint: string | null): Promise<Candidates> {
  const rows = await db.query<UserRow & { isHolder: boolean }>(candidates, [email, hint]);
  return {
    holder: rows.find(({ isHolder }) => isHolder) ?? null,
    unclaimed: rows.find(({ isHolder }) => !isHolder) ?? null,
  };
}

const sharedAddress = statement(
  'emails.is_shared',
  'select 1 from unclaimed_emails where email = $1 limit 1',
);

/** Whether more than one user has registered it. */
export async function isSharedAddress(db: Db, email: string): Promise<boolean> {
  return (await db.query(sharedAddress, [email])).length > 0;
}

/** A user whose address is to be proved, and whether the address is its sign-in name. */
export type AddressedUser = {
  accountId: string;
  id: string;
  email: string;
  passwordHash: string;
  isVerified: boolean;
  role: 'seller' | 'operator';
  /** Neither holder nor unclaimed: the user was removed, and the address is free. */
  standing: 'holder' | 'unclaimed' | 'removed';
  /** Of the account. */
  name: string;
  language: Lang | null;
};

const ADDRESSED = `select u.account_id as "accountId", u.id, u.email, u.password_hash as "passwordHash", u.role,
     u.email_verified_at is not null as "isVerified", a.name, a.language,
     case
       when exists (
         select 1 from user_emails e where e.email = u.email and e.account_id = u.account_id and e.user_id = u.id
       ) then 'holder'
       when exists (
         select 1 from unclaimed_emails e where e.email = u.email and e.account_id = u.account_id and e.user_id = u.id
       ) then 'unclaimed'
       else 'removed'
     end as standing
   from users u
   join accounts a on a.id = u.account_id
   where u.account_id = $1
     and u.id = $2`;
const addressedUser = statement('emails.user', ADDRESSED);
const lockedUser = statement('emails.lock_user', `${ADDRESSED} for no key update of u`);

export async function findAddressedUser(
  db: Db,
  accountId: string,
  userId: string,
): Promise<AddressedUser | null> {
  const [row] = await db.query<AddressedUser>(addressedUser, [accountId, userId]);
  return row ?? null;
}

/** A user and the holder of its address. */
export type AddressState = { user: AddressedUser | null; holder: Holder | null };

/** The address first: the user's standing is read when its holder cannot change any more. */
export async function lockAddress(
  tx: Tx,
  { accountId, id, email }: Pick<AddressedUser, 'accountId' | 'id' | 'email'>,
): Promise<AddressState> {
  const holder = await lockHolder(tx, email);
  const [user = null] = await tx.query<AddressedUser>(lockedUser, [accountId, id]);
  return { user, holder };
}

type Place = { email: string; accountId: string; userId: string };

export type NewUnclaimed = Place & { hint: string | null; at: Date };

export const addUnclaimed: RowWriter<NewUnclaimed> = {
  statement: statement(
    'emails.add_unclaimed',
    `insert into unclaimed_emails (email, account_id, user_id, password_hint, created_at)
     select *
     from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
     returning email`,
  ),
  values: (rows) => [
    rows.map(({ email }) => email),
    rows.map(({ accountId }) => accountId),
    rows.map(({ userId }) => userId),
    rows.map(({ hint }) => hint),
    rows.map(({ at }) => at),
  ],
  writes: 'all',
};

const removeUnclaimed: RowWriter<Place> = {
  statement: statement(
    'emails.remove_unclaimed',
    `delete from unclaimed_emails e
     using unnest($1::text[], $2::uuid[], $3::uuid[]) as n (email, account_id, user_id)
     where e.email = n.email
       and e.account_id = n.account_id
       and e.user_id = n.user_id
     returning e.email`,
  ),
  values: placesOf,
  writes: 'all',
};

const replaceHolder: RowWriter<Place> = {
  statement: statement(
    'emails.replace_holder',
    `insert into user_emails as e (email, account_id, user_id)
     select *
     from unnest($1::text[], $2::uuid[], $3::uuid[])
     on conflict (email) do update
       set account_id = excluded.account_id,
           user_id = excluded.user_id
     returning e.email`,
  ),
  values: placesOf,
  writes: 'all',
};

function placesOf(rows: readonly Place[]): readonly unknown[] {
  return [
    rows.map(({ email }) => email),
    rows.map(({ accountId }) => accountId),
    rows.map(({ userId }) => userId),
  ];
}

/** The user becomes the holder. One who held the address without proof can still sign in, as an unclaimed user. */
export function holderRows(user: Place, displaced: Holder | null, at: Date) {
  return [rowWrite(removeUnclaimed, user), ...newHolderRows(user, displaced, at)];
}

/** The same for a user who is made now, by a link of that mailbox: the address is new, or was never proved. */
export function newHolderRows(user: Place, displaced: Holder | null, at: Date) {
  const { email } = user;
  const before = displaced && { email, accountId: displaced.accountId, userId: displaced.userId };
  return [
    rowWrite(replaceHolder, user),
    ...(before ? [rowWrite(addUnclaimed, { ...before, hint: null, at })] : []),
  ];
}

export const markVerified: RowWriter<{ accountId: string; userId: string; at: Date }> = {
  statement: statement(
    'users.mark_verified',
    `update users u
     set email_verified_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, at)
     where u.account_id = n.account_id
       and u.id = n.id
     returning u.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ userId }) => userId),
    rows.map(({ at }) => at),
  ],
  writes: 'all',
};

/** With a new password: only an unclaimed user has a hint. */
export const saveHint: RowWriter<{ accountId: string; userId: string; hint: string }> = {
  statement: statement(
    'emails.save_hint',
    `update unclaimed_emails e
     set password_hint = n.hint
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (account_id, user_id, hint)
     where e.account_id = n.account_id
       and e.user_id = n.user_id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ userId }) => userId),
    rows.map(({ hint }) => hint),
  ],
  writes: 'any',
};
