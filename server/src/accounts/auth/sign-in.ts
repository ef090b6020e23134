import { recordAction, systemActor } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { fail } from '../../kit/errors.ts';
import { findUserByEmail, holdPassword, type UserRow } from '../store.ts';
import { passwordMatches } from './passwords.ts';
import { type Arrival, type OpenedSession, openSession } from './sessions.ts';
import { forgetTries, giveTryBack, type Mark, signInMarks, takeTry } from './tries.ts';
import { acceptCode, hasSecondFactor } from './two-factor.ts';

export type Credentials = { email: string; password: string; code?: string | undefined };
type Refusal = 'INVALID_CREDENTIALS' | 'TWO_FACTOR_REQUIRED' | 'TWO_FACTOR_INVALID';
type SignedIn = OpenedSession & { accountId: string };

/** An unknown e-mail is counted, locked and answered like a known one, after the same work. */
export async function signIn(deps: Deps, credentials: Credentials, arrival: Arrival): Promise<SignedIn> {
  const email = credentials.email.toLowerCase();
  const marks = signInMarks(deps.vault, email, arrival.address ?? '');
  const exhausted = await takeTry(deps.db, marks);
  const user = await findUserByEmail(deps.db, email);
  const matches = await passwordMatches(credentials.password, user?.password_hash ?? null);
  const outcome =
    user && matches
      ? await enter(deps, user, { code: credentials.code, marks, arrival })
      : 'INVALID_CREDENTIALS';
  if (typeof outcome !== 'string') return outcome;
  const isLocked = exhausted.includes('email') && outcome !== 'TWO_FACTOR_REQUIRED';
  if (user && isLocked) await recordLock(deps, user, arrival);
  fail(outcome);
}

type Entry = { code: string | undefined; marks: Mark[]; arrival: Arrival };

/** The password was right. A change of password that comes in between wins: it ends every session it finds. */
function enter(deps: Deps, user: UserRow, { code, marks, arrival }: Entry): Promise<SignedIn | Refusal> {
  const owner = { accountId: user.account_id, userId: user.id };
  return transaction(deps.db, async (tx) => {
    if (!(await holdPassword(tx, user))) return 'INVALID_CREDENTIALS';
    if (await hasSecondFactor(tx, owner)) {
      if (code === undefined) {
        await giveTryBack(tx, marks);
        return 'TWO_FACTOR_REQUIRED';
      }
      if (!(await acceptCode(deps, tx, owner, code))) return 'TWO_FACTOR_INVALID';
    }
    await forgetTries(tx, marks);
    return { ...(await openSession(deps, tx, owner, arrival)), accountId: user.account_id };
  });
}

async function recordLock({ db }: Deps, user: UserRow, { byCookie: _, ...from }: Arrival): Promise<void> {
  const { account_id: accountId, id } = user;
  const actor = { ...systemActor(accountId), ...from };
  const target = { kind: 'user', id };
  await transaction(db, (tx) =>
    recordAction(tx, { actor, accountId, action: 'user.login_locked', target, details: {} }),
  );
}
