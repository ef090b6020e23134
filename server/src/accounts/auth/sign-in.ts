import { systemActor } from '../../audit/record.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { fail, GatewayError } from '../../kit/errors.ts';
import type { Lang } from '../../kit/language.ts';
import type { NewMail } from '../../mail/record.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, together } from '../../write/effects.ts';
import { findAddressedUser, findCandidates, isSharedAddress, passwordHint } from '../emails.ts';
import { lockPassword, type UserRow } from '../store.ts';
import { findMemberships } from '../team/store.ts';
import { newDeviceMail } from './mails.ts';
import { matchingPassword } from './passwords.ts';
import {
  hasSignedInFrom,
  type NewSession,
  newSession,
  type Origin,
  type Owner,
  openedSession,
  type SignedIn,
} from './sessions.ts';
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
  lang: Lang;
};

/** An unknown e-mail is counted, held and answered like a known one, after the same work. */
export async function signIn(
  deps: Deps,
  { email: givenEmail, password, code, device, lang }: Credentials,
  origin: Origin,
  answer?: Answer<SignedIn>,
): Promise<SignedIn> {
  const email = givenEmail.toLowerCase();
  const marks = signInMarks(deps.vault, { email, address: origin.address ?? '', device });
  const lastFree = await countTry(deps.writer, marks);
  const { user, matches } = await whoSignsIn(deps, email, password);
  try {
    if (!user || !matches) fail('INVALID_CREDENTIALS');
    return await enter(deps, user, { code, device, lang, marks, origin }, answer);
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

/** Of the users with this address, the one whose password it is; else the holder, for the log of failures. */
async function whoSignsIn({ db, vault }: Deps, email: string, password: string) {
  const { holder, unclaimed } = await findCandidates(db, email, passwordHint(vault, email, password));
  const hashes = [holder, unclaimed].map((user) => user?.password_hash ?? null);
  const match = await matchingPassword(password, hashes[0] ?? null, hashes[1] ?? null);
  const user = match === 'second' ? unclaimed : (holder ?? unclaimed);
  return { user, matches: match !== null };
}

/** Of these the account's log tells when they begin to wait. An address is not of one account. */
const RECORDED: readonly TryKind[] = ['device', 'pair', 'email'];

type Entry = {
  code: string | undefined;
  device: string | null;
  lang: Lang;
  marks: readonly Mark[];
  origin: Origin;
};

async function enter(
  deps: Deps,
  user: UserRow,
  { code, device, lang, marks, origin }: Entry,
  answer: Answer<SignedIn> | undefined,
): Promise<SignedIn> {
  const owner = { accountId: user.account_id, userId: user.id };
  const ofCode = code === undefined ? [] : codeMarks(deps.vault, user.id, device);
  await countTry(deps.writer, ofCode);
  const command: SignInCommand = {
    provenHash: user.password_hash,
    code: code === undefined ? null : givenCode(deps.vault, owner, code),
    marks: [...marks, ...ofCode],
    isShared: await isSharedAddress(deps.db, user.email),
    session: await newSession(deps, owner, origin, { actingAccountId: await accountToEnter(deps, owner) }),
    mails: device === null ? await noticesOf(deps, owner, origin, lang) : [],
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

/** The user's own account, or another team that the user is a member of. */
async function accountToEnter({ db }: Deps, { accountId, userId }: Owner): Promise<string> {
  const memberships = await findMemberships(db, userId);
  const [first] = memberships;
  if (!first) fail('FORBIDDEN', 'You are no longer a member of any account');
  return memberships.some(({ id }) => id === accountId) ? accountId : first.id;
}

export type SignInState = { passwordHash: string | null; factor: FactorState };
export type SignInCommand = {
  /** The hash that the given password matched. */
  provenHash: string;
  code: GivenCode | null;
  marks: readonly Mark[];
  /** Others have registered the same e-mail. */
  isShared: boolean;
  session: NewSession;
  /** Notices of a sign-in from a device that the user did not use before. */
  mails: readonly NewMail[];
};

/** Refused if the password was changed since it was checked: the change ends every session. */
export function decideSignIn(
  { passwordHash, factor }: SignInState,
  { provenHash, code, marks, isShared, session, mails }: SignInCommand,
  now: Date,
): Decision<SignedIn> {
  if (passwordHash !== provenHash) return new GatewayError('INVALID_CREDENTIALS');
  if (factor.secret && !code) return new GatewayError('TWO_FACTOR_REQUIRED');
  const used = factor.secret && code ? acceptedCode(factor, session, code, now) : {};
  if (!used) return new GatewayError('TWO_FACTOR_INVALID');
  const { actingAccountId: accountId, token } = session;
  return done(
    { accountId, token },
    together([used, { rows: clearedTries(marks, { isShared }), mails }, openedSession(session)]),
  );
}

/**
 * A browser is known by its cookie. A program has none: it is known by the address it signed in from before. An address
 * that the user never proved may be a stranger's, who is not to be bothered.
 */
async function noticesOf(deps: Deps, owner: Owner, origin: Origin, lang: Lang): Promise<NewMail[]> {
  const user = await findAddressedUser(deps.db, owner.accountId, owner.userId);
  if (!user?.isVerified) return [];
  if (!origin.byCookie && (await hasSignedInFrom(deps.db, owner, origin.address))) return [];
  const { name, email, language } = user;
  return [newDeviceMail({ accountId: owner.accountId, name, email, lang: language ?? lang }, origin)];
}

async function recordLock({ writer }: Deps, user: UserRow, origin: Origin): Promise<void> {
  const { byCookie: _, ...from } = origin;
  const { account_id: accountId, id } = user;
  const actor = { ...systemActor(accountId), ...from };
  const target = { kind: 'user', id };
  const action = { actor, accountId, action: 'user.login_locked', target, details: {} };
  await writer.commit({ load: async () => null, decide: () => done(undefined, { audit: [action] }) });
}
