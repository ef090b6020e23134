import { statement } from '../../db/pool.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { assert, invalidField } from '../../kit/errors.ts';
import type { Lang } from '../../kit/language.ts';
import type { NewMail } from '../../mail/record.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../../write/effects.ts';
import { findAddressedUser, passwordHint, saveHint } from '../emails.ts';
import { findAccount, lockPassword } from '../store.ts';
import { passwordChangedMail } from './mails.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { provePassword, withLimitedTries, wrongPassword } from './prove.ts';
import type { Owner, User } from './sessions.ts';

/** Ends every session of the user, this one included. */
export async function changePassword(
  deps: Deps,
  actor: User,
  { lang, ...passwords }: { current: string; next: string; lang: Lang },
  answer?: Answer<void>,
): Promise<void> {
  const user = await withLimitedTries(deps, actor, () => provePassword(deps, actor, passwords.current));
  if (passwords.next === passwords.current) throw invalidField('new_password', 'is the current password');
  const account = await findAccount(deps.db, actor.accountId);
  assert(account, 'a user belongs to an account');
  const { name, language, document } = account;
  const addressed = await findAddressedUser(deps.db, actor.accountId, actor.userId);
  requireStrongPassword(deps, 'new_password', passwords.next, { email: user.email, name, document });
  const command = {
    actor,
    provenHash: user.password_hash,
    newHash: await hashPassword(passwords.next),
    hint: passwordHint(deps.vault, user.email, passwords.next),
    // An address that the user never proved may be a stranger's, who is not to be bothered.
    mails: addressed?.isVerified
      ? [
          passwordChangedMail(
            { accountId: actor.accountId, email: user.email, name, lang: language ?? lang },
            actor,
          ),
        ]
      : [],
  };
  const now = new Date(systemMs());
  await deps.writer.commitProvisionally(
    {
      load: (tx) => lockPassword(tx, actor.accountId, actor.userId),
      decide: (hash) => decidePasswordChange(hash, command, now),
    },
    answer,
  );
  await waitForCacheExpiry();
}

export type PasswordChange = {
  actor: User;
  /** The hash that the given password matched. */
  provenHash: string;
  newHash: string;
  hint: string;
  mails: readonly NewMail[];
};

/** `hash`: the current hash of the user's password. Refused if it has changed since the password was checked. */
export function decidePasswordChange(
  hash: string | null,
  { actor, provenHash, newHash, hint, mails }: PasswordChange,
  now: Date,
): Decision<void> {
  if (hash !== provenHash) return wrongPassword();
  const { accountId, userId } = actor;
  const target = { kind: 'user', id: userId };
  return done(undefined, {
    rows: [
      rowWrite(replacePassword, { accountId, userId, hash: newHash }),
      rowWrite(saveHint, { accountId, userId, hint }),
      rowWrite(endUserSessions, { accountId, userId, at: now }),
    ],
    mails,
    audit: [{ actor, accountId, action: 'user.password_changed', target, details: {} }],
  });
}

export const replacePassword: RowWriter<Owner & { hash: string }> = {
  statement: statement(
    'users.replace_password',
    `update users u
     set password_hash = n.hash,
         must_change_password = false
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (account_id, id, hash)
     where u.account_id = n.account_id
       and u.id = n.id
     returning u.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.hash),
  ],
  writes: 'all',
};

export const endUserSessions: RowWriter<Owner & { at: Date }> = {
  statement: statement(
    'sessions.end_of_user',
    `update sessions s
     set ended_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, user_id, at)
     where s.account_id = n.account_id
       and s.user_id = n.user_id
       and s.ended_at is null`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.at),
  ],
  writes: 'any',
};
