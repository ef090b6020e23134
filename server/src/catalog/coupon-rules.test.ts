import { describe, expect, it } from 'vitest';
import { cents } from '../kit/money.ts';
import { type CouponTerms, codeKeyOf, couponStatus, discountOf, refusedCoupon } from './coupon-rules.ts';
import type { SplitItem } from './split-rules.ts';

const terms = (set: Partial<CouponTerms> = {}): CouponTerms => ({
  ...{ percentBasisPoints: 1_000, amountCents: null, validFrom: null, validUntil: null, minValueCents: null },
  ...{ paymentLinkId: null, active: true, maxUses: null, usedCount: 0n, heldCount: 0n },
  ...set,
});
const byAmount = (amount: bigint, set: Partial<CouponTerms> = {}) =>
  terms({ percentBasisPoints: null, amountCents: cents(amount), ...set });

/** 23:30 on the 18th in São Paulo; in UTC it is the 19th already. */
const LATE = new Date('2026-11-19T02:30:00Z');

describe('what a coupon takes off', () => {
  it.each([
    // basis points, value, discount: never more than it says
    [1_000, 10_000n, 1_000n],
    [1_000, 9_999n, 999n],
    [3_333, 10_001n, 3_333n],
    [1, 10_000n, 1n],
    [1, 19_999n, 1n],
    [9_999, 100n, 99n],
    [9_999, 10_000n, 9_999n],
    [9_999, 2n, 1n],
    [5_000, 3n, 1n],
    [9_999, 999_999_999_999n, 999_899_999_999n],
  ])('%s basis points of %s are %s', (basisPoints, value, discount) => {
    const off = discountOf(terms({ percentBasisPoints: basisPoints }), cents(value));
    expect(off).toBe(discount);
    expect(value - discount).toBeGreaterThan(0n);
  });

  it.each([
    [500n, 501n, 500n],
    [500n, 10_000n, 500n],
    [1n, 2n, 1n],
  ])('an amount of %s of %s is %s', (amount, value, discount) => {
    expect(discountOf(byAmount(amount), cents(value))).toBe(discount);
  });

  it.each([
    ['an amount that leaves nothing', byAmount(500n), 500n, 501n],
    ['an amount larger than the value', byAmount(500n), 1n, 501n],
    ['less than a cent', terms({ percentBasisPoints: 1 }), 9_999n, 10_000n],
    ['the only cent', terms({ percentBasisPoints: 9_999 }), 1n, 2n],
    ['a value below the minimum', terms({ minValueCents: cents(5_000n) }), 4_999n, 5_000n],
    ['a minimum that its own amount exceeds', byAmount(500n, { minValueCents: cents(100n) }), 400n, 501n],
  ])('is nothing for %s, and it says from what value on', (_, coupon, value, least) => {
    expect(discountOf(coupon, cents(value))).toEqual({ because: 'value', leastCents: least });
    expect(typeof discountOf(coupon, cents(least))).toBe('bigint');
  });

  it('leaves more than the recipients of the split get', () => {
    const split: SplitItem[] = [
      { recipientId: 'author', share: { type: 'amount', amountCents: cents(9_000n) }, description: null },
    ];
    expect(discountOf(terms(), cents(10_000n), split)).toEqual({ because: 'split' });
    expect(discountOf(terms({ percentBasisPoints: 999 }), cents(10_000n), split)).toBe(999n);
  });
});

describe('the status of a coupon', () => {
  it.each([
    ['active', 'nothing said', {}],
    ['inactive', 'the switch off', { active: false, validUntil: '2020-01-01' }],
    ['ended', 'a last day that was yesterday', { validUntil: '2026-11-17' }],
    ['active', 'a last day that is today', { validUntil: '2026-11-18' }],
    ['active', 'a first day that is today', { validFrom: '2026-11-18' }],
    ['scheduled', 'a first day that is tomorrow', { validFrom: '2026-11-19' }],
    ['used_up', 'every use paid', { maxUses: 3n, usedCount: 3n }],
    ['used_up', 'every use paid or held', { maxUses: 3n, usedCount: 1n, heldCount: 2n }],
    ['used_up', 'a limit that was lowered', { maxUses: 3n, usedCount: 5n }],
    ['active', 'a use left', { maxUses: 3n, usedCount: 1n, heldCount: 1n }],
    ['ended', 'no use and no day left', { maxUses: 1n, usedCount: 1n, validUntil: '2026-11-17' }],
  ] as const)('is %s with %s, by the days of São Paulo', (status, _, set) => {
    expect(couponStatus(terms(set), LATE)).toBe(status);
  });

  it.each([
    ['no coupon', null, { because: 'unknown' }],
    ['one of another link', terms({ paymentLinkId: 'other' }), { because: 'unknown' }],
    [
      'one of another link that has ended',
      terms({ paymentLinkId: 'other', validUntil: '2020-01-01' }),
      { because: 'unknown' },
    ],
    ['one that is switched off', terms({ active: false }), { because: 'unknown' }],
    ['one that has ended', terms({ validUntil: '2026-11-17' }), { because: 'ended', on: '2026-11-17' }],
    ['one that is to come', terms({ validFrom: '2026-11-19' }), { because: 'scheduled', from: '2026-11-19' }],
    ['one that is used up', terms({ maxUses: 1n, heldCount: 1n }), { because: 'used_up' }],
    ['its own', terms({ paymentLinkId: 'link' }), null],
  ])('tells a payer of a link about %s', (_, coupon, refusal) => {
    expect(refusedCoupon(coupon, 'link', LATE)).toEqual(refusal);
  });
});

describe('a code', () => {
  it.each([
    ['Natal-10', 'natal-10'],
    ['A_', 'a_'],
    ['X', null],
    ['', null],
    ['natal 10', null],
    ['MAÇÃ', null],
    ['İSTANBUL', null],
    ['Kelvin\u212A', null],
    ["' or 1=1", null],
    ['\u202eLATAN', null],
    ['a'.repeat(40), 'a'.repeat(40)],
    ['a'.repeat(41), null],
  ])('%j is found as %j', (text, key) => {
    expect(codeKeyOf(text)).toBe(key);
  });
});
