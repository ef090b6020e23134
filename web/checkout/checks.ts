import { hasValidCheckDigits, normalizeDocument } from '../../server/src/brazil/documents.ts';
import { normalizePhone } from '../../server/src/brazil/phone.ts';
import { brandOf, isCardNumber, isCvv } from './brands.ts';
import { isExpiry } from './expiry.ts';
import { digitsOf } from './mask.ts';
import { tidyAmount } from './money.ts';
import type { Language } from './time-left.ts';

export type Surroundings = {
  readonly cardNumber: string;
  readonly nowMs: number;
  readonly language: Language;
  /** Check digits are enforced on live rails only. */
  readonly isStrict: boolean;
};

type Check = (text: string, surroundings: Surroundings) => boolean;

const CHECKS: Readonly<Record<string, Check>> = {
  'card-number': (text) => isCardNumber(digitsOf(text)),
  expiry: (text, { nowMs }) => isExpiry(text, nowMs),
  cvv: (text, { cardNumber }) => isCvv(digitsOf(text), brandOf(digitsOf(cardNumber))),
  document: (text, { isStrict }) => isDocument(text, isStrict),
  phone: (text) => normalizePhone(text) !== null,
  money: (text, { language }) => tidyAmount(text, language) !== null,
};

function isDocument(text: string, isStrict: boolean): boolean {
  const normal = normalizeDocument(text);
  return normal !== null && (!isStrict || hasValidCheckDigits(normal));
}

/** Whether the text is valid for this mask. Empty is valid: required fields are checked elsewhere. */
export function isRight(mask: string, text: string, surroundings: Surroundings): boolean {
  const check = CHECKS[mask];
  return !check || text.trim() === '' || check(text, surroundings);
}
