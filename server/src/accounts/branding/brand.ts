import type { Action, Actor } from '../../audit/record.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type FileRow, keepFile, lockFile, releaseFile } from '../../files/store.ts';
import type { Deps } from '../../http/deps.ts';
import { assert, invalidField } from '../../kit/errors.ts';
import type { Reader } from '../../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../../write/effects.ts';

/** What payers see of an account. */
export type Brand = {
  id: string;
  page_name: string | null;
  page_color: string | null;
  logo_file_id: string | null;
  checkout_message: string | null;
  receipt_message: string | null;
};
const FIELDS = ['page_name', 'page_color', 'logo_file_id', 'checkout_message', 'receipt_message'] as const;

/** undefined: unchanged; null: cleared. */
export type BrandChange = { readonly [Field in (typeof FIELDS)[number]]?: string | null | undefined };

const byId = statement('accounts.brand', `select id, ${FIELDS.join(', ')} from accounts where id = $1`);
const lockById = statement('accounts.lock_brand', `${byId.text} for no key update`);

export async function findBrand(db: Reader, accountId: string): Promise<Brand> {
  const [row] = await db.query<Brand>(byId, [accountId]);
  assert(row, 'an account that asks exists');
  return row;
}

const saveBrand: RowWriter<Brand> = {
  statement: statement(
    'accounts.save_brand',
    `update accounts a
     set page_name = n.page_name,
         page_color = n.page_color,
         logo_file_id = n.logo_file_id,
         checkout_message = n.checkout_message,
         receipt_message = n.receipt_message
     from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[])
       as n (id, page_name, page_color, logo_file_id, checkout_message, receipt_message)
     where a.id = n.id
     returning a.id`,
  ),
  values: (rows) => [rows.map(({ id }) => id), ...FIELDS.map((field) => rows.map((row) => row[field]))],
  writes: 'all',
};

export async function changeBrand(deps: Deps, actor: Actor, change: BrandChange): Promise<Brand> {
  const now = deps.clock.now();
  const { accountId } = actor;
  return deps.writer.commit({
    load: async (tx): Promise<BrandState> => ({
      before: await lockBrand(tx, accountId),
      logo: change.logo_file_id ? await lockFile(tx, accountId, change.logo_file_id, 'logo') : null,
    }),
    decide: (state) => decideBrand(state, actor, change, now),
  });
}

async function lockBrand(tx: Tx, accountId: string): Promise<Brand> {
  const [row] = await tx.query<Brand>(lockById, [accountId]);
  assert(row, 'an account that asks exists');
  return row;
}

type BrandState = { before: Brand; logo: Pick<FileRow, 'id'> | null };

/** The audit log gets the old and the new values; a request that changes nothing leaves no entry. */
function decideBrand(
  { before, logo }: BrandState,
  actor: Actor,
  change: BrandChange,
  now: Date,
): Decision<Brand> {
  if (change.logo_file_id && !logo) {
    return invalidField('logo_file_id', 'must be the id of a file that was uploaded with the purpose logo');
  }
  const after = { ...before };
  for (const field of FIELDS) if (change[field] !== undefined) after[field] = change[field] || null;
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return done(after);
  const { id: accountId } = before;
  const details = Object.fromEntries(
    changed.map((field) => [field, { before: before[field], after: after[field] }]),
  );
  const target = { kind: 'account', id: accountId };
  const action: Action = { actor, accountId, action: 'account.branding_changed', target, details };
  const isOther = after.logo_file_id !== before.logo_file_id;
  const kept = isOther && after.logo_file_id;
  const released = isOther && before.logo_file_id;
  return done(after, {
    rows: [
      rowWrite(saveBrand, after),
      ...(kept ? [rowWrite(keepFile, { accountId, id: kept })] : []),
      ...(released ? [rowWrite(releaseFile, { accountId, id: released, now })] : []),
    ],
    audit: [action],
  });
}
