import { systemActor } from '../../audit/record.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { fail, GatewayError } from '../../kit/errors.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, together } from '../../write/effects.ts';
import { findUserByEmail, lockPassword, type UserRow } from '../store.ts';
import { passwordMatches } from './passwords.ts';
import { type NewSession, newSession, type Origin, openedSession, type SignedIn } from './sessions.ts';
import {
  clearedTries,
  codeMarks,
  countTry,
  LoginLocked,
  type Mark,
  signInMarks,
  uncountTry,
} from './tries.ts';
import type { TryKind } from './try-rules.ts';
import { acceptedCode, type FactorState, type GivenCode, givenCode, loadFactor } from './two-factor-codes.ts';

export type Credentials = {
  email: string;
  password: string;
  code?: string | undefined;
  /** The id of the device, if this e-mail has signed in on it before. */
  device: string | null;
};

/** An unknown e-mail is counted, held and answered like a known one, after the same work. */
export async function signIn(
  deps: Deps,
  { email: givenEmail, password, code, device }: Credentials,
  origin: Origin,
  answer?: Answer<SignedIn>,
): Promise<SignedIn> {
  const email = givenEmail.toLowerCase();
  const marks = signInMarks(deps.vault, { email, address: origin.address ?? '', device });
  const lastFree = await countTry(deps.writer, marks);
  const user = await findUserByEmail(deps.db, email);
  const matches = await passwordMatches(password, user?.password_hash ?? null);
  try {
    if (!user || !matches) fail('INVALID_CREDENTIALS');
    return await enter(deps, user, { code, device, marks, origin }, answer);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // The password was right. The client may not know yet that a code is needed, or too many codes were tried by others.
    if (error.code === 'TWO_FACTOR_REQUIRED' || error instanceof LoginLocked) {
      await uncountTry(deps.writer, marks);
    } else if (user && lastFree.some((kind) => RECORDED.includes(kind))) {
      await recordLock(deps, user, origin);
    }
    throw error;
  }
}

/** Of these the account's log tells when they begin to wait. An address is not of one account. */
const RECORDED: readonly TryKind[] = ['device', 'pair', 'email'];

type Entry = {
  code: string | undefined;
  device: string | null;
  marks: readonly Mark[];
  origin: Origin;
};

async function enter(
  deps: Deps,
  user: UserRow,
  { code, device, marks, origin }: Entry,
  answer: Answer<SignedIn> | undefined,
): Promise<SignedIn> {
  const owner = { accountId: user.account_id, userId: user.id };
  const ofCode = code === undefined ? [] : codeMarks(deps.vault, user.id, device);
  await countTry(deps.writer, ofCode);
  const command: SignInCommand = {
    provenHash: user.password_hash,
    code: code === undefined ? null : givenCode(deps.vault, owner, code),
    marks: [...marks, ...ofCode],
    session: await newSession(deps, owner, origin),
  };
  const now = new Date(systemMs());
  return deps.writer.commit(
    {
      load: async (tx): Promise<SignInState> => ({
        passwordHash: await lockPassword(tx, owner.accountId, owner.userId),
        factor: await loadFactor(deps.vault, tx, owner, command.code),
      }),
      decide: (state) => decideSignIn(state, command, now),
    },
    answer,
  );
}

export type SignInState = { passwordHash: string | null; factor: FactorState };
export type SignInCommand = {
  /** The hash that the given password matched. */
  provenHash: string;
  code: GivenCode | null;
  marks: readonly Mark[];
  session: NewSession;
};

/** Refused if the password was changed since it was checked: the change ends every session. */
export function decideSignIn(
  { passwordHash, factor }: SignInState,
  { provenHash, code, marks, session }: SignInCommand,
  now: Date,
): Decision<SignedIn> {
  if (passwordHash !== provenHash) return new GatewayError('INVALID_CREDENTIALS');
  if (factor.secret && !code) return new GatewayError('TWO_FACTOR_REQUIRED');
  const used = factor.secret && code ? acceptedCode(factor, session, code, now) : {};
  if (!used) return new GatewayError('TWO_FACTOR_INVALID');
  const { accountId, token } = session;
  return done({ accountId, token }, together([used, { rows: clearedTries(marks) }, openedSession(session)]));
}

async function recordLock({ writer }: Deps, user: UserRow, origin: Origin): Promise<void> {
  const { byCookie: _, ...from } = origin;
  const { account_id: accountId, id } = user;
  const actor = { ...systemActor(accountId), ...from };
  const target = { kind: 'user', id };
  const action = { actor, accountId, action: 'user.login_locked', target, details: {} };
  await writer.commit({ load: async () => null, decide: () => done(undefined, { audit: [action] }) });
}
