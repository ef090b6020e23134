import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, sharesByLargestRemainder, sum } from '../kit/money.ts';
import { mergeSplits, requireBelowValue, splitTotal } from './merge-split.ts';
import type { SplitItem } from './split-rules.ts';

const fixed = (recipientId: string, amount: bigint): SplitItem => ({
  recipientId,
  share: { type: 'amount', amountCents: cents(amount) },
  description: null,
});
const percent = (recipientId: string, basisPoints: number): SplitItem => ({
  recipientId,
  share: { type: 'percent', basisPoints },
  description: null,
});

describe('merging splits', () => {
  it('adds the request to the fixed split', () => {
    const merged = mergeSplits([fixed('a', 100n)], [fixed('b', 200n)]);
    expect(merged).toEqual([fixed('a', 100n), fixed('b', 200n)]);
  });

  it("lets the request's item stand for a recipient that is in both", () => {
    const merged = mergeSplits([fixed('a', 100n), percent('b', 500)], [percent('a', 1_000)]);
    expect(merged).toEqual([percent('b', 500), percent('a', 1_000)]);
  });
});

describe('the sum of a split', () => {
  it('adds fixed amounts and percentages of the value', () => {
    expect(splitTotal(cents(10_000n), [fixed('a', 1_000n), percent('b', 2_500)])).toBe(3_500n);
  });

  it('equals the sum of the shares, however many percentages there are', () => {
    const values = fc.bigInt({ min: 1n, max: 999_999_999_999n });
    const percentages = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(values, percentages, (value, points) => {
        const total = splitTotal(
          cents(value),
          points.map((each, index) => percent(`${index}`, each)),
        );
        return total === sum(sharesByLargestRemainder(cents(value), points));
      }),
    );
  });

  it.each([
    [10_000n, [fixed('a', 9_999n)], true],
    [10_000n, [fixed('a', 10_000n)], false],
    [10_000n, [fixed('a', 5_000n), percent('b', 5_000)], false],
    [10_000n, [percent('a', 9_999)], true],
    [10_000n, [percent('a', 6_000), percent('b', 4_000)], false],
    [1n, [percent('a', 9_999)], false],
    [1n, [], true],
  ])('of %d cents must stay below it (case %#)', (value, split, allowed) => {
    const check = () => requireBelowValue(cents(value), split);
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrowError(expect.objectContaining({ code: 'INVALID_SPLIT' }));
  });
});
