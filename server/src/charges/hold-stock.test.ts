import { describe, expect, it } from 'vitest';
import { charge, effectsOf, frozen, refusalOf, resultOf } from '../../../test/support/literals.ts';
import type { Stock } from '../catalog/stock.ts';
import type { LockedCoupon } from './coupon-use.ts';
import { decideHolding, holdsUnits } from './hold-stock.ts';
import { eventData } from './transition.ts';

const one = charge({ productId: 'product' });
const made = frozen({ charge: one, event: { id: 'E', data: eventData(one) }, answer: null, words: [] });
const stock = (units: bigint, held: bigint, holdsForOpenCharges = true): Stock =>
  frozen({ units, held, holdsForOpenCharges, holders: new Set<string>() });
const decide = (found: Stock | null, earlier: typeof one | null = null) =>
  decideHolding({ earlier, stock: found, coupon: null }, made, 'product');
const rowsOf = (found: Stock | null) => effectsOf(decide(found)).rows?.map(([name]) => name);

describe('a new charge of a product that holds', () => {
  it.each([
    ['a free unit', stock(2n, 1n), ['charges.create', 'stock_holds.drop_ended', 'stock_holds.add']],
    ['stock that is not tracked any more', null, ['charges.create']],
    ['units that are not held any more', stock(1n, 1n, false), ['charges.create']],
  ])('with %s is made', (_, found, expected) => {
    expect(rowsOf(found)).toEqual(expected);
  });

  it.each([
    ['nothing left', stock(0n, 0n)],
    ['every unit held', stock(1n, 1n)],
    ['more held than there is', stock(1n, 2n)],
    ['nothing left and nothing held any more', stock(0n, 0n, false)],
  ])('with %s is out of stock', (_, found) => {
    expect(refusalOf(decide(found))).toBe('OUT_OF_STOCK: The product is out of stock');
  });

  it('that was made already is the first one, and nothing changes', () => {
    const decision = decide(stock(0n, 0n), one);
    expect([resultOf(decision), effectsOf(decision)]).toEqual([one, {}]);
  });
});

describe('a new charge with a coupon', () => {
  const coupon = { id: 'coupon', code: 'NATAL', discountCents: '1000' };
  const bought = charge({ purchase: { quantity: 1, unitCents: '11000', coupon } });
  const own = frozen({ ...made, charge: bought });
  const using = (found: LockedCoupon) =>
    decideHolding({ earlier: null, stock: null, coupon: found }, own, null);

  it('takes a use of it', () => {
    const { rows } = effectsOf(using({ active: true, usesLeft: 1n }));
    expect(rows?.map(([name]) => name)).toEqual(['charges.create', 'coupon_uses.take']);
  });

  it.each([
    ['is used up', { active: true, usesLeft: 0n }],
    ['was switched off', { active: false, usesLeft: null }],
    ['was removed', 'removed' as const],
  ])('that %s is not made', (_, found) => {
    expect(refusalOf(using(found))).toContain('COUPON_UNAVAILABLE');
  });
});

describe('a product', () => {
  it.each([
    ['tracked and held', { stock: 1n, holdStock: true }, true],
    ['tracked and not held', { stock: 1n, holdStock: false }, false],
    ['not tracked', { stock: null, holdStock: true }, false],
    ['unknown', 'unknown' as const, false],
    ['absent', null, false],
  ])('whose stock is %s holds a unit for a new charge only if both are so', (_, product, expected) => {
    expect(holdsUnits(product)).toBe(expected);
  });
});
