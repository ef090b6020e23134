import type { Deps } from '../http/deps.ts';
import type { NewMail } from '../mail/record.ts';
import { type Addressee, confirmationMail } from './auth/mails.ts';
import type { Holder } from './emails.ts';

/** The mail to a new user's address, by whom the address belongs to. */
export type NewcomerMail = (holder: Holder | null) => NewMail;

/**
 * The new user's own account always sees that a link was sent. If another user has proved the address, its mailbox gets
 * word of that instead of a link: the answer, the log of the new account and the work are the same.
 */
export function confirmationOf({ vault }: Pick<Deps, 'vault'>, to: Addressee): NewcomerMail {
  const mail = confirmationMail(vault, to);
  return (holder) => {
    const isOwn = holder?.accountId === to.accountId && holder.userId === to.userId;
    if (!holder?.isVerified || isOwn) return mail;
    const { accountId, name, language } = holder;
    const lang = language ?? to.lang;
    return {
      ...mail,
      instead: { accountId, lang, to: to.email, kind: 'address_has_account', facts: { name } },
    };
  };
}
