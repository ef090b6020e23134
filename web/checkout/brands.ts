export type BrandRule = {
  readonly brand: string;
  readonly name: string;
  readonly prefixes: readonly (readonly [low: string, high: string])[];
  readonly lengths: readonly number[];
  readonly groups: readonly number[];
  readonly cvvLength: number;
};

export const FOURS = [4, 4, 4, 4, 3];
/** American Express and Diners: 4-6 and the rest. */
const FOUR_SIX = [4, 6, 9];

const ELO =
  '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 ' +
  '636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 ' +
  '650901-650978 651652-651679 655000-655019 655021-655058';

/**
 * A compact copy of the server's table; a test compares the two. Elo comes first: its prefixes lie inside those of Visa
 * and Mastercard.
 */
const RULES: readonly BrandRule[] = [
  rule('elo', 'Elo', ELO, [16]),
  rule('hipercard', 'Hipercard', '606282', [16]),
  rule('amex', 'American Express', '34 37', [15], FOUR_SIX, 4),
  rule('diners', 'Diners', '300-305 36 38 39', [14, 16, 19], FOUR_SIX),
  rule('mastercard', 'Mastercard', '51-55 2221-2720 5031', [16]),
  rule('visa', 'Visa', '4', [13, 16, 18, 19]),
];

function rule(
  brand: string,
  name: string,
  prefixes: string,
  lengths: number[],
  groups: number[] = FOURS,
  cvvLength = 3,
): BrandRule {
  const ranges = prefixes.split(' ').map((range): [string, string] => {
    const [low = '', high = low] = range.split('-');
    return [low, high];
  });
  return { brand, name, prefixes: ranges, lengths, groups, cvvLength };
}

/** The brand of a complete or partial number; undefined while ambiguous. */
export function brandOf(digits: string): BrandRule | undefined {
  return RULES.find(({ prefixes }) => prefixes.some(([low, high]) => startsWithin(digits, low, high)));
}

function startsWithin(digits: string, low: string, high: string): boolean {
  const prefix = digits.slice(0, low.length);
  return prefix.length === low.length && prefix >= low && prefix <= high;
}

export function isCardNumber(digits: string): boolean {
  const lengths = brandOf(digits)?.lengths ?? [];
  return lengths.includes(digits.length) && isLuhnValid(digits);
}

function isLuhnValid(digits: string): boolean {
  let total = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    total += index % 2 === 0 ? digit : doubled;
  }
  return total % 10 === 0;
}

export function isCvv(digits: string, brand: BrandRule | undefined): boolean {
  return brand ? digits.length === brand.cvvLength : digits.length === 3 || digits.length === 4;
}
