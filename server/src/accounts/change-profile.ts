import type { Action, Actor } from '../audit/record.ts';
import { addressLine, addressOf } from '../brazil/address.ts';
import { maskPixKey } from '../brazil/pix-key.ts';
import type { Deps } from '../http/deps.ts';
import { notFound } from '../kit/errors.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import type { AccountRow } from './shapes.ts';
import { lockAccount, saveProfile } from './store.ts';

/** undefined: unchanged; null: cleared. */
export type ProfileChange = {
  name?: string | undefined;
  phone?: string | null | undefined;
  payoutPixKey?: string | null | undefined;
  pageName?: string | null | undefined;
  pageColor?: string | null | undefined;
  language?: 'pt' | 'en' | null | undefined;
  /** As text. */
  address?: string | null | undefined;
  contactEmail?: string | null | undefined;
  contactPhone?: string | null | undefined;
  contactWhatsapp?: string | null | undefined;
};

/** A seller changes its own account. */
export async function changeProfile(deps: Deps, actor: Actor, change: ProfileChange): Promise<AccountRow> {
  return deps.writer.commit({
    load: (tx) => lockAccount(tx, actor.accountId),
    decide: (account) => decideProfileChange(account, actor, change),
  });
}

/** The audit log gets the old and the new values; a request that changes nothing leaves no entry. */
export function decideProfileChange(
  before: AccountRow | null,
  actor: Actor,
  change: ProfileChange,
): Decision<AccountRow> {
  if (!before) return notFound('Account');
  const after = withChange(before, change);
  const details = differences(before, after);
  if (Object.keys(details).length === 0) return done(after);
  const { id } = before;
  const target = { kind: 'account', id };
  const action: Action = { actor, accountId: id, action: 'account.changed', target, details };
  return done(after, { rows: [rowWrite(saveProfile, after)], audit: [action] });
}

function withChange(before: AccountRow, change: ProfileChange): AccountRow {
  const given = <T>(value: T | undefined, current: T): T => (value === undefined ? current : value);
  return {
    ...before,
    name: given(change.name, before.name),
    phone: given(change.phone, before.phone),
    payout_pix_key: given(change.payoutPixKey, before.payout_pix_key),
    page_name: given(change.pageName, before.page_name),
    page_color: given(change.pageColor, before.page_color),
    language: given(change.language, before.language),
    address: given(change.address, before.address),
    contact_email: given(change.contactEmail, before.contact_email),
    contact_phone: given(change.contactPhone, before.contact_phone),
    contact_whatsapp: given(change.contactWhatsapp, before.contact_whatsapp),
  };
}

function differences(before: AccountRow, after: AccountRow): Record<string, object> {
  const fields = (Object.keys(after) as (keyof AccountRow)[]).filter((field) => field !== 'created_at');
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(
    changed.map((field) => [field, { before: shown(field, before), after: shown(field, after) }]),
  );
}

/** A payout key is masked: the log only has to show that it changed. */
function shown(field: keyof AccountRow, row: AccountRow): unknown {
  if (field === 'payout_pix_key' && row.payout_pix_key) return maskPixKey(row.payout_pix_key);
  const address = field === 'address' ? addressOf(row.address) : null;
  return address ? addressLine(address) : row[field];
}
