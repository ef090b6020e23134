import { isEmail as isEmailAddress } from '../../../server/src/kit/email-address.ts';

const BRAZILIAN = /^(?:\+?(55))?([1-9]{2})(9?\d{4})(\d{4})$/;
const PHONE = /^[\d\s()+-]{8,20}$/;

/** As the API accepts it. */
export function isEmail(text: string): boolean {
  return isEmailAddress(text.trim());
}

/** Empty means no phone; otherwise at least eight digits with the usual punctuation. */
export function isPhone(text: string): boolean {
  const written = text.trim();
  return written === '' || (PHONE.test(written) && written.replace(/\D/g, '').length >= 8);
}

/** Formats a Brazilian phone number of digits only; any other text stays as it is. */
export function shownPhone(phone: string): string {
  const [, country, area, first, last] = BRAZILIAN.exec(phone) ?? [];
  if (!area) return phone;
  return country ? `+55 ${area} ${first}-${last}` : `(${area}) ${first}-${last}`;
}
