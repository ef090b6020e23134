import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Reader } from '../write/answer.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../write/effects.ts';
import type { AccountRow } from './shapes.ts';

/** Whether a user of the account has shown that the account's address is theirs. */
export const EMAIL_VERIFIED = `exists (
    select 1
    from users u
    where u.account_id = accounts.id
      and u.email = accounts.email
      and u.email_verified_at is not null
  ) as email_verified`;

export const FEE_PLAN_NAME = `(
    select p.name from fee_plans p where p.id = accounts.fee_plan_id
  ) as fee_plan_name`;

const COLUMNS = `id, name, email, document, person_type, phone, status, status_reason, identity_verified,
  payment_provider, payout_pix_key, page_name, page_color, language, address, contact_email, contact_phone,
  contact_whatsapp, has_own_fees, created_at, ${EMAIL_VERIFIED}, ${FEE_PLAN_NAME}`;

export type NewAccount = {
  account: Omit<
    AccountRow,
    | 'status_reason'
    | 'payout_pix_key'
    | 'page_name'
    | 'page_color'
    | 'language'
    | 'address'
    | 'contact_email'
    | 'contact_phone'
    | 'contact_whatsapp'
    | 'email_verified'
    | 'fee_plan_name'
    | 'has_own_fees'
  >;
  user: {
    id: string;
    passwordHash: string;
    role: 'seller' | 'operator';
    /** The account of the operator who added this one and chose its first password. */
    addedBy?: string | null;
    /** Null: the user has yet to show that the address is theirs. */
    emailVerifiedAt?: Date | null;
  };
};

/** The default fee plan of the specification: 5.99% + 2.50, 5% held for 30 days. */
const DEFAULT_PLAN = { feeBasisPoints: 599, feeFixedCents: 250n, reserveBasisPoints: 500, reserveDays: 30 };

/** E-mail lookup, account, user and an empty ledger appear together. */
export function newAccountRows(made: NewAccount): RowWrite[] {
  return [rowWrite(insertEmail, made), ...unclaimedAccountRows(made)];
}

/** The same without the e-mail lookup. */
export function unclaimedAccountRows(made: NewAccount): RowWrite[] {
  return [insertAccount, insertUser, insertLedger, insertCountMark, insertMailSettings].map((writer) =>
    rowWrite(writer, made),
  );
}

const insertEmail: RowWriter<NewAccount> = {
  statement: statement(
    'accounts.add_email',
    `insert into user_emails (email, account_id, user_id)
     select *
     from unnest($1::text[], $2::uuid[], $3::uuid[])
     returning email`,
  ),
  values: (rows) => [
    rows.map(({ account }) => account.email),
    rows.map(({ account }) => account.id),
    rows.map(({ user }) => user.id),
  ],
  writes: 'all',
};

const insertAccount: RowWriter<NewAccount> = {
  statement: statement(
    'accounts.add',
    `insert into accounts (id, name, email, document, person_type, phone, status, identity_verified, payment_provider,
       created_at, fee_basis_points, fee_fixed_cents, reserve_basis_points, reserve_days)
     select n.*, $11::integer, $12::bigint, $13::integer, $14::integer
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[],
       $9::text[], $10::timestamptz[]) as n
     returning id`,
  ),
  values: (rows) => [
    rows.map(({ account }) => account.id),
    rows.map(({ account }) => account.name),
    rows.map(({ account }) => account.email),
    rows.map(({ account }) => account.document),
    rows.map(({ account }) => account.person_type),
    rows.map(({ account }) => account.phone),
    rows.map(({ account }) => account.status),
    rows.map(({ account }) => account.identity_verified),
    rows.map(({ account }) => account.payment_provider),
    rows.map(({ account }) => account.created_at),
    DEFAULT_PLAN.feeBasisPoints,
    DEFAULT_PLAN.feeFixedCents,
    DEFAULT_PLAN.reserveBasisPoints,
    DEFAULT_PLAN.reserveDays,
  ],
  writes: 'all',
};

const insertUser: RowWriter<NewAccount> = {
  statement: statement(
    'accounts.add_user',
    `insert into users (account_id, id, email, password_hash, role, added_by, created_at, email_verified_at,
       must_change_password)
     select n.*, n.added_by is not null
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::timestamptz[],
       $8::timestamptz[])
       as n (account_id, id, email, password_hash, role, added_by, created_at, email_verified_at)
     returning id`,
  ),
  values: (rows) => [
    rows.map(({ account }) => account.id),
    rows.map(({ user }) => user.id),
    rows.map(({ account }) => account.email),
    rows.map(({ user }) => user.passwordHash),
    rows.map(({ user }) => user.role),
    rows.map(({ user }) => user.addedBy ?? null),
    rows.map(({ account }) => account.created_at),
    rows.map(({ user }) => user.emailVerifiedAt ?? null),
  ],
  writes: 'all',
};

const insertLedger: RowWriter<NewAccount> = {
  statement: statement(
    'accounts.add_ledger',
    'insert into ledger_balances (account_id) select unnest($1::uuid[]) returning account_id',
  ),
  values: (rows) => [rows.map(({ account }) => account.id)],
  writes: 'all',
};

const insertCountMark: RowWriter<NewAccount> = {
  statement: statement(
    'accounts.add_count_mark',
    'insert into charge_count_marks (account_id) select unnest($1::uuid[]) returning account_id',
  ),
  values: (rows) => [rows.map(({ account }) => account.id)],
  writes: 'all',
};

/** Its mails begin with its first event. */
const insertMailSettings: RowWriter<NewAccount> = {
  statement: statement(
    'accounts.add_mail_settings',
    'insert into mail_settings (account_id) select unnest($1::uuid[]) returning account_id',
  ),
  values: (rows) => [rows.map(({ account }) => account.id)],
  writes: 'all',
};

const accountById = statement('accounts.by_id', `select ${COLUMNS} from accounts where id = $1`);

export async function findAccount(db: Reader, id: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(accountById, [id]);
  return row ?? null;
}

export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | null> {
  const [row] = await tx.query<AccountRow>(
    `select ${COLUMNS} from accounts where id = $1 for no key update`,
    [id],
  );
  return row ?? null;
}

/** What a seller may change of its own account. */
export const saveProfile: RowWriter<AccountRow> = {
  statement: statement(
    'accounts.save_profile',
    `update accounts a
     set name = n.name,
         phone = n.phone,
         payout_pix_key = n.payout_pix_key,
         page_name = n.page_name,
         page_color = n.page_color,
         language = n.language,
         address = n.address,
         contact_email = n.contact_email,
         contact_phone = n.contact_phone,
         contact_whatsapp = n.contact_whatsapp
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::text[], $11::text[])
       as n (id, name, phone, payout_pix_key, page_name, page_color, language, address, contact_email, contact_phone,
         contact_whatsapp)
     where a.id = n.id
     returning a.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.id),
    rows.map((row) => row.name),
    rows.map((row) => row.phone),
    rows.map((row) => row.payout_pix_key),
    rows.map((row) => row.page_name),
    rows.map((row) => row.page_color),
    rows.map((row) => row.language),
    rows.map((row) => row.address),
    rows.map((row) => row.contact_email),
    rows.map((row) => row.contact_phone),
    rows.map((row) => row.contact_whatsapp),
  ],
  writes: 'all',
};

export type EmailOwner = { accountId: string; userId: string };

const emailOwner = statement(
  'accounts.email_owner',
  'select account_id as "accountId", user_id as "userId" from user_emails where email = $1',
);

export async function findEmailOwner(db: Reader, email: string): Promise<EmailOwner | null> {
  const [row] = await db.query<EmailOwner>(emailOwner, [email]);
  return row ?? null;
}

export type UserRow = {
  account_id: string;
  id: string;
  email: string;
  password_hash: string;
  role: 'seller' | 'operator';
};

export async function findUser(db: Db, accountId: string, id: string): Promise<UserRow | null> {
  const [row] = await db.query<UserRow>(
    'select account_id, id, email, password_hash, role from users where account_id = $1 and id = $2',
    [accountId, id],
  );
  return row ?? null;
}

/** The hash of the user's password, which nothing can change until the transaction ends. */
export async function lockPassword(tx: Tx, accountId: string, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ password_hash: string }>(
    'select password_hash from users where account_id = $1 and id = $2 for no key update',
    [accountId, userId],
  );
  return row?.password_hash ?? null;
}
