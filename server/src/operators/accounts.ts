import type { AccountRow } from '../accounts/shapes.ts';
import { EMAIL_VERIFIED, FEE_PLAN_NAME } from '../accounts/store.ts';
import type { CardSettlement } from '../charges/receivables/receivable.ts';
import { type Db, statement } from '../db/pool.ts';
import type { IdPage } from '../http/id-page.ts';
import { isId } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';

export const ACCOUNT_STATUSES = ['active', 'pending', 'blocked'] as const;
export const MAX_SEARCH_LENGTH = 120;

/** An account with the fields that only operators see and change. */
export type ManagedAccount = AccountRow & {
  fee_basis_points: number;
  fee_fixed_cents: Cents;
  reserve_basis_points: number;
  reserve_days: number;
  card_settlement: CardSettlement;
  anticipation_basis_points: number | null;
  rate_general: number | null;
  rate_charges: number | null;
  rate_webhooks: number | null;
  pix_providers: string[] | null;
  boleto_providers: string[] | null;
  fee_plan_id: string | null;
  /** Its terms differ from its plan's by an operator's decision. */
  has_own_fees: boolean;
};

export const MANAGED_COLUMNS = `id, name, email, document, person_type, phone, status, status_reason,
  identity_verified, payment_provider, payout_pix_key, page_name, page_color, language, address, contact_email,
  contact_phone, contact_whatsapp, fee_basis_points, fee_fixed_cents, reserve_basis_points, reserve_days, card_settlement,
  anticipation_basis_points, rate_general, rate_charges, rate_webhooks, pix_providers, boleto_providers, fee_plan_id, has_own_fees, created_at, ${EMAIL_VERIFIED}, ${FEE_PLAN_NAME}`;

const accountById = statement(
  'operators.account_by_id',
  `select ${MANAGED_COLUMNS}
   from accounts
   where id = $1`,
);

export async function findManagedAccount(db: Db, id: string): Promise<ManagedAccount | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<ManagedAccount>(accountById, [id]);
  return row ?? null;
}

export type AccountFilter = { search?: string | undefined; status?: AccountRow['status'] | undefined };

export async function listAccounts(
  db: Db,
  filter: AccountFilter,
  page: IdPage,
): Promise<{ rows: ManagedAccount[]; total: bigint }> {
  const { where, values } = matching(filter);
  const [rows, [count]] = await Promise.all([
    db.query<ManagedAccount>(
      `select ${MANAGED_COLUMNS}
       from accounts
       where ${where}
         and id < $${values.length + 1}
       order by id desc
       limit $${values.length + 2}
       offset $${values.length + 3}`,
      [...values, page.below, page.limit + 1, page.offset],
    ),
    db.query<{ total: bigint }>(`select count(*) as total from accounts where ${where}`, values),
  ]);
  return { rows, total: count?.total ?? 0n };
}

export type FoundAccount = Pick<ManagedAccount, 'id' | 'name' | 'email' | 'document' | 'status'>;

/** By the beginning of a name, e-mail or document, or by a whole id. */
export function findAccounts(db: Db, search: string, limit: number): Promise<FoundAccount[]> {
  const { where, values } = matching({ search });
  return db.query<FoundAccount>(
    `select id, name, email, document, status
     from accounts
     where ${where}
     order by id desc
     limit ${limit}`,
    values,
  );
}

function matching({ search, status }: AccountFilter): { where: string; values: string[] } {
  const values: string[] = [];
  const conditions = ['true'];
  if (status) conditions.push(`status = $${values.push(status)}`);
  if (search !== undefined) conditions.push(`(${alternatives(search, values).join(' or ')})`);
  return { where: conditions.join('\n         and '), values };
}

const PUNCTUATION = /[.\-/ ]/g;

/** Each alternative has its own index, so that a prefix search does not read every account. */
function alternatives(search: string, values: string[]): string[] {
  const text = `lower($${values.push(beginningWith(search.trim()))})`;
  const found = [`lower(name) like ${text}`, `email like ${text}`];
  const document = search.replace(PUNCTUATION, '');
  if (document) found.push(`document like upper($${values.push(beginningWith(document))})`);
  if (isId(search)) found.push(`id = $${values.push(search)}`);
  return found;
}

function beginningWith(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
