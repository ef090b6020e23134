import { addressHasAccount } from './kinds/address-has-account.ts';
import { newDevice } from './kinds/new-device.ts';
import { passwordChanged } from './kinds/password-changed.ts';
import { recoverPassword } from './kinds/recover-password.ts';
import { verifyEmail } from './kinds/verify-email.ts';

/** Every mail that the gateway sends. The name of a kind is also the purpose of its link. */
export const KINDS = {
  verify_email: verifyEmail,
  recover_password: recoverPassword,
  password_changed: passwordChanged,
  new_device: newDevice,
  address_has_account: addressHasAccount,
} as const;

export type MailKind = keyof typeof KINDS;
export const MAIL_KINDS = Object.keys(KINDS) as [MailKind, ...MailKind[]];
export type FactsOf<K extends MailKind> = Parameters<(typeof KINDS)[K]['write']>[0];
