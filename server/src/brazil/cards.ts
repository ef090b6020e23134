import creditCardType from 'credit-card-type';
import type { CivilDate } from './calendar.ts';

/** The accepted brands. */
export const BRANDS = ['elo', 'hipercard', 'amex', 'diners', 'mastercard', 'visa'] as const;
export type Brand = (typeof BRANDS)[number];

export function isBrand(text: string): text is Brand {
  return BRANDS.some((brand) => brand === text);
}

type BrandRule = {
  brand: Brand;
  prefixes: [low: string, high: string][];
  lengths: number[];
  cvvLength: number;
};

const PAN = /^[0-9]{12,19}$/;
const ZERO = 0x30;
/**
 * Elo comes first: its prefixes lie inside those of Visa, Mastercard and Discover.
 * Added to the library's data: Mastercards at 5031, which it takes for Maestro, and old Visas of 13 digits.
 */
const RULES: BrandRule[] = [
  ruleOf('elo', 'elo'),
  ruleOf('hipercard', 'hipercard'),
  ruleOf('amex', 'american-express'),
  ruleOf('diners', 'diners-club'),
  ruleOf('mastercard', 'mastercard', { patterns: [5031] }),
  ruleOf('visa', 'visa', { lengths: [13] }),
];

/**
 * Brands that are not accepted here: their numbers are card numbers all the same. Maestro is left out, because every
 * number that begins with 6 could be one.
 */
const OTHER_RULES = ['discover', 'jcb', 'unionpay', 'hiper'].map((name) => rangesOf(name));
const ALL_RULES = [...RULES, ...OTHER_RULES];
const MIN_OTHER_LENGTH = 16;

/** Whether a number has the beginning and the length of a card brand, accepted or not. */
export function isOfAnyBrand(number: string): boolean {
  const rules = number.length < MIN_OTHER_LENGTH ? RULES : ALL_RULES;
  return rules.some(
    ({ prefixes, lengths }) =>
      lengths.includes(number.length) && prefixes.some(([low, high]) => startsWithin(number, low, high)),
  );
}

/** Null when the number belongs to no accepted brand or has a length that the brand does not issue. */
export function cardBrand(number: string): Brand | null {
  if (!PAN.test(number)) return null;
  const rule = RULES.find(({ prefixes }) => prefixes.some(([low, high]) => startsWithin(number, low, high)));
  return rule?.lengths.includes(number.length) ? rule.brand : null;
}

export function isLuhnValid(number: string): boolean {
  return PAN.test(number) && hasLuhnDigit(number, 0, number.length);
}

/** Of the digits from `from` up to `to`. No copy is made: texts are searched with this. */
export function hasLuhnDigit(digits: string, from: number, to: number): boolean {
  let total = 0;
  for (let index = to - 1, isDoubled = false; index >= from; index -= 1, isDoubled = !isDoubled) {
    const digit = digits.charCodeAt(index) - ZERO;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    total += isDoubled ? doubled : digit;
  }
  return total % 10 === 0;
}

export function cvvLength(brand: Brand): number {
  return RULES.find((rule) => rule.brand === brand)?.cvvLength ?? 3;
}

/** A card is good through the last day of the month printed on it. The year has four digits. */
export function isExpired(month: number, year: number, today: CivilDate): boolean {
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  return year < thisYear || (year === thisYear && month < thisMonth);
}

type Added = { patterns?: number[]; lengths?: number[] };

function ruleOf(brand: Brand, libraryName: string, added: Added = {}): BrandRule {
  return { brand, ...rangesOf(libraryName, added) };
}

function rangesOf(libraryName: string, added: Added = {}): Omit<BrandRule, 'brand'> {
  const { patterns, lengths, code } = creditCardType.getTypeInfo(libraryName);
  const prefixes = [...patterns, ...(added.patterns ?? [])].map((pattern): [string, string] => {
    const [low, high = low] = Array.isArray(pattern) ? pattern : [pattern];
    return [String(low), String(high)];
  });
  return { prefixes, lengths: [...lengths, ...(added.lengths ?? [])], cvvLength: code.size };
}

/** Prefixes of one range have the same number of digits, so text compares as numbers do. */
function startsWithin(number: string, low: string, high: string): boolean {
  const prefix = number.slice(0, low.length);
  return prefix >= low && prefix <= high;
}
