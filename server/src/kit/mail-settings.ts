import type { Config } from './config.ts';
import { isSenderAddress } from './email-address.ts';

/** A name may be empty. */
export type MailSender = { readonly name: string; readonly address: string };

const NAMED = /^\s*"?([^"<>\p{Cc}]{0,100}?)"?\s*<([^<>]*)>\s*$/u;

/** `Name <address>` or an address alone; null: neither. */
export function readMailSender(raw: string): MailSender | null {
  const [, name = '', named] = NAMED.exec(raw) ?? [];
  const address = named ?? raw.trim();
  return isSenderAddress(address) ? { name, address } : null;
}

/** Null: usable. Never says what stands in it: a password may. */
export function smtpUrlFault(raw: string): string | null {
  const url = URL.canParse(raw) ? new URL(raw) : null;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol)) {
    return 'must be a URL that begins with smtp:// or smtps://, e.g. smtp://user:password@mail.example.com:587';
  }
  if (url.hostname === '') return 'must name the host of the mail server';
  if (!isEncoded(url.username) || !isEncoded(url.password)) {
    return 'must have special characters in user and password percent-encoded';
  }
  if (url.pathname !== '' && url.pathname !== '/') return 'must end after the port: it has a path';
  const unknown = [...url.searchParams.keys()].some((name) => name !== 'starttls');
  const startTls = url.searchParams.get('starttls') ?? 'required';
  if (unknown || !['required', 'optional'].includes(startTls)) {
    return 'may have one parameter, starttls=required or starttls=optional';
  }
  return null;
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Checked at the start: one of the two is of no use without the other. */
export function requireMailSender({ GUICHE_SMTP_URL: url, GUICHE_MAIL_FROM: from }: Config): void {
  if (url && !from) throw new Error('GUICHE_SMTP_URL needs GUICHE_MAIL_FROM beside it.');
  if (from && !url) throw new Error('GUICHE_MAIL_FROM needs GUICHE_SMTP_URL beside it.');
}
