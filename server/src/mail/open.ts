import type { Config } from '../kit/config.ts';
import { type Carrier, offCarrier, outboxCarrier } from './carrier.ts';
import { SmtpCarrier } from './smtp.ts';

/** The carrier of the configuration. Nothing is connected before the first mail. */
export function openMail({
  GUICHE_SMTP_URL: url,
  GUICHE_MAIL_FROM: from,
  GUICHE_RAILS: rails,
}: Config): Carrier {
  if (url && from) return new SmtpCarrier(url, from);
  return rails === 'sandbox' ? outboxCarrier : offCarrier;
}
