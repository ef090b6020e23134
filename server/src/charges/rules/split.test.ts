import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountTo, percentTo, reais, table } from '../../../../test/support/literals.ts';
import { type Cents, cents, smaller, sum } from '../../kit/money.ts';
import { reversedParts, type SplitPart, splitParts } from './split.ts';

const words = (text: string) => text.split(/\s+/);
const amounts = (text: string) => words(text).map(reais);
/** Recipients are named by their place in the list. */
const partsOf = (text: string): SplitPart[] =>
  amounts(text).map((amountCents, place) => ({ recipientId: `${place}`, amountCents }));

describe('the parts of a split', () => {
  it.each(
    table<'value' | 'split' | 'parts'>(`
      value  | split                      | parts
      100.00 | 30.00                      | 30.00
      100.00 | 10.50%                     | 10.50
      100.00 | 12.34 10.50% 0.01%         | 12.34 10.50 0.01
      100.00 | 10.50% 12.34 0.01%         | 10.50 12.34 0.01
      100.00 | 33.33% 33.33% 33.33%       | 33.33 33.33 33.33
      99.99  | 33.33% 33.33% 33.33%       | 33.33 33.33 33.32
      0.10   | 33.33% 33.33% 33.33%       | 0.04 0.03 0.03
      0.10   | 10.00% 15.00% 15.00%       | 0.01 0.02 0.01
      0.05   | 50.00% 10.00%              | 0.03 0.00
      0.03   | 50.00%                     | 0.02
      1.00   | 0.49%                      | 0.00
      1.00   | 0.50%                      | 0.01
      1.00   | 0.01%                      | 0.00
      1.00   | 0.25% 0.25%                | 0.01 0.00
      0.99   | 9.99% 9.99% 9.99% 9.99% 9.99% 9.99% 9.99% 9.99% 9.99% 9.99% | 0.10 0.10 0.10 0.10 0.10 0.10 0.10 0.10 0.10 0.09
      9999999999.99 | 99.99%              | 9998999999.99
    `),
  )('$value by $split is $parts', ({ value, split, parts }) => {
    const items = words(split).map((share, place) =>
      share.endsWith('%')
        ? percentTo(`${place}`, Number(reais(share.slice(0, -1))))
        : amountTo(`${place}`, share),
    );
    expect(splitParts(reais(value), items)).toEqual(partsOf(parts));
  });

  it('of no split are none', () => {
    expect(splitParts(reais('100.00'), [])).toEqual([]);
  });
});

describe('taking a split back with a refund', () => {
  it.each(
    table<'parts' | 'paid' | 'refunded' | 'given' | 'taken'>(`
      parts             | paid   | refunded | given          | taken
      30.00             | 100.00 | 100.00   | 0.00           | 30.00
      30.00             | 100.00 | 50.00    | 0.00           | 15.00
      30.00             | 100.00 | 100.00   | 15.00          | 15.00
      30.00             | 102.33 | 102.33   | 0.00           | 30.00
      30.00             | 102.33 | 51.17    | 0.00           | 15.00
      30.00             | 95.00  | 47.50    | 0.00           | 15.00
      33.33 1.00        | 100.00 | 100.00   | 0.00 0.00      | 33.33 1.00
      33.33 1.00        | 100.00 | 50.00    | 0.00 0.00      | 16.67 0.50
      33.33 1.00        | 100.00 | 100.00   | 16.67 0.50     | 16.66 0.50
      33.33 1.00        | 100.00 | 1.00     | 0.00 0.00      | 0.33 0.01
      33.33 1.00        | 100.00 | 0.01     | 0.00 0.00      | 0.00 0.00
      10.00 10.00 10.00 | 100.00 | 0.05     | 0.00 0.00 0.00 | 0.01 0.01 0.00
      10.00 10.00 10.00 | 100.00 | 0.10     | 0.01 0.01 0.00 | 0.00 0.00 0.01
      10.00 10.00 10.00 | 100.00 | 0.01     | 0.00 0.00 0.00 | 0.00 0.00 0.00
      10.00 10.00 10.00 | 100.00 | 0.06     | 0.01 0.00 0.00 | 0.00 0.01 0.00
      99.99             | 100.00 | 0.01     | 0.00           | 0.01
      0.00 50.00        | 100.00 | 10.00    | 0.00 0.00      | 0.00 5.00
    `),
  )('of $parts, $refunded of $paid refunded, $given given before: $taken', (line) => {
    const given = new Map(amounts(line.given).map((amount, place) => [`${place}`, amount]));
    const taken = reversedParts(partsOf(line.parts), reais(line.paid), reais(line.refunded), given);
    expect(taken).toEqual(partsOf(line.taken).filter((part) => part.amountCents > 0n));
  });

  it('an odd cent comes from the recipient that owes most, the earlier one where two owe alike', () => {
    const ten = partsOf(Array.from({ length: 10 }, () => '0.09').join(' '));
    const taken = reversedParts(ten, reais('1.00'), reais('0.06'), new Map([['1', reais('0.01')]]));
    expect(taken.map((part) => part.recipientId)).toEqual(['0', '2', '3', '4']);
  });
});

/** The refunds of one charge with its split taken back, one after the other. */
class Refunds {
  readonly #parts: readonly SplitPart[];
  readonly #paid: Cents;
  readonly given = new Map<string, Cents>();
  #refunded = 0n;

  constructor(parts: readonly SplitPart[], paid: Cents) {
    this.#parts = parts;
    this.#paid = paid;
  }

  /** As much of the amount as is left. */
  take(amount: bigint): { amount: Cents; taken: SplitPart[] } {
    const asked = smaller(cents(amount), cents(this.#paid - this.#refunded));
    this.#refunded += asked;
    const taken = reversedParts(this.#parts, this.#paid, cents(this.#refunded), this.given);
    this.#give(taken, 1n);
    return { amount: asked, taken };
  }

  fail({ amount, taken }: ReturnType<Refunds['take']>): void {
    this.#refunded -= amount;
    this.#give(taken, -1n);
  }

  #give(parts: readonly SplitPart[], sign: bigint): void {
    for (const { recipientId, amountCents } of parts)
      this.given.set(recipientId, cents((this.given.get(recipientId) ?? 0n) + sign * amountCents));
  }
}

const total = (parts: readonly SplitPart[]) => sum(parts.map((part) => part.amountCents));

describe('any refunds of any split', () => {
  const PAID = reais('1.00');
  const split = fc
    .array(fc.bigInt(0n, 9n), { minLength: 1, maxLength: 10 })
    .map((all) => all.map((each, place) => ({ recipientId: `${place}`, amountCents: cents(each) })));
  const refunds = fc.array(fc.bigInt(1n, 9n), { minLength: 1, maxLength: 30 });

  it('none takes more than itself, and no recipient gives more than its part', () => {
    fc.assert(
      fc.property(split, refunds, (parts, steps) => {
        const all = new Refunds(parts, PAID);
        for (const step of steps) {
          const { amount, taken } = all.take(step);
          expect(total(taken)).toBeLessThanOrEqual(amount);
        }
        for (const { recipientId, amountCents } of parts)
          expect(all.given.get(recipientId) ?? 0n).toBeLessThanOrEqual(amountCents);
      }),
    );
  });

  it('take together what one refund of their sum takes', () => {
    fc.assert(
      fc.property(split, refunds, (parts, steps) => {
        const all = new Refunds(parts, PAID);
        for (const step of steps) all.take(step);
        const once = new Refunds(parts, PAID).take(steps.reduce((one, other) => one + other, 0n));
        expect(sum([...all.given.values()])).toBe(total(once.taken));
      }),
    );
  });

  it('give every part back whole once all is refunded, also when some of them failed', () => {
    const step = fc.record({ amount: fc.bigInt(1n, 40n), fails: fc.boolean() });
    fc.assert(
      fc.property(split, fc.array(step, { minLength: 1, maxLength: 12 }), (parts, steps) => {
        const all = new Refunds(parts, PAID);
        const failing = steps.flatMap(({ amount, fails }) => {
          const made = all.take(amount);
          return fails ? [made] : [];
        });
        for (const each of failing) all.fail(each);
        all.take(PAID);
        for (const { recipientId, amountCents } of parts)
          expect(all.given.get(recipientId) ?? 0n).toBe(amountCents);
      }),
    );
  });
});
