import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basisPointsFromPercent,
  type Cents,
  cents,
  centsFromReais,
  decimalText,
  equalParts,
  reaisFromCents,
  shareHalfUp,
  shareRoundedUp,
  sharesByLargestRemainder,
  sum,
} from './money.ts';

describe('reading a wire amount', () => {
  it.each([
    [19.99, 1999n],
    [0.01, 1n],
    [0.1, 10n],
    [100, 10000n],
    [1.1, 110n],
    [8.49, 849n],
    [9_999_999_999.99, 999_999_999_999n],
    [-5.5, -550n],
  ])('%d reais are %d cents', (reais, expected) => {
    expect(centsFromReais(reais)).toBe(expected);
  });

  it.each([
    ['three decimals', 10.005],
    ['a tiny fraction', 1e-7],
    ['a float sum with dust', 0.1 + 0.2],
    ['infinity', Number.POSITIVE_INFINITY],
    ['not a number', Number.NaN],
    ['more than the largest amount', 10_000_000_000],
    ['2^53 + 1', Number('9007199254740993')],
    ['1e21', 1e21],
  ])('%s is refused, not rounded', (_name, reais) => {
    expect(centsFromReais(reais)).toBeNull();
  });

  it('every amount of cents survives the way out and back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999n), (amount) => {
        const wire = JSON.parse(JSON.stringify(reaisFromCents(cents(amount)))) as number;
        expect(centsFromReais(wire)).toBe(amount);
      }),
    );
  });
});

describe('rounding', () => {
  it('a share rounded up never loses a fraction of a cent', () => {
    expect(shareRoundedUp(cents(10_000n), 599)).toBe(599n);
    expect(shareRoundedUp(cents(9_990n), 599)).toBe(599n);
    expect(shareRoundedUp(cents(1n), 1)).toBe(1n);
    expect(shareRoundedUp(cents(0n), 599)).toBe(0n);
  });

  it('a half cent rounds up, less than half rounds down', () => {
    expect(shareHalfUp(cents(9_151n), 500)).toBe(458n);
    expect(shareHalfUp(cents(10n), 500)).toBe(1n);
    expect(shareHalfUp(cents(9n), 500)).toBe(0n);
  });

  it('equal parts add up and the first carries the odd cents', () => {
    expect(equalParts(cents(10_000n), 3)).toEqual([3334n, 3333n, 3333n]);
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.integer({ min: 1, max: 12 }), (amount, count) => {
        const parts = equalParts(cents(amount), count);
        expect(sum(parts)).toBe(amount);
        expect(parts[0] ?? 0n).toBeGreaterThanOrEqual(parts.at(-1) ?? 0n);
      }),
    );
  });
});

describe('shares by largest remainder', () => {
  it('three thirds of 100.01 are not three times the same rounding', () => {
    expect(sharesByLargestRemainder(cents(10_001n), [3333, 3333, 3333])).toEqual([3334n, 3333n, 3333n]);
  });

  it('add up to the rounded share of the sum, and each is within a cent of its exact share', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 10 }),
        (amount, points) => {
          const shares = sharesByLargestRemainder(cents(amount), points);
          const total = points.reduce((a, b) => a + b, 0);
          expect(sum(shares)).toBe(shareHalfUp(cents(amount), total));
          shares.forEach((share, index) => {
            const exactTimes10000 = amount * BigInt(points[index] ?? 0);
            const distance = share * 10_000n - exactTimes10000;
            expect(distance < 10_000n && distance > -10_000n).toBe(true);
          });
        },
      ),
    );
  });
});

it('percentages become basis points exactly or not at all', () => {
  expect(basisPointsFromPercent(5.99)).toBe(599);
  expect(basisPointsFromPercent(0.01)).toBe(1);
  expect(basisPointsFromPercent(5.999)).toBeNull();
});

it('decimal text has two places and a sign only when negative', () => {
  expect([0n, 5n, 849n, -156n, 123456n].map((amount) => decimalText(amount as Cents))).toEqual([
    '0.00',
    '0.05',
    '8.49',
    '-1.56',
    '1234.56',
  ]);
});
