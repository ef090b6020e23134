import { describe, expect, it } from 'vitest';
import {
  at,
  boleto,
  charge,
  context,
  effectsOf,
  frozen,
  paidCharge,
  refusalOf,
  resultOf,
} from '../../../../test/support/literals.ts';
import type { Charge } from '../charge.ts';
import type { GivenBack } from '../taken-again.ts';
import { decideChoice } from './choose.ts';

const open = (set: Partial<Charge> = {}) =>
  charge({ billingType: 'UNDEFINED', payerChooses: true, pixTxid: null, pixCopyPaste: null, ...set });
const NOTHING: GivenBack = { stock: null, coupon: null };
const choose = (
  one: Charge | null,
  set: Partial<Charge>,
  isBeingPaid = false,
  given: Partial<GivenBack> = {},
) =>
  decideChoice(frozen({ charge: one, isBeingPaid, given: { ...NOTHING, ...given } }), frozen(set), context);

const byPix: Partial<Charge> = { billingType: 'PIX', pixProvider: 'bank', pixTxid: 'txid', dueAt: at('+1h') };
const byBoleto: Partial<Charge> = {
  billingType: 'BOLETO',
  boleto: boleto(),
  pixProvider: 'bank',
  pixTxid: 'txid2',
  dueAt: at('+2d'),
};
const reference = (name: string) => [
  'provider_references.add',
  { reference: name, accountId: 'shop', chargeId: 'C' },
];
const removal = (txid: string, isDueCharge: boolean) =>
  `shop pix.remove ${JSON.stringify({ txid, isDueCharge, provider: 'bank' })} now`;

describe('the payer chooses', () => {
  it('PIX: its code finds the charge from now on', () => {
    const decision = choose(open(), byPix);
    expect(resultOf(decision)).toMatchObject({ ...byPix, status: 'PENDING' });
    expect(effectsOf(decision)).toEqual({
      rows: [
        [
          'charges.save',
          { billingType: 'PIX', pixProvider: 'bank', pixTxid: 'txid', dueAt: at('+1h'), eventSequence: 2 },
        ],
        reference('txid'),
      ],
      events: ['shop charge.method_chosen PENDING → PENDING #2'],
    });
  });

  it('a boleto: its number and its code find the charge', () => {
    expect(effectsOf(choose(open(), byBoleto)).rows?.slice(1)).toEqual([
      reference('txid2'),
      reference('00000001'),
    ]);
  });

  it('another method after a refused card: the charge waits again', () => {
    const refused = open({ status: 'REFUSED', billingType: 'CREDIT_CARD', eventSequence: 3 });
    expect(effectsOf(choose(refused, byPix)).events).toEqual(['shop charge.pending REFUSED → PENDING #4']);
  });

  const withPix = open({ ...byPix });
  const withBoleto = open({ ...byBoleto });
  it.each([
    ['from the bank’s PIX code to a boleto', withPix, byBoleto, [removal('txid', false)]],
    ['from a boleto to another code', withBoleto, { ...byPix, boleto: null }, [removal('txid2', true)]],
    ['from PIX to the same code again', withPix, byPix, undefined],
    ['from a code of the sandbox', open({ ...byPix, pixProvider: 'sandbox' }), byBoleto, undefined],
    ['for the first time', open(), byPix, undefined],
  ] as const)('%s: the code left behind is removed at its bank', (_, one, set, jobs) => {
    expect(effectsOf(choose(one, set as Partial<Charge>)).jobs).toEqual(jobs);
  });

  it.each([
    ['of no charge', null, false],
    ['where the seller has chosen', charge(), false],
    ['of a paid charge', paidCharge({ payerChooses: true }), false],
    ['of an overdue boleto', open({ status: 'OVERDUE' }), false],
    ['of a cancelled charge', open({ status: 'CANCELLED' }), false],
    ['while a card is paying', open(), true],
  ])('%s it is refused', (_, one, isBeingPaid) => {
    expect(refusalOf(choose(one, byPix, isBeingPaid))).toBe(
      'CHARGE_NOT_PAYABLE: The charge cannot be paid in its current state',
    );
  });
});

describe('another method after a refused card, with a coupon', () => {
  const coupon = { id: 'coupon', code: 'NATAL', discountCents: '1000' };
  const refused = open({ status: 'REFUSED', purchase: { quantity: 1, unitCents: '11000', coupon } });

  it('takes a use again', () => {
    const { rows } = effectsOf(choose(refused, byPix, false, { coupon: { active: false, usesLeft: 1n } }));
    const use = { accountId: 'shop', couponId: 'coupon', chargeId: 'C' };
    expect(rows).toContainEqual(['coupon_uses.take', use]);
  });

  it('is refused where others have used it up', () => {
    const decision = choose(refused, byPix, false, { coupon: { active: true, usesLeft: 0n } });
    expect(refusalOf(decision)).toContain('COUPON_UNAVAILABLE');
  });
});

describe('another method after a refused card, of a product that holds a unit for each open charge', () => {
  const refused = open({ status: 'REFUSED', productId: 'product' });
  const stock = (units: bigint, held: bigint) =>
    frozen({ units, held, holdsForOpenCharges: true, holders: new Set<string>() });
  const hold = { accountId: 'shop', productId: 'product', chargeId: 'C', quantity: 1 };

  it('holds its unit again', () => {
    const { rows } = effectsOf(choose(refused, byPix, false, { stock: stock(2n, 1n) }));
    expect(rows).toContainEqual(['stock_holds.add', hold]);
  });

  it('is refused where others hold all of them', () => {
    const decision = choose(refused, byPix, false, { stock: stock(1n, 1n) });
    expect(refusalOf(decision)).toContain('OUT_OF_STOCK');
  });
});
