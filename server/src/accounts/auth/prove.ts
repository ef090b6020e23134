import type { Deps } from '../../http/deps.ts';
import { GatewayError } from '../../kit/errors.ts';
import { findUser, type UserRow } from '../store.ts';
import { passwordMatches } from './passwords.ts';
import type { Owner, User } from './sessions.ts';
import { clearTries, countTry, sessionMarks } from './tries.ts';

/**
 * Runs a check that the signed-in user must pass: the password again, or a code. It fails by throwing, and then counts:
 * after ten failures the checks of this session wait longer and longer, so that a session left open gives no way to guess
 * passwords.
 */
export async function withLimitedTries<T>(
  deps: Deps,
  { credentialId }: Pick<User, 'credentialId'>,
  check: () => Promise<T>,
): Promise<T> {
  const marks = sessionMarks(deps.vault, credentialId);
  await countTry(deps.writer, marks);
  const result = await check();
  await clearTries(deps.writer, marks);
  return result;
}

/** Only inside `withLimitedTries`. */
export async function provePassword({ db }: Deps, owner: Owner, password: string): Promise<UserRow> {
  const user = await findUser(db, owner.accountId, owner.userId);
  const matches = await passwordMatches(password, user?.password_hash ?? null);
  if (!user || !matches) throw wrongPassword();
  return user;
}

/** Only a signed-in user is asked again: it is the password that is wrong. */
export function wrongPassword(): GatewayError {
  return new GatewayError('INVALID_CREDENTIALS', 'Wrong password');
}
