import { type DigitRun, digitRunsOf, isCommonGap, mayHoldDigits } from '../kit/digit-groups.ts';
import { decodedText } from '../kit/masked-text.ts';
import { hasLuhnDigit, isOfAnyBrand } from './cards.ts';
import { isValidCnpj } from './documents.ts';

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
const CNPJ_DIGITS = 14;
/** No telephone in use anywhere is longer; a card number that begins with + is. */
const MAX_PHONE_DIGITS = 13;

const ID = /(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/gi;
const CNPJ_AS_PRINTED = /^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/;
/** 24/11/2026 - 30/11/2026, in any of the usual spellings. */
const TWO_DATES =
  /^(?:0[1-9]|[12]\d|3[01])[./-](?:0[1-9]|1[0-2])[./-]20\d{2}\D+(?:0[1-9]|[12]\d|3[01])[./-](?:0[1-9]|1[0-2])[./-]20\d{2}$/;
/** A boleto's line as banks print it, and that of a bill. */
const PRINTED_LINE =
  /(?<!\d)(?:\d{5}\.?\d{5}\s\d{5}\.?\d{6}\s\d{5}\.?\d{6}\s\d\s\d{14}|(?:\d{11}[-\s]\d\s){3}\d{11}[-\s]\d)(?!\d)/g;

/** The kind of a field. A valid number of that kind is not taken for a card number. */
export type TextKind = 'free' | 'document' | 'phone';

/**
 * Whether a text holds a card number: 13 to 19 digits of a card brand with a right check digit, in whatever script and
 * with whatever between them. Ids, boleto lines, two dates in a row and a CNPJ as it is printed are none.
 */
export function holdsCardNumber(text: string, kind: TextKind = 'free'): boolean {
  if (!mayHoldDigits(text, MIN_DIGITS)) return false;
  if (isOfKind(text, kind)) return false;
  if (holdsPlainly(text)) return true;
  return text.includes('%') && holdsPlainly(decodedText(text));
}

function isOfKind(text: string, kind: TextKind): boolean {
  if (kind === 'free') return false;
  const bare = text.replace(/[\s().\-/]/g, '');
  return kind === 'document'
    ? /^\d+$/.test(bare) && isValidCnpj(bare)
    : new RegExp(`^\\+\\d{1,${MAX_PHONE_DIGITS}}$`).test(bare);
}

function holdsPlainly(text: string): boolean {
  const rest = text.replace(ID, 'id').replace(PRINTED_LINE, 'line');
  return digitRunsOf(rest).some((run) => holdsCard(run, rest));
}

/** Whole groups only: sixteen digits from the middle of forty are not a card number. */
function holdsCard({ groups, gaps }: DigitRun, text: string): boolean {
  const isCommon = gaps.map(isCommonGap);
  const digits = groups.map((group) => group.digits).join('');
  for (let first = 0, from = 0; first < groups.length; first += 1) {
    for (let last = first, to = from; last < groups.length; last += 1) {
      // Common separators in any mixture, or the same other one throughout.
      const hasOther = last > first && (!isCommon[first] || !isCommon[last - 1]);
      if (hasOther && gaps[last - 1] !== gaps[first]) break;
      to += groups[last]?.digits.length ?? 0;
      if (to - from > MAX_DIGITS) break;
      if (to - from < MIN_DIGITS || !hasLuhnDigit(digits, from, to)) continue;
      const number = digits.slice(from, to);
      const written = text.slice(groups[first]?.start, groups[last]?.end);
      if (isOfAnyBrand(number) && !isOtherwise(number, written)) return true;
    }
    from += groups[first]?.digits.length ?? 0;
  }
  return false;
}

function isOtherwise(digits: string, written: string): boolean {
  if (TWO_DATES.test(written)) return true;
  return digits.length === CNPJ_DIGITS && CNPJ_AS_PRINTED.test(written) && isValidCnpj(digits);
}
