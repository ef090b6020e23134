import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardBrand, cvvLength, isLuhnValid } from '../../server/src/brazil/cards.ts';
import { brandOf, isCardNumber, isCvv } from './brands.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

/** Numbers near every border of the table, where two brands meet. */
const PREFIXES = [
  ...['401178', '401179', '401180', '431274', '438935', '451416', '457393', '457631', '457632', '457633'],
  ...['504175', '506698', '506699', '506778', '506779', '509000', '509999', '627780', '636297', '636368'],
  ...['650030', '650031', '650033', '650034', '650035', '650051', '650052', '650405', '650439', '650440'],
  ...['650485', '650538', '650539', '650541', '650598', '650700', '650718', '650719', '650720', '650727'],
  ...['650901', '650978', '651652', '651679', '655000', '655019', '655020', '655021', '655058', '655059'],
  ...['606282', '34', '37', '300', '305', '306', '36', '38', '39', '51', '55', '56', '2220', '2221', '2720'],
  ...['2721', '5031', '5030', '4', '6', '5', '3', '2', '1', '9'],
];
const number = fc
  .tuple(fc.constantFrom('', ...PREFIXES), digits(19), fc.integer({ min: 10, max: 20 }))
  .map(([prefix, rest, length]) => (prefix + rest).slice(0, length));

describe('the table of brands', () => {
  it('agrees with the server on two thousand numbers of every length', () => {
    fc.assert(
      fc.property(number, (each) => {
        const ours = brandOf(each);
        const isTaken = ours?.lengths.includes(each.length) ?? false;
        expect(isTaken ? ours?.brand : null).toBe(cardBrand(each));
        expect(isCardNumber(each)).toBe(cardBrand(each) !== null && isLuhnValid(each));
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with the server on every number that begins with six given digits', () => {
    const differing: string[] = [];
    for (let start = 200_000; start < 700_000; start++) {
      const length = /^3[47]/.test(String(start)) ? 15 : 16;
      const server = cardBrand(String(start).padEnd(length, '0'));
      if ((brandOf(String(start))?.brand ?? null) !== server) differing.push(String(start));
    }
    expect(differing).toEqual([]);
  });

  it('has the server’s length of the security code', () => {
    for (const start of ['4', '51', '37', '36', '606282', '636297']) {
      const ours = brandOf(start);
      const server = cardBrand(start.padEnd(ours?.lengths.includes(16) ? 16 : (ours?.lengths[0] ?? 0), '0'));
      expect(server && cvvLength(server)).toBe(ours?.cvvLength);
    }
  });
});

describe('a brand', () => {
  it.each([
    ['', undefined],
    ['3', undefined],
    ['4', 'visa'],
    ['4011', 'visa'],
    ['401178', 'elo'],
    ['37', 'amex'],
    ['36', 'diners'],
    ['5', undefined],
    ['51', 'mastercard'],
    ['5067', undefined],
    ['506770', 'elo'],
    ['22', undefined],
    ['2221', 'mastercard'],
    ['606282', 'hipercard'],
  ])('of %j, half typed, is %s', (typed, brand) => expect(brandOf(typed)?.brand).toBe(brand));
});

describe('a security code', () => {
  it.each([
    ['123', '4', true],
    ['1234', '4', false],
    ['123', '37', false],
    ['1234', '37', true],
    ['123', '', true],
    ['1234', '', true],
    ['12', '', false],
    ['', '4', false],
  ])('%j beside a number that begins with %j is right: %s', (code, start, right) =>
    expect(isCvv(code, brandOf(start))).toBe(right),
  );
});
