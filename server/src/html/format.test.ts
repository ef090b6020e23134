import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, cents } from '../kit/money.ts';
import {
  cardInGroups,
  dateInWords,
  documentInGroups,
  instantInWords,
  money,
  percent,
  typedAmount,
} from './format.ts';

describe('money', () => {
  it.each([
    [123_456n, 'R$ 1.234,56', 'R$ 1,234.56'],
    [1n, 'R$ 0,01', 'R$ 0.01'],
    [10_000n, 'R$ 100,00', 'R$ 100.00'],
    [99_999n, 'R$ 999,99', 'R$ 999.99'],
    [999_999_999_999n, 'R$ 9.999.999.999,99', 'R$ 9,999,999,999.99'],
    [-250n, '-R$ 2,50', '-R$ 2.50'],
  ])('%s cents read %s in Portuguese and %s in English', (amount, portuguese, english) => {
    expect(money(cents(amount), 'pt')).toBe(portuguese.replace(' ', '\u00a0'));
    expect(money(cents(amount), 'en')).toBe(english.replace(' ', '\u00a0'));
  });
});

describe('an amount as a person types it', () => {
  it.each([
    ['25', 'pt', 2_500n],
    ['25,5', 'pt', 2_550n],
    ['25,50', 'pt', 2_550n],
    ['25.50', 'pt', 2_550n],
    ['R$ 1.234,56', 'pt', 123_456n],
    ['1.234', 'pt', 123_400n],
    ['1,234', 'en', 123_400n],
    ['1,234.56', 'en', 123_456n],
    ['25,50', 'en', 2_550n],
    ['007', 'pt', 700n],
    ['9999999999,99', 'pt', 999_999_999_999n],
  ] as const)('%s in %s is %s cents', (text, lang, amount) => {
    expect(typedAmount(text, lang)).toBe(amount);
  });

  it.each(['', '0', '0,00', '-5', '1.23.4', 'abc', '1e3', 'R$', '1.234.56', '٣'])(
    'refuses %j rather than guess',
    (text) => {
      expect(typedAmount(text, 'pt')).toBe('unclear');
    },
  );

  it.each([
    ['1,234', 'pt', 'tooManyDecimals'],
    ['10.000,505', 'pt', 'tooManyDecimals'],
    ['10,000.505', 'en', 'tooManyDecimals'],
    ['10000000000', 'pt', 'tooLarge'],
    ['99999999999,00', 'pt', 'tooLarge'],
    ['99,999,999,999.00', 'en', 'tooLarge'],
  ] as const)('says of %s in %s that it is %s', (text, lang, problem) => {
    expect(typedAmount(text, lang)).toBe(problem);
  });

  it('reads back every amount it shows', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 999_999_999_999n),
        fc.constantFrom('pt' as const, 'en' as const),
        (amount, lang) => {
          expect(typedAmount(money(amount as Cents, lang), lang)).toBe(amount);
        },
      ),
    );
  });
});

describe('words', () => {
  it('says a date in words without moving it between zones', () => {
    expect(dateInWords('2026-11-15', 'pt')).toBe('15 de novembro de 2026');
    expect(dateInWords('2026-11-15', 'en')).toBe('November 15, 2026');
  });

  it('says an instant in São Paulo time', () => {
    const instant = new Date('2026-11-15T02:30:00Z');
    expect(instantInWords(instant, 'pt')).toBe('14 de novembro de 2026 às 23:30');
    expect(instantInWords(instant, 'en')).toBe('November 14, 2026 at 11:30 PM');
  });

  it('says a percentage without useless zeros', () => {
    expect([percent(200, 'pt'), percent(150, 'pt'), percent(105, 'en'), percent(33, 'en')]).toEqual([
      '2%',
      '1,5%',
      '1.05%',
      '0.33%',
    ]);
  });

  it('groups documents and card numbers', () => {
    expect(documentInGroups('52998224725')).toBe('529.982.247-25');
    expect(documentInGroups('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(cardInGroups('378282246310005')).toBe('3782 8224 6310 005');
  });
});
