import { describe, expect, it } from 'vitest';
import { cents, sum } from '../../kit/money.ts';
import {
  feeOf,
  installmentParts,
  maxInstallmentsFor,
  reserveOf,
  surchargeBasisPoints,
  totalFor,
} from './fees.ts';

const plan = { feeBasisPoints: 599, feeFixedCents: cents(250n), reserveBasisPoints: 500, reserveDays: 30 };

describe('the printed examples', () => {
  it('100.00 costs 5.99 + 2.50 = 8.49 and holds 4.58', () => {
    const fee = feeOf(plan, cents(10_000n), 1);
    expect(fee).toEqual({ percentageCents: 599n, fixedCents: 250n, surchargeCents: 0n, totalCents: 849n });
    expect(reserveOf(plan, cents(10_000n), fee.totalCents)).toBe(458n);
    expect(10_000n - fee.totalCents - 458n).toBe(8_693n);
  });

  it('99.90 under a plan with no fixed part costs 5.99 and leaves 93.91', () => {
    const fee = feeOf({ ...plan, feeFixedCents: cents(0n) }, cents(9_990n), 1);
    expect(fee.totalCents).toBe(599n);
    expect(9_990n - fee.totalCents).toBe(9_391n);
  });
});

describe('installments', () => {
  it.each([
    [1, 0],
    [2, 249],
    [3, 498],
    [4, 664],
    [5, 830],
    [6, 996],
    [7, 1162],
    [8, 1328],
    [9, 1494],
    [10, 1660],
    [11, 1826],
    [12, 1992],
  ])('%ix adds %i basis points', (installments, basisPoints) => {
    expect(surchargeBasisPoints(installments)).toBe(basisPoints);
  });

  it('the surcharge is part of the fee, rounded up by itself', () => {
    expect(feeOf(plan, cents(10_000n), 12).totalCents).toBe(849n + 1_992n);
    expect(feeOf(plan, cents(9_999n), 2)).toMatchObject({ percentageCents: 599n, surchargeCents: 249n });
    expect(feeOf(plan, cents(1_001n), 2)).toMatchObject({ percentageCents: 60n, surchargeCents: 25n });
  });

  it.each([
    [499n, 12, 1],
    [999n, 12, 1],
    [1_000n, 12, 2],
    [2_499n, 12, 4],
    [6_000n, 12, 12],
    [100_000n, 6, 6],
  ])('a value of %i cents with at most %i parts allows %i', (value, most, allowed) => {
    expect(maxInstallmentsFor({ ...plan, valueCents: cents(value), interestByPayer: false }, most)).toBe(
      allowed,
    );
  });

  it('the parts add up', () => {
    expect(installmentParts(cents(10_000n), 3)).toEqual([3_334n, 3_333n, 3_333n]);
    expect(sum(installmentParts(cents(99_999n), 7))).toBe(99_999n);
  });
});

describe('interest paid by the payer', () => {
  const by = (valueCents: bigint, set: object = {}) => ({
    ...{ ...plan, valueCents: cents(valueCents), interestByPayer: true },
    ...set,
  });
  const left = (totalCents: bigint, count: number) =>
    totalCents - feeOf(plan, cents(totalCents), count).totalCents;

  it.each([
    [1, 10_000n],
    [2, 10_273n],
    [3, 10_560n],
    [6, 11_187n],
    [12, 12_690n],
  ])(
    '100.00 in %ix costs the payer %i cents, and the seller gets what one payment brings',
    (count, total) => {
      expect(totalFor(by(10_000n), count)).toBe(total);
      expect(left(total, count)).toBe(9_151n);
    },
  );

  it('is the least that leaves the seller as much, and never a cent too much twice', () => {
    for (let value = 1_000n; value < 400_000n; value += 977n) {
      for (const count of [2, 3, 7, 12]) {
        const total = totalFor(by(value), count) ?? 0n;
        const wanted = left(value, 1);
        expect(left(total, count)).toBeGreaterThanOrEqual(wanted);
        expect(left(total, count)).toBeLessThanOrEqual(wanted + 1n);
        expect(left(total - 1n, count)).toBeLessThan(wanted + 1n);
      }
    }
  });

  it('is nothing where the seller pays it', () => {
    expect(totalFor(by(10_000n, { interestByPayer: false }), 12)).toBe(10_000n);
  });

  it('has no total where the fee takes all that is added: fewer installments are offered', () => {
    const dear = by(10_000n, { feeBasisPoints: 9_300 });
    expect(totalFor(dear, 5)).toBeNull();
    expect(maxInstallmentsFor(dear, 12)).toBe(4);
    expect(totalFor(by(999_999_999_999n), 12)).toBeNull();
  });
});

it('nothing is held when the fee takes the whole sale', () => {
  const fee = feeOf(plan, cents(100n), 1);
  expect(fee.totalCents).toBe(256n);
  expect(reserveOf(plan, cents(100n), fee.totalCents)).toBe(0n);
});
