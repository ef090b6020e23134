import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { AccountRow } from './shapes.ts';

const COLUMNS = `id, name, email, document, person_type, phone, status, status_reason, identity_verified,
  payment_provider, payout_pix_key, page_name, page_color, language, created_at`;

export type NewAccount = {
  account: Omit<AccountRow, 'status_reason' | 'payout_pix_key' | 'page_name' | 'page_color' | 'language'>;
  user: {
    id: string;
    passwordHash: string;
    role: 'seller' | 'operator';
    /** The operator's account that added this one and chose its first password. */
    addedBy?: string | null;
  };
};

/** The default fee plan of the specification: 5.99% + 2.50, 5% held for 30 days. */
const DEFAULT_PLAN = { feeBasisPoints: 599, feeFixedCents: 250n, reserveBasisPoints: 500, reserveDays: 30 };

/** Account, user, e-mail look-up and empty books appear together. */
export async function insertAccount(tx: Tx, { account, user }: NewAccount): Promise<void> {
  await tx.query('insert into user_emails (email, account_id, user_id) values ($1, $2, $3)', [
    account.email,
    account.id,
    user.id,
  ]);
  await tx.query(
    `insert into accounts (id, name, email, document, person_type, phone, status, identity_verified, payment_provider,
       fee_basis_points, fee_fixed_cents, reserve_basis_points, reserve_days, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      account.id,
      account.name,
      account.email,
      account.document,
      account.person_type,
      account.phone,
      account.status,
      account.identity_verified,
      account.payment_provider,
      DEFAULT_PLAN.feeBasisPoints,
      DEFAULT_PLAN.feeFixedCents,
      DEFAULT_PLAN.reserveBasisPoints,
      DEFAULT_PLAN.reserveDays,
      account.created_at,
    ],
  );
  await tx.query(
    `insert into users (account_id, id, email, password_hash, role, added_by, must_change_password, created_at)
     values ($1, $2, $3, $4, $5, $6::uuid, $6::uuid is not null, $7)`,
    [
      account.id,
      user.id,
      account.email,
      user.passwordHash,
      user.role,
      user.addedBy ?? null,
      account.created_at,
    ],
  );
  await tx.query('insert into ledger_balances (account_id) values ($1)', [account.id]);
  await tx.query('insert into charge_count_marks (account_id) values ($1)', [account.id]);
}

const accountById = statement('accounts.by_id', `select ${COLUMNS} from accounts where id = $1`);

export async function findAccount(db: Db, id: string): Promise<AccountRow | null> {
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

export type UserRow = {
  account_id: string;
  id: string;
  email: string;
  password_hash: string;
  role: 'seller' | 'operator';
};

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db.query<UserRow>(
    `select u.account_id, u.id, u.email, u.password_hash, u.role
     from user_emails e
     join users u on u.account_id = e.account_id and u.id = e.user_id
     where e.email = $1`,
    [email],
  );
  return row ?? null;
}

export async function findUser(db: Db, accountId: string, id: string): Promise<UserRow | null> {
  const [row] = await db.query<UserRow>(
    'select account_id, id, email, password_hash, role from users where account_id = $1 and id = $2',
    [accountId, id],
  );
  return row ?? null;
}

/** False when the password was changed meanwhile. Until the end of the transaction it cannot be. */
export async function holdPassword(tx: Tx, user: UserRow): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from users where account_id = $1 and id = $2 and password_hash = $3 for no key update',
    [user.account_id, user.id, user.password_hash],
  );
  return rows.length > 0;
}

export async function replacePassword(
  tx: Tx,
  user: { accountId: string; id: string; passwordHash: string },
  at: Date,
): Promise<void> {
  await tx.query(
    'update users set password_hash = $3, must_change_password = false where account_id = $1 and id = $2',
    [user.accountId, user.id, user.passwordHash],
  );
  await tx.query(
    'update sessions set ended_at = $3 where account_id = $1 and user_id = $2 and ended_at is null',
    [user.accountId, user.id, at],
  );
}

export type AccountChange = {
  name?: string | undefined;
  phone?: string | null | undefined;
  payoutPixKey?: string | null | undefined;
  pageName?: string | null | undefined;
  pageColor?: string | null | undefined;
  language?: 'pt' | 'en' | null | undefined;
};

/** What is undefined stays; null empties. */
export async function updateAccount(
  db: Pick<Db, 'query'>,
  id: string,
  change: AccountChange,
): Promise<AccountRow | null> {
  const { phone, payoutPixKey, pageName, pageColor, language } = change;
  const changed = [phone, payoutPixKey, pageName, pageColor, language];
  const [row] = await db.query<AccountRow>(
    `update accounts
     set name = coalesce($2, name),
         phone = case when $3 then $4 else phone end,
         payout_pix_key = case when $5 then $6 else payout_pix_key end,
         page_name = case when $7 then $8 else page_name end,
         page_color = case when $9 then $10 else page_color end,
         language = case when $11 then $12 else language end
     where id = $1
     returning ${COLUMNS}`,
    [id, change.name ?? null, ...changed.flatMap((value) => [value !== undefined, value ?? null])],
  );
  return row ?? null;
}
