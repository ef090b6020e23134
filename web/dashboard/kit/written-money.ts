import type { Language } from '../text/languages.ts';

/** An amount as text in a field. */
const MAX_DIGITS = 12;
/** The largest amount that the API accepts. */
export const MAX_REAIS = 9_999_999_999.99;
/** Larger input is refused instead of cut: a missing digit would change the amount. */
export const TOO_MUCH = 'too much';
type Read = number | null | typeof TOO_MUCH;
const PASTED = /^([1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/;
const SIGNS: Record<Language, { group: string; decimal: string }> = {
  pt: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
};

/** Digits fill in from the cents, as in a bank's app: 1, 12, 123 → 0,01 0,12 1,23. */
export function writeMoney(reais: number | null, language: Language): string {
  if (reais === null) return '';
  const [whole = '0', cents = '00'] = reais.toFixed(2).split('.');
  const { group, decimal } = SIGNS[language];
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${cents}`;
}

/**
 * Reads a pasted amount: `100`, `1.500`, `R$ 1.234,56`, `5,9`. One or two digits after the last separator are cents,
 * three are thousands; null if it is not an amount.
 */
export function readPastedMoney(text: string): Read {
  const [, whole, group, decimal, cents = ''] = PASTED.exec(text.replace(/R\$|\s/g, '')) ?? [];
  if (whole === undefined || (group !== undefined && group === decimal)) return null;
  return readMoney(`${whole.replace(/\D/g, '')}${cents.padEnd(2, '0')}`);
}

/** Only zeros is an empty field: amounts are never zero, and typed digits can be deleted. */
export function readMoney(text: string): Read {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  if (digits === '') return null;
  if (digits.length > MAX_DIGITS) return TOO_MUCH;
  const padded = digits.padStart(3, '0');
  return Number(`${padded.slice(0, -2)}.${padded.slice(-2)}`);
}
