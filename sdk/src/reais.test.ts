import { describe, expect, expectTypeOf, it } from 'vitest';
import { checkAmounts } from './amounts.ts';
import { type Cents, fromCents, type Reais, reais, toCents } from './reais.ts';
import type { Balance, Charge, ChargeFilters, CreateCharge } from './shapes.ts';

describe('an amount in reais', () => {
  it.each([
    [19.9, 1990],
    [0.01, 1],
    [0, 0],
    [0.1 + 0.7, 80],
    [1.15, 115],
    [9_999_999_999.99, 999_999_999_999],
  ])('%s is %s cents, and back', (amount, cents) => {
    expect(toCents(reais(Math.round(amount * 100) / 100))).toBe(cents);
    expect(fromCents(cents)).toBe(Math.round(amount * 100) / 100);
  });

  it('comes and goes exactly for every cent of the first ten thousand and the last', () => {
    for (const base of [0, 999_999_990_000]) {
      for (let cents = base; cents < base + 10_000; cents += 1) expect(toCents(fromCents(cents))).toBe(cents);
    }
  });

  it.each([
    ['19.90', 1990],
    ['19.9', 1990],
    ['5', 500],
    ['0.05', 5],
  ])('may be written as text: %s', (written, cents) => {
    expect(toCents(reais(written))).toBe(cents);
  });

  it.each(['19,90', '1.999', 'R$ 5', '', '-1', '1e3', ' 5', '.5'])('refuses the text %j', (written) => {
    expect(() => reais(written)).toThrow(/write digits and a point with at most two decimals/);
  });

  it.each([
    [19.999, /at most two decimals.*fromCents/],
    [0.1 + 0.2, /at most two decimals/],
    [Number.NaN, /not a number/],
    [Number.POSITIVE_INFINITY, /not a number/],
    [-0.01, /cannot be below zero/],
    [10_000_000_000, /the largest amount/],
    ['12345678901', /the largest amount/],
  ])('refuses %s with a sentence', (amount, sentence) => {
    expect(() => reais(amount)).toThrow(sentence);
  });

  it.each([10_000_000_000, '12345678901'])('tells %s by its code: too large', (amount) => {
    expect(() => reais(amount)).toThrow(expect.objectContaining({ code: 'AMOUNT_TOO_LARGE' }));
  });

  it('refuses what only the compiler would have kept out', () => {
    const untyped = reais as (value: unknown) => Reais;
    expect(() => untyped(null)).toThrow('write an amount as reais(19.9) or fromCents(1990), not null.');
    expect(() => untyped({})).toThrow('not something of type object.');
    expect(() => fromCents(19.9)).toThrow(/cents are whole numbers/);
    expect(() => fromCents(Number.NaN)).toThrow(/cents are whole numbers/);
    expect(() => fromCents(1e12)).toThrow(/the largest amount/);
    expect(() => (toCents as (value: unknown) => Cents)(19.999)).toThrow(/an amount of an answer/);
  });

  it('may be below zero in an answer, and is not a second zero', () => {
    expect(toCents(-8.49 as Reais)).toBe(-849);
    expect(fromCents(-849)).toBe(-8.49);
    expect(Object.is(toCents(-0 as Reais), 0)).toBe(true);
  });
});

describe('the compiler', () => {
  it('keeps cents and reais apart', () => {
    const price = reais(19.9);
    const cents = toCents(price);
    // @ts-expect-error cents are not reais
    const wrong: CreateCharge = { billing_type: 'PIX', value: cents };
    // @ts-expect-error neither is a plain number
    const plain: CreateCharge = { billing_type: 'PIX', value: 19.9 };
    // @ts-expect-error a sum of amounts is a plain number: calculate in cents
    const sum: Reais = price + price;
    // @ts-expect-error reais are not cents
    const mixed = () => fromCents(price);
    // @ts-expect-error cents are not reais
    const turned = () => reais(cents);
    expect([wrong, plain, sum, mixed, turned]).toHaveLength(5);
    expect(fromCents(cents + cents)).toBe(39.8);
  });

  it('knows the amounts of answers, and counts from money', () => {
    expectTypeOf<Charge['net_value']>().toEqualTypeOf<Reais | null>();
    expectTypeOf<Balance['total']>().toEqualTypeOf<Reais>();
    expectTypeOf<NonNullable<Charge['split']>[number]['percent']>().toEqualTypeOf<number | null>();
    expectTypeOf<ChargeFilters['limit']>().toEqualTypeOf<number | undefined>();
  });
});

describe('the amounts of a request', () => {
  it.each([
    [{ value: 19.999 }, /^value: an amount has at most two decimals/],
    [{ value: '19.90' }, /^value: write an amount as reais\(19.9\)/],
    [{ value: -1 }, /^value: an amount cannot be below zero/],
    [{ split: [{ percent: 10 }, { amount: Number.NaN }] }, /^split\[1\]\.amount: that is not a number/],
  ])('%j is refused before it leaves', (body, sentence) => {
    expect(() => checkAmounts(body)).toThrow(sentence);
  });

  it('leaves percentages, empty values and metadata alone', () => {
    expect(() =>
      checkAmounts({
        value: 1,
        amount: null,
        price: undefined,
        fine: { percent: 2.123 },
        metadata: { value: 'blue' },
      }),
    ).not.toThrow();
  });
});
