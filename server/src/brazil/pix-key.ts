import { hasValidCheckDigits, normalizeDocument, personTypeOf } from './documents.ts';

type PixKeyType = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';
type PixKey = { type: PixKeyType; key: string };

const MAX_KEY_LENGTH = 77;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const PHONE_PUNCTUATION = /[ ().-]/g;

const PHONE = /^\+[1-9][0-9]\d{1,14}$/;
/** A Brazilian key is a mobile number: area code, 9 and eight digits. */
const BRAZILIAN_MOBILE = /^\+55[1-9][1-9]9\d{8}$/;
const EMAIL =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const EVP = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The key in the form the directory stores, or null when it is not a PIX key.
 * Bare digits are a document even where they could be a telephone: a telephone is written with its +.
 */
export function parsePixKey(text: string): PixKey | null {
  const key = text.trim();
  if (key.length > MAX_KEY_LENGTH || !PRINTABLE_ASCII.test(key)) return null;
  if (key.startsWith('+')) return phoneKey(key.replace(PHONE_PUNCTUATION, ''));
  const lowerCase = key.toLowerCase();
  if (EVP.test(lowerCase)) return { type: 'EVP', key: lowerCase };
  if (EMAIL.test(lowerCase)) return { type: 'EMAIL', key: lowerCase };
  return documentKey(key);
}

/** For messages and logs: the last four characters, or the first letter and the domain of an e-mail address. */
export function maskPixKey(key: string): string {
  if (key.includes('@')) return key.replace(/^(.).*@/, '$1***@');
  return key.length < 11 ? '****' : key.replace(/[0-9A-Za-z](?=.{4})/g, '*');
}

function phoneKey(key: string): PixKey | null {
  const valid = key.startsWith('+55') ? BRAZILIAN_MOBILE.test(key) : PHONE.test(key);
  return valid ? { type: 'PHONE', key } : null;
}

function documentKey(text: string): PixKey | null {
  const key = normalizeDocument(text);
  if (key === null || !hasValidCheckDigits(key)) return null;
  return { type: personTypeOf(key) === 'PF' ? 'CPF' : 'CNPJ', key };
}
