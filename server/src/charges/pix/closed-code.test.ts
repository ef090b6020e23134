import { describe, expect, it } from 'vitest';
import { at, charge, context, effectsOf, paidCharge, resultOf } from '../../../../test/support/literals.ts';
import type { DueTerms } from '../../providers/provider.ts';
import type { Charge } from '../charge.ts';
import { decideRenewal, dueTermsFrom } from './closed-code.ts';

const code = {
  ...{ pixProvider: 'bank', pixTxid: 'new', pixCopyPaste: '000202', pixQrPng: Buffer.from('png') },
  pixExpiresAt: at('+1d'),
};
const closed = (set: Partial<Charge> = {}) =>
  charge({ pixProvider: 'bank', pixCopyPaste: null, returnedCount: 1, ...set });

describe('another code', () => {
  it('is stored, found by its name, and the closed one removed should it be open after all', () => {
    const decision = decideRenewal(closed(), { txid: 'txid', code }, context);
    const { pixProvider: _, ...changes } = code;
    expect(resultOf(decision)).toBe(true);
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['charges.save', changes],
        ['provider_references.add', { reference: 'new', accountId: 'shop', chargeId: 'C' }],
      ],
      jobs: ['shop pix.remove {"txid":"txid","isDueCharge":false,"provider":"bank"} now'],
    });
  });

  it.each([
    ['was paid meanwhile', paidCharge({ pixCopyPaste: null })],
    ['was cancelled', closed({ status: 'CANCELLED' })],
    ['has another already', closed({ pixTxid: 'newer', pixCopyPaste: '000203' })],
    ['has its code', closed({ pixCopyPaste: '000201' })],
    ['is to be paid by card', closed({ billingType: 'CREDIT_CARD' })],
    ['has come to its end', closed({ pixExpiresAt: at('now') })],
  ])('is not for a charge that %s, and is removed again', (_, one) => {
    const decision = decideRenewal(one, { txid: 'txid', code }, context);
    expect(resultOf(decision)).toBe(false);
    expect(effectsOf(decision)).toEqual({
      jobs: ['shop pix.remove {"txid":"new","isDueCharge":false,"provider":"bank"} now'],
    });
  });

  it('that is stored already stays', () => {
    const decision = decideRenewal(closed({ ...code }), { txid: 'txid', code }, context);
    expect(resultOf(decision)).toBe(true);
    expect(effectsOf(decision)).toEqual({});
  });
});

describe('the terms of a code that is made later', () => {
  const terms: DueTerms = {
    ...{ dueDate: '2026-03-10', payableDaysAfterDue: 30, fineBasisPoints: 0, interestMonthlyBasisPoints: 0 },
    discount: { until: '2026-03-05', basisPoints: 500 },
  };

  it('are the same until the due date', () => {
    expect(dueTermsFrom(terms, '2026-03-10')).toBe(terms);
  });

  it('are from today on when it is late and costs no more for that, and end on the same day', () => {
    expect(dueTermsFrom(terms, '2026-03-20')).toEqual({
      ...terms,
      dueDate: '2026-03-20',
      payableDaysAfterDue: 20,
      discount: null,
    });
  });

  it.each(['fineBasisPoints', 'interestMonthlyBasisPoints'])('are none when %s runs already', (name) => {
    expect(dueTermsFrom({ ...terms, [name]: 100 }, '2026-03-11')).toBeNull();
  });
});
