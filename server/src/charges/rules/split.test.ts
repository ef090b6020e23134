import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitItem } from '../../catalog/split-rules.ts';
import { type Cents, cents, smaller, sum } from '../../kit/money.ts';
import { reversedParts, type SplitPart, splitParts } from './split.ts';

const percent = (recipientId: string, basisPoints: number): SplitItem => ({
  recipientId,
  share: { type: 'percent', basisPoints },
  description: null,
});
const amount = (recipientId: string, amountCents: bigint): SplitItem => ({
  recipientId,
  share: { type: 'amount', amountCents: cents(amountCents) },
  description: null,
});

describe('the parts of a split', () => {
  it('fixed amounts are paid as they are, percentages are of the value', () => {
    const parts = splitParts(cents(10_000n), [amount('a', 1_234n), percent('b', 1_050), percent('c', 1)]);
    expect(parts.map((part) => part.amountCents)).toEqual([1_234n, 1_050n, 1n]);
  });

  it('do not drift: ten times 9.99% of 0.99 is 99.9% of 0.99', () => {
    const ten = Array.from({ length: 10 }, (_, index) => percent(`r${index}`, 999));
    expect(sum(splitParts(cents(99n), ten).map((part) => part.amountCents))).toBe(99n);
  });

  it('a percentage too small for a cent gives nothing', () => {
    expect(splitParts(cents(100n), [percent('a', 1)])[0]?.amountCents).toBe(0n);
  });
});

describe('taking a split back with a refund', () => {
  const parts = [
    { recipientId: 'a', amountCents: cents(3_333n) },
    { recipientId: 'b', amountCents: cents(100n) },
  ];

  it('a full refund takes each part back whole', () => {
    expect(reversedParts(parts, cents(10_000n), cents(10_000n), new Map())).toEqual(parts);
  });

  it('takes no more than the refund, in all exactly the rounded share, from each no more than its part', () => {
    const ten = fc.array(fc.bigInt(0n, 9n), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(ten, fc.array(fc.bigInt(1n, 9n), { minLength: 1, maxLength: 30 }), (amounts, refunds) => {
        const parts = amounts.map((each, at) => ({ recipientId: `${at}`, amountCents: cents(each) }));
        const whole = amounts.reduce((sum, each) => sum + each, 0n);
        const given = new Map<string, Cents>();
        let refunded = 0n;
        for (const refund of refunds.map((each) => smaller(cents(each), cents(100n - refunded)))) {
          refunded += refund;
          const taken = reversedParts(parts, cents(100n), cents(refunded), given);
          expect(taken.reduce((sum, part) => sum + part.amountCents, 0n)).toBeLessThanOrEqual(refund);
          for (const { recipientId, amountCents } of taken)
            given.set(recipientId, cents((given.get(recipientId) ?? 0n) + amountCents));
          const all = [...given.values()].reduce<bigint>((sum, each) => sum + each, 0n);
          expect(all).toBe((2n * whole * refunded + 100n) / 200n);
          for (const part of parts)
            expect(given.get(part.recipientId) ?? 0n).toBeLessThanOrEqual(part.amountCents);
        }
      }),
    );
  });

  it('an odd cent comes from whoever owes most, the earlier one where two owe alike', () => {
    const ten = Array.from({ length: 10 }, (_, at) => ({ recipientId: `${at}`, amountCents: cents(9n) }));
    const taken = reversedParts(ten, cents(100n), cents(6n), new Map([['1', cents(1n)]]));
    expect(taken.map((part) => [part.recipientId, part.amountCents])).toEqual([
      ['0', 1n],
      ['2', 1n],
      ['3', 1n],
      ['4', 1n],
    ]);
  });

  it('partial refunds take back, in all, exactly what one full refund would, also when some fail', () => {
    const step = fc.record({ amount: fc.bigInt(1n, 4_000n), fails: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let refunded = 0n;
        const given = new Map<string, Cents>();
        const give = (parts: readonly SplitPart[], sign: bigint) => {
          for (const { recipientId, amountCents } of parts) {
            given.set(recipientId, cents((given.get(recipientId) ?? 0n) + sign * amountCents));
          }
        };
        const failing: { amount: bigint; taken: SplitPart[] }[] = [];
        for (const { amount, fails } of steps) {
          const amountCents = smaller(cents(amount), cents(10_000n - refunded));
          refunded += amountCents;
          const taken = reversedParts(parts, cents(10_000n), cents(refunded), given);
          give(taken, 1n);
          if (fails) failing.push({ amount: amountCents, taken });
        }
        for (const { amount, taken } of failing) {
          refunded -= amount;
          give(taken, -1n);
        }
        give(reversedParts(parts, cents(10_000n), cents(10_000n), given), 1n);
        expect(Object.fromEntries(given)).toEqual({ a: 3_333n, b: 100n });
      }),
    );
  });
});
