import { systemMs } from '../../kit/clock.ts';
import type { Lang } from '../../kit/language.ts';
import { maskedText } from '../../kit/masked-text.ts';
import type { Vault } from '../../kit/secrets.ts';
import { RECOVERY_LIFE_MS } from '../../mail/kinds/recover-password.ts';
import { VERIFY_LIFE_MS } from '../../mail/kinds/verify-email.ts';
import type { NewMail } from '../../mail/record.ts';
import { boundTo } from '../../mail/signed-link.ts';
import type { Origin } from './sessions.ts';

/** A user as mails address it; `name` is the account's. */
export type Addressee = { accountId: string; userId: string; email: string; name: string; lang: Lang };

type Place = Pick<Origin, 'address' | 'userAgent'>;

/** Asks the owner of the address to confirm it. The link is bound to the address. */
export function confirmationMail(vault: Vault, { accountId, userId, email, name, lang }: Addressee): NewMail {
  const facts = {
    name,
    user_id: userId,
    expires_at: new Date(systemMs() + VERIFY_LIFE_MS).toISOString(),
    bound_to: boundTo(vault, 'verify_email', email),
  };
  return { accountId, lang, to: email, kind: 'verify_email', facts };
}

/** The link is bound to the current password: it ends with its first use, and with any other change of the password. */
export function recoveryMail(
  vault: Vault,
  { accountId, userId, email, name, lang }: Addressee,
  { passwordHash, isVerified }: { passwordHash: string; isVerified: boolean },
): NewMail {
  const facts = {
    name,
    is_confirmed: isVerified,
    user_id: userId,
    expires_at: new Date(systemMs() + RECOVERY_LIFE_MS).toISOString(),
    bound_to: boundTo(vault, 'recover_password', passwordHash),
  };
  return { accountId, lang, to: email, kind: 'recover_password', facts };
}

export function passwordChangedMail(to: Omit<Addressee, 'userId'>, from: Place): NewMail {
  const { accountId, lang, email } = to;
  return { accountId, lang, to: email, kind: 'password_changed', facts: placed(to, from) };
}

/** For a sign-in from a device that the user has not signed in from before. */
export function newDeviceMail(to: Omit<Addressee, 'userId'>, from: Place): NewMail {
  const { accountId, lang, email } = to;
  return { accountId, lang, to: email, kind: 'new_device', facts: placed(to, from) };
}

function placed({ name }: { name: string }, { address, userAgent }: Place) {
  const device = userAgent === null ? null : maskedText(userAgent);
  return { name, at: new Date(systemMs()).toISOString(), address, device };
}
