import { recordAction } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { outwaitCaches } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { fail, invalidField } from '../../kit/errors.ts';
import { holdPassword, replacePassword } from '../store.ts';
import { hashPassword } from './passwords.ts';
import { asProof, provePassword } from './prove.ts';
import type { User } from './sessions.ts';

/** Ends every session of the user, this one included. */
export async function changePassword(
  deps: Deps,
  actor: User,
  passwords: { current: string; next: string },
): Promise<void> {
  const user = await asProof(deps, actor, () => provePassword(deps, actor, passwords.current));
  if (passwords.next === passwords.current) throw invalidField('new_password', 'is the current password');
  const { account_id: accountId, id } = user;
  const passwordHash = await hashPassword(passwords.next);
  await transaction(deps.db, async (tx) => {
    if (!(await holdPassword(tx, user))) fail('INVALID_CREDENTIALS');
    await replacePassword(tx, { accountId, id, passwordHash }, new Date(systemMs()));
    const target = { kind: 'user', id };
    await recordAction(tx, { actor, accountId, action: 'user.password_changed', target, details: {} });
  });
  await outwaitCaches();
}
