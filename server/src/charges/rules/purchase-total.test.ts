import { describe, expect, it } from 'vitest';
import { cents } from '../../kit/money.ts';
import { lessPixDiscount, totalOf } from './purchase-total.ts';

describe('what is bought', () => {
  it('costs the value of one unit as often as it is bought', () => {
    expect(totalOf(cents(333n), 7)).toBe(2_331n);
  });

  it.each([
    [10_000n, 500, 9_500n],
    [999n, 1_000, 900n],
    [1n, 9_999, 1n],
    [10_000n, 9_999, 1n],
    [10_000n, 0, 10_000n],
  ])('of %s costs, by Pix with %s basis points off, %s', (value, basisPoints, due) => {
    expect(lessPixDiscount(cents(value), basisPoints)).toBe(due);
  });
});
