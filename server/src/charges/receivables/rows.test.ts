import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../../test/support/receivables-model.ts';
import { cents } from '../../kit/money.ts';
import { spread } from './rows.ts';

const room = (...amounts: bigint[]) => amounts.map(cents);

describe('an amount over installments', () => {
  it.each([
    [10_000n, 3, [3_333n, 3_333n, 3_334n]],
    [35_000n, 12, [...Array.from({ length: 11 }, () => 2_916n), 2_924n]],
    [1_450n, 12, [...Array.from({ length: 11 }, () => 120n), 130n]],
    [2n, 3, [0n, 0n, 2n]],
    [0n, 2, [0n, 0n]],
    [999n, 1, [999n]],
  ])('%s in %s: equal parts without the part of a cent, the rest with the last', (amount, count, parts) => {
    const plenty = Array.from({ length: count }, () => cents(1_000_000n));
    expect(spread(cents(amount), plenty)).toEqual(parts);
    expect(partsOf(amount, count)).toEqual(parts);
  });

  it('no part is larger than its installment: what does not fit goes to those before it', () => {
    expect(spread(cents(10n), room(3n, 3n, 4n))).toEqual([3n, 3n, 4n]);
    expect(spread(cents(8n), room(4n, 4n, 1n))).toEqual([3n, 4n, 1n]);
    expect(spread(cents(9n), room(9n, 0n, 0n))).toEqual([9n, 0n, 0n]);
    expect(() => spread(cents(11n), room(3n, 3n, 4n))).toThrow();
  });
});
