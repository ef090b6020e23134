import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, cents } from '../kit/money.ts';
import { addDays, effectiveDueDate } from './calendar.ts';
import { amountDue, type BoletoTerms } from './late-payment.ts';

const HUNDRED = cents(10_000n);
const MONDAY = '2026-11-30';
const SATURDAY = '2026-11-14';

const total = (terms: BoletoTerms, payDate: string) => amountDue(terms, payDate).totalCents;

describe('a late boleto', () => {
  it('of 100.00, five days late at 2% and 1% a month, costs 102.16', () => {
    const terms = {
      valueCents: HUNDRED,
      dueDate: MONDAY,
      fineBasisPoints: 200,
      interestMonthlyBasisPoints: 100,
    };
    expect(amountDue(terms, '2026-12-05')).toEqual({
      fineCents: 200n,
      interestCents: 16n,
      discountCents: 0n,
      totalCents: 10_216n,
    });
  });

  it('of 100.00, two days late at 3% and 1% a day, costs 105.00', () => {
    const terms = {
      valueCents: HUNDRED,
      dueDate: MONDAY,
      fineBasisPoints: 300,
      interestMonthlyBasisPoints: 3000,
    };
    expect(amountDue(terms, '2026-12-02')).toEqual({
      fineCents: 300n,
      interestCents: 200n,
      discountCents: 0n,
      totalCents: 10_500n,
    });
  });

  it('costs no more than its value when it has neither fine nor interest', () => {
    expect(total({ valueCents: HUNDRED, dueDate: MONDAY }, '2027-11-30')).toBe(HUNDRED);
  });

  it('pays the fine once, however late', () => {
    const terms = { valueCents: HUNDRED, dueDate: MONDAY, fineBasisPoints: 200 };
    expect(total(terms, '2026-12-01')).toBe(10_200n);
    expect(total(terms, '2027-12-01')).toBe(10_200n);
  });

  it('truncates each component by itself', () => {
    const terms = {
      valueCents: cents(9_999n),
      dueDate: MONDAY,
      fineBasisPoints: 199,
      interestMonthlyBasisPoints: 99,
    };
    expect(amountDue(terms, '2026-12-01')).toMatchObject({ fineCents: 198n, interestCents: 3n });
  });
});

describe('a boleto due on a Saturday before a holiday Sunday', () => {
  const terms = {
    valueCents: HUNDRED,
    dueDate: SATURDAY,
    fineBasisPoints: 200,
    interestMonthlyBasisPoints: 3000,
  };

  it.each([
    ['on Friday', '2026-11-13', 10_000n],
    ['on the day', '2026-11-14', 10_000n],
    ['on Sunday', '2026-11-15', 10_000n],
    ['on Monday, its effective due date', '2026-11-16', 10_000n],
    ['on Tuesday, three days after the printed date', '2026-11-17', 10_500n],
  ])('paid %s (%s) costs %i cents', (_, payDate, amount) => expect(total(terms, payDate)).toBe(amount));
});

describe('a boleto due on 31 December', () => {
  const terms = {
    valueCents: HUNDRED,
    dueDate: '2026-12-31',
    fineBasisPoints: 200,
    interestMonthlyBasisPoints: 3000,
  };

  it('is on time until the first banking day of January', () => {
    expect(total(terms, '2027-01-04')).toBe(10_000n);
    expect(total(terms, '2027-01-05')).toBe(10_700n);
  });
});

describe('an early boleto', () => {
  const until = '2026-11-20';

  it.each([
    ['a percentage, truncated', { percentBasisPoints: 333 }, 333n],
    ['an amount', { amountCents: cents(1_500n) }, 1_500n],
    ['both', { percentBasisPoints: 1000, amountCents: cents(100n) }, 1_100n],
    ['no more than its value', { amountCents: cents(20_000n) }, 10_000n],
  ])('is discounted by %s', (_, discount, discountCents) => {
    const terms = { valueCents: HUNDRED, dueDate: MONDAY, discount: { ...discount, until } };
    expect(amountDue(terms, '2026-11-20')).toEqual({
      fineCents: 0n,
      interestCents: 0n,
      discountCents,
      totalCents: HUNDRED - discountCents,
    });
  });

  it('loses the discount the day after', () => {
    const terms = { valueCents: HUNDRED, dueDate: MONDAY, discount: { percentBasisPoints: 1000, until } };
    expect(total(terms, '2026-11-20')).toBe(9_000n);
    expect(total(terms, '2026-11-21')).toBe(10_000n);
  });
});

describe('any boleto', () => {
  const anyDueDate = fc.nat(20_000).map((days) => addDays('2024-01-01', days));
  const anyTerms = fc.record({
    valueCents: fc.bigInt({ min: 1n, max: 9_999_999_999n }).map(cents),
    dueDate: anyDueDate,
    fineBasisPoints: fc.nat(1000),
    interestMonthlyBasisPoints: fc.nat(1000),
  });

  it('costs its value until the effective due date and never less as days pass', () => {
    fc.assert(
      fc.property(anyTerms, fc.nat(400), (terms, days) => {
        const payDate = addDays(terms.dueDate, days);
        if (payDate <= effectiveDueDate(terms.dueDate)) expect(total(terms, payDate)).toBe(terms.valueCents);
        expect(total(terms, addDays(payDate, 1))).toBeGreaterThanOrEqual(total(terms, payDate));
      }),
    );
  });

  it('totals to the sum of what it shows', () => {
    const discount = fc.record({ percentBasisPoints: fc.nat(9999), until: anyDueDate });
    fc.assert(
      fc.property(anyTerms, discount, anyDueDate, (terms, offered, payDate) => {
        const due = amountDue({ ...terms, discount: offered }, payDate);
        const sum: bigint = terms.valueCents + due.fineCents + due.interestCents - due.discountCents;
        expect(due.totalCents).toBe(sum as Cents);
        expect(due.totalCents).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});
