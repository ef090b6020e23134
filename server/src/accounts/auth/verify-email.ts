import { type Action, systemActor } from '../../audit/record.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { GatewayError } from '../../kit/errors.ts';
import type { Lang } from '../../kit/language.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import { type AddressState, findAddressedUser, holderRows, lockAddress, markVerified } from '../emails.ts';
import {
  countedMailTries,
  emailMark,
  lockMailTries,
  type MailTries,
  TooManyMails,
  waitSeconds,
} from '../mail-tries.ts';
import { confirmationOf, type NewcomerMail } from '../newcomer.ts';
import { linkInvalid, openLink } from './mail-link.ts';
import type { Origin, User } from './sessions.ts';

type Place = Omit<Origin, 'byCookie'>;

/** The person who opens the link reads the mail of that address. Opening it twice changes nothing. */
export async function verifyEmail(
  deps: Deps,
  token: string,
  from: Place,
  answer?: Answer<void>,
): Promise<void> {
  const now = new Date(systemMs());
  // The address of a user does not change, so that it need not be read under a lock.
  const { user } = await openLink(deps, 'verify_email', token);
  await deps.writer.commit(
    { load: (tx) => lockAddress(tx, user), decide: (state) => decideVerification(state, from, now) },
    answer,
  );
}

export function decideVerification(state: AddressState, from: Place, now: Date): Decision<void> {
  const { user } = state;
  if (!user || user.standing === 'removed') return linkInvalid();
  return done(undefined, provedAddress(state, from, now));
}

/**
 * What follows from a link of that mailbox. The address becomes the user's sign-in name, unless another user has proved it
 * before: then both are the same person's, and the first keeps it.
 */
export function provedAddress({ user, holder }: AddressState, from: Place, now: Date): Effects {
  if (!user || user.standing === 'removed') return {};
  const { accountId, id: userId, email } = user;
  const verified: Effects = user.isVerified
    ? {}
    : {
        rows: [rowWrite(markVerified, { accountId, userId, at: now })],
        audit: [actionOf(accountId, userId, 'user.email_verified', from)],
      };
  if (user.standing === 'holder' || holder?.isVerified) return verified;
  const displaced = holder ? [actionOf(holder.accountId, holder.userId, 'user.email_displaced', null)] : [];
  const claimed = { rows: holderRows({ email, accountId, userId }, holder, now), audit: displaced };
  return together([verified, claimed]);
}

const NOWHERE: Place = { address: null, userAgent: null, requestId: null };

function actionOf(accountId: string, id: string, action: string, from: Place | null): Action {
  const actor = { ...systemActor(accountId), ...(from ?? NOWHERE) };
  return { actor, accountId, action, target: { kind: 'user', id }, details: {} };
}

/** Another link for a user who is signed in. */
export async function resendConfirmation(
  deps: Deps,
  { accountId, userId }: User,
  lang: Lang,
  answer?: Answer<void>,
): Promise<void> {
  const user = await findAddressedUser(deps.db, accountId, userId);
  if (!user || user.isVerified) throw isConfirmed();
  const mail = confirmationOf(deps, { ...user, userId, lang: user.language ?? lang });
  const mark = emailMark(deps.vault, 'confirm', user.email);
  const now = new Date(systemMs());
  await deps.writer.commit(
    {
      load: async (tx) => ({
        tries: await lockMailTries(tx, [mark]),
        ...(await lockAddress(tx, user)),
      }),
      decide: (state) => decideResend(state, mail, now),
    },
    answer,
  );
}

function decideResend(
  { tries, user, holder }: AddressState & { tries: readonly MailTries[] },
  mail: NewcomerMail,
  now: Date,
): Decision<void> {
  if (!user || user.isVerified) return isConfirmed();
  const wait = waitSeconds(tries, 'email', now);
  if (wait !== null) return new TooManyMails(wait);
  const mails = user.standing === 'removed' ? [] : [mail(holder)];
  return done(undefined, { rows: countedMailTries(tries, now), mails });
}

function isConfirmed(): GatewayError {
  return new GatewayError('INVALID_STATE', 'The e-mail address is already confirmed');
}
