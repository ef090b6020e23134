import { type Actor, recordAction } from '../audit/record.ts';
import { maskPixKey } from '../brazil/pix-key.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { notFound } from '../kit/errors.ts';
import type { AccountRow } from './shapes.ts';
import { type AccountChange, lockAccount, updateAccount } from './store.ts';

/** A seller changes its own account. The log keeps what was and what is; a change that changes nothing leaves no line. */
export async function changeProfile(deps: Deps, actor: Actor, change: AccountChange): Promise<AccountRow> {
  const { accountId } = actor;
  return transaction(deps.db, async (tx) => {
    const before = await lockAccount(tx, accountId);
    const after = await updateAccount(tx, accountId, change);
    if (!before || !after) throw notFound('Account');
    const details = differences(before, after);
    if (Object.keys(details).length > 0) {
      const target = { kind: 'account', id: accountId };
      await recordAction(tx, { actor, accountId, action: 'account.changed', target, details });
    }
    return after;
  });
}

function differences(before: AccountRow, after: AccountRow): Record<string, object> {
  const fields = (Object.keys(after) as (keyof AccountRow)[]).filter((field) => field !== 'created_at');
  const changed = fields.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(
    changed.map((field) => [field, { before: shown(field, before), after: shown(field, after) }]),
  );
}

/** A payout key is told apart by its end; whoever reads the log need not learn it. */
function shown(field: keyof AccountRow, row: AccountRow): unknown {
  const value = row[field];
  return field === 'payout_pix_key' && row.payout_pix_key ? maskPixKey(row.payout_pix_key) : value;
}
