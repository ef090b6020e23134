import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { fail } from '../../kit/errors.ts';
import { findUser, type UserRow } from '../store.ts';
import { passwordMatches } from './passwords.ts';
import type { Owner } from './sessions.ts';
import { forgetTries, takeTry, userMarks } from './tries.ts';

/**
 * Who is signed in proves something again. `work` throws when the proof fails: then it counts, and ten failures lock
 * this user's proofs, so that somebody at a forgotten screen cannot try passwords without end.
 */
export async function asProof<T>(deps: Deps, { userId }: Owner, work: () => Promise<T>): Promise<T> {
  const marks = userMarks(deps.vault, userId);
  await takeTry(deps.db, marks);
  const result = await work();
  await transaction(deps.db, (tx) => forgetTries(tx, marks));
  return result;
}

/** Only inside `asProof`. */
export async function provePassword({ db }: Deps, owner: Owner, password: string): Promise<UserRow> {
  const user = await findUser(db, owner.accountId, owner.userId);
  const matches = await passwordMatches(password, user?.password_hash ?? null);
  if (!user || !matches) fail('INVALID_CREDENTIALS');
  return user;
}
