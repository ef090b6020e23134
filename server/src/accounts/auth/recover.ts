import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import { LANGS, type Lang } from '../../kit/language.ts';
import { openText, sealText } from '../../kit/sealed-text.ts';
import type { Answer } from '../../write/answer.ts';
import {
  type Decision,
  done,
  type NewJobEffect,
  type RowWrite,
  rowWrite,
  together,
} from '../../write/effects.ts';
import {
  type AddressedUser,
  type AddressState,
  findAddressedUser,
  findCandidates,
  lockAddress,
  passwordHint,
  saveHint,
} from '../emails.ts';
import {
  countedMailTries,
  emailMark,
  lockMailTries,
  type MailTries,
  networkMark,
  TooManyMails,
  waitSeconds,
} from '../mail-tries.ts';
import { endUserSessions, replacePassword } from './change-password.ts';
import { linkInvalid, openLink } from './mail-link.ts';
import { passwordChangedMail, recoveryMail } from './mails.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import type { Origin } from './sessions.ts';
import { forgivenTries } from './tries.ts';
import { provedAddress } from './verify-email.ts';

export const RECOVERY_JOB = 'password.recover';

type Place = Omit<Origin, 'byCookie'>;

/**
 * Asks for a link to a new password. The request only counts and leaves a job: whether the address has an account is
 * looked up after the answer, so that neither the answer nor its time says so.
 */
export async function askRecovery(
  deps: Deps,
  { email: given, lang }: { email: string; lang: Lang },
  from: Place,
  answer?: Answer<void>,
): Promise<void> {
  const email = given.toLowerCase();
  const own = emailMark(deps.vault, 'recover', email);
  const marks = [networkMark(deps.vault, 'recover', from.address ?? ''), own];
  const now = new Date(systemMs());
  const job: NewJobEffect = {
    // A job needs an account to stand under, and there may be none.
    accountId: derivedId('recovery', own.fingerprint),
    kind: RECOVERY_JOB,
    payload: { email: sealText(deps.vault, email), lang },
    runAt: now,
  };
  await deps.writer.commit(
    { load: (tx) => lockMailTries(tx, marks), decide: (tries) => decideRecovery(tries, job, now) },
    answer,
  );
}

/** Beyond the limit of an address nothing more is sent to it, without a word: the links sent before still work. */
function decideRecovery(tries: readonly MailTries[], job: NewJobEffect, now: Date): Decision<void> {
  const wait = waitSeconds(tries, 'address', now);
  if (wait !== null) return new TooManyMails(wait);
  const isEnough = waitSeconds(tries, 'email', now) !== null;
  return done(undefined, { rows: countedMailTries(tries, now), jobs: isEnough ? [] : [job] });
}

/** The job: a mail for whom the address belongs to. While no user has proved it, the newest one that registered it too. */
export async function sendRecovery(deps: Deps, payload: unknown): Promise<{ done: true }> {
  const { email: sealed, lang: given } = payload as { email: string; lang: string };
  const email = openText(deps.vault, sealed);
  const { holder, unclaimed } = await findCandidates(deps.db, email, null);
  const rows = [holder, unclaimed].flatMap((row) => row ?? []);
  const users = await Promise.all(rows.map((row) => findAddressedUser(deps.db, row.account_id, row.id)));
  const [first, ...others] = users.flatMap((user) => user ?? []);
  if (!first) return { done: true };
  const lang = LANGS.find((each) => each === given) ?? 'pt';
  // An operator's address was typed by a colleague: until it is confirmed, a stranger might read its mail.
  const asked = [first, ...(first.isVerified ? [] : others)].filter(
    ({ isVerified, role }) => isVerified || role === 'seller',
  );
  const mails = asked.map((user) =>
    recoveryMail(deps.vault, { ...user, userId: user.id, lang: user.language ?? lang }, user),
  );
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { mails }) });
  return { done: true };
}

/** A new password by a link. Ends every session of the user; a second factor is still asked for at sign-in. */
export async function resetPassword(
  deps: Deps,
  { token, password, lang }: { token: string; password: string; lang: Lang },
  from: Place,
  answer?: Answer<void>,
): Promise<void> {
  const now = new Date(systemMs());
  const { user, fits } = await openLink(deps, 'recover_password', token);
  requireStrongPassword(deps, 'password', password, user);
  const command: PasswordReset = {
    fits,
    newHash: await hashPassword(password),
    hint: passwordHint(deps.vault, user.email, password),
    forgiven: forgivenTries(deps.vault, user.email),
    lang,
    from,
  };
  await deps.writer.commitProvisionally(
    { load: (tx) => lockAddress(tx, user), decide: (state) => decideReset(state, command, now) },
    answer,
  );
  await waitForCacheExpiry();
}

type PasswordReset = {
  /** Whether the link is good for the user: it dies with its use, and with any other change of the password. */
  fits(user: AddressedUser): boolean;
  newHash: string;
  hint: string;
  /** What strangers tried no longer holds new devices of the owner. */
  forgiven: readonly RowWrite[];
  lang: Lang;
  from: Place;
};

/** The link came by mail, so that its use proves the address too. */
function decideReset(
  state: AddressState,
  { fits, newHash, hint, forgiven, lang, from }: PasswordReset,
  now: Date,
): Decision<void> {
  const { user } = state;
  if (!user || !fits(user)) return linkInvalid();
  const { accountId, id: userId, language } = user;
  const actor = { kind: 'user' as const, accountId, userId, credentialId: null, ...from };
  const reset = {
    rows: [
      rowWrite(replacePassword, { accountId, userId, hash: newHash }),
      rowWrite(saveHint, { accountId, userId, hint }),
      rowWrite(endUserSessions, { accountId, userId, at: now }),
      ...forgiven,
    ],
    audit: [
      {
        actor,
        accountId,
        action: 'user.password_recovered',
        target: { kind: 'user', id: userId },
        details: {},
      },
    ],
    mails: [passwordChangedMail({ ...user, lang: language ?? lang }, from)],
  };
  return done(undefined, together([reset, provedAddress(state, from, now)]));
}
