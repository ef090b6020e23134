import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Brand, cardBrand, cvvLength, isExpired, isLuhnValid } from './cards.ts';

const CARDS: Record<Brand, string[]> = {
  visa: [
    '4111111111111111',
    '4242424242424242',
    '4235647728025682',
    '4012888888881881',
    '4716909774636285',
    '4000000000002503',
    '4000000000002370',
    '4000000000002701',
    '4000000000002925',
    '4222222222222',
  ],
  mastercard: [
    '5555555555554444',
    '5105105105105100',
    '5031433215406351',
    '2223000148400010',
    '5102026827345142',
    '5200000000002151',
    '5200000000002490',
    '5200000000002235',
    '5200000000002276',
  ],
  amex: ['378282246310005', '375365153556885', '371449635398431', '376411112222331'],
  diners: ['30569309025904', '36490102462661', '38520000023237'],
  elo: [
    '6362970000457013',
    '5067766783888311',
    '4389351648020055',
    '6505290000002190',
    '6505290000002208',
    '6505290000002000',
    '6505290000002018',
  ],
  hipercard: ['6062825624254001', '6062823936268330'],
};

const BRANDS = Object.keys(CARDS) as Brand[];

describe.each(BRANDS)('every test card of %s', (brand) => {
  it.each(CARDS[brand])('%s is known by its first digits', (number) => expect(cardBrand(number)).toBe(brand));
  it.each(CARDS[brand])('%s ends in its Luhn digit', (number) => expect(isLuhnValid(number)).toBe(true));
});

describe('the brand', () => {
  it.each([
    ['Elo inside Visa', '4011780000000000', 'elo'],
    ['Elo inside Visa', '4576320000000000', 'elo'],
    ['Visa beside Elo', '4011770000000000', 'visa'],
    ['Visa beside Elo', '4011800000000000', 'visa'],
    ['Elo at the start of a range', '5066990000000000', 'elo'],
    ['Elo at the end of a range', '5067780000000000', 'elo'],
    ['Elo inside UnionPay', '6277800000000000', 'elo'],
    ['Elo that another scheme claims too', '6509230000000000', 'elo'],
    ['the first Mastercard of the second series', '2221000000000000', 'mastercard'],
    ['the last Mastercard of the second series', '2720990000000000', 'mastercard'],
    ['Visa with 19 digits', '4000000000000000000', 'visa'],
    ['Diners with 16 digits', '3600000000000000', 'diners'],
  ])('%s: %s is %s', (_, number, brand) => expect(cardBrand(number)).toBe(brand));

  it.each([
    ['Hiper', '6370950000000005'],
    ['Hiper', '6370950000000000'],
    ['Hiper of eight digits', '6373742300000000'],
    ['Discover', '6011111111111117'],
    ['Discover beside Elo', '6500340000000000'],
    ['JCB', '3530111333300000'],
    ['Maestro', '6759649826438453'],
    ['UnionPay', '6240008631401148'],
    ['just before the second series of Mastercard', '2220990000000000'],
    ['just after the second series of Mastercard', '2721000000000000'],
    ['just after the Elo range', '5067790000000000'],
    ['a Diners prefix of enRoute', '3060000000000000'],
    ['a Visa of 15 digits', '411111111111111'],
    ['an Amex of 16 digits', '3782822463100050'],
    ['an Elo of 19 digits', '6362970000457013000'],
    ['spaces', '4111 1111 1111 1111'],
    ['letters', '4111111111111abc'],
    ['other digits', '４１１１１１１１１１１１１１１１'],
    ['nothing', ''],
  ])('is none for %s', (_, number) => expect(cardBrand(number)).toBeNull());

  it('is the one the library finds wherever it finds one of ours alone', () => {
    const names: Record<string, Brand> = {
      elo: 'elo',
      hipercard: 'hipercard',
      'american-express': 'amex',
      'diners-club': 'diners',
      mastercard: 'mastercard',
      visa: 'visa',
    };
    fc.assert(
      fc.property(fc.stringMatching(/^[2-6][0-9]{15}$/), (number) => {
        const [found, ...others] = creditCardType(number);
        const brand = names[found?.type ?? ''];
        fc.pre(found !== undefined && others.length === 0 && brand !== undefined);
        expect(cardBrand(number)).toBe(found?.lengths.includes(16) ? brand : null);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the Luhn digit', () => {
  it.each([
    '6362910298352160',
    '3841001111222233334',
    '4111111111111112',
    '0',
    '',
    '4111-1111-1111-1111',
    '41111111111111111111',
  ])('is not in %j', (number) => expect(isLuhnValid(number)).toBe(false));

  it('is one of ten for any number, and guards against one wrong digit', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{15}$/),
        fc.nat(14),
        fc.integer({ min: 1, max: 9 }),
        (body, at, shift) => {
          const endings = Array.from({ length: 10 }, (_, digit) => body + digit).filter(isLuhnValid);
          expect(endings).toHaveLength(1);
          const [number = ''] = endings;
          const wrong = (Number(number[at]) + shift) % 10;
          expect(isLuhnValid(number.slice(0, at) + wrong + number.slice(at + 1))).toBe(false);
        },
      ),
    );
  });
});

it('only American Express has a security code of four digits', () => {
  expect(BRANDS.filter((brand) => cvvLength(brand) === 4)).toEqual(['amex']);
  expect(BRANDS.filter((brand) => cvvLength(brand) === 3)).toHaveLength(5);
});

describe('a card', () => {
  it.each([
    [11, 2026, '2026-11-01', false],
    [11, 2026, '2026-11-30', false],
    [11, 2026, '2026-12-01', true],
    [12, 2025, '2026-01-01', true],
    [1, 2027, '2026-12-31', false],
    [10, 2027, '2026-11-14', false],
  ])('printed %i/%i is expired on %s: %s', (month, year, today, expired) =>
    expect(isExpired(month, year, today)).toBe(expired),
  );
});
