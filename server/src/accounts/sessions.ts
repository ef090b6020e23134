import { SignJWT } from 'jose';
import { transaction } from '../db/transaction.ts';
import { outwaitCaches } from '../db/trusted-cache.ts';
import type { Deps } from '../http/deps.ts';
import type { Principal } from '../http/principal.ts';
import { SECOND_MS, systemMs } from '../kit/clock.ts';
import { assert, fail } from '../kit/errors.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { endSession, findUser, findUserByEmail, insertSession, replacePassword } from './store.ts';

export const TOKEN_SECONDS = 3_600;

/** Tokens live in real time: moving the sandbox clock signs nobody out. */
export async function openSession(deps: Deps, accountId: string, userId: string): Promise<string> {
  const id = deps.ids.next();
  const createdAt = new Date(systemMs());
  const expiresAt = new Date(createdAt.getTime() + TOKEN_SECONDS * SECOND_MS);
  await insertSession(deps.db, { accountId, id, userId, createdAt, expiresAt });
  return new SignJWT({ account_id: accountId, sid: id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(createdAt)
    .setExpirationTime(expiresAt)
    .sign(deps.vault.key('jwt'));
}

export async function signIn(
  deps: Deps,
  email: string,
  password: string,
): Promise<{ token: string; accountId: string }> {
  const user = await findUserByEmail(deps.db, email.toLowerCase());
  const matches = await passwordMatches(password, user?.password_hash ?? null);
  if (!user || !matches) fail('INVALID_CREDENTIALS');
  return { token: await openSession(deps, user.account_id, user.id), accountId: user.account_id };
}

export async function signOut(deps: Deps, principal: Principal): Promise<void> {
  await endSession(deps.db, principal.accountId, principal.credentialId, new Date(systemMs()));
  await outwaitCaches();
}

/** Ends every session of the user, this one included. */
export async function changePassword(
  deps: Deps,
  principal: Principal,
  passwords: { current: string; next: string },
): Promise<void> {
  assert(principal.userId, 'a JWT belongs to a user');
  const user = await findUser(deps.db, principal.accountId, principal.userId);
  const matches = await passwordMatches(passwords.current, user?.password_hash ?? null);
  if (!user || !matches) fail('INVALID_CREDENTIALS');
  const passwordHash = await hashPassword(passwords.next);
  await transaction(deps.db, (tx) =>
    replacePassword(tx, { accountId: user.account_id, id: user.id, passwordHash }, new Date(systemMs())),
  );
  await outwaitCaches();
}
