import { describe, expect, it } from 'vitest';
import {
  amountTo,
  at,
  charge,
  context,
  effectsOf,
  frozen,
  NOW,
  paidCharge,
  reais,
  resultOf,
} from '../../../../test/support/literals.ts';
import type { Posting } from '../../ledger/chart.ts';
import type { Charge } from '../charge.ts';
import { decideRefundOutcome, type OutcomeState, outcomeOf } from './outcome.ts';
import type { Refund } from './store.ts';

/** 40.00 of a charge paid at the bank are on their way: all of the reserve was taken for them. */
const held = paidCharge({
  paymentProvider: 'bank',
  refundingCents: reais('40.00'),
  reserveHeldCents: reais('0.00'),
  dueAt: null,
});
const refund = (set: Partial<Refund> = {}): Refund =>
  frozen({
    accountId: 'shop',
    id: 'R',
    chargeId: 'C',
    amountCents: reais('40.00'),
    reason: null,
    reverseSplit: false,
    status: 'pending',
    failure: null,
    createdAt: NOW,
    ...set,
  });
const taken: readonly Posting[] = frozen([
  {
    accountId: 'shop',
    from: 'reserved',
    to: 'available',
    amountCents: reais('4.58'),
    category: 'reserve_release',
  },
  { accountId: 'shop', from: 'available', to: 'refunds', amountCents: reais('40.00'), category: 'refund' },
]);

const state = (set: Partial<OutcomeState> = {}): OutcomeState =>
  frozen({
    charge: held,
    refund: refund(),
    taken,
    given: { byRecipient: new Map(), refundedCents: reais('0.00') },
    receivables: [],
    ...set,
  });

const decide = (
  status: 'succeeded' | 'pending' | 'failed',
  set: Partial<OutcomeState> = {},
  reason?: string,
) => decideRefundOutcome(state(set), reason === undefined ? { status } : { status, reason }, context);

describe('a refund that succeeded', () => {
  it('leaves the books, and the charge says so', () => {
    const decision = decide('succeeded');
    expect(resultOf(decision)).toBe('done');
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['charges.save', { refundedCents: 4_000n, refundingCents: 0n, eventSequence: 3 }],
        ['refunds.end', { status: 'succeeded' }],
      ],
      events: ['shop charge.refunded RECEIVED → RECEIVED #3'],
      entries: { 'refund:R:settled now': ['shop refunds → external 40.00 refund'] },
    });
  });

  it.each([
    ['all of it ends the charge', { refundingCents: '100.00' }, '100.00', 'REFUNDED'],
    ['the last of several ends it', { refundingCents: '40.00', refundedCents: '60.00' }, '40.00', 'REFUNDED'],
    ['another is still pending', { refundingCents: '100.00' }, '40.00', 'RECEIVED'],
    ['a dispute holds the rest', { refundingCents: '40.00', disputedCents: '60.00' }, '40.00', 'RECEIVED'],
    ['something is left', { refundingCents: '40.00', refundedCents: '59.99' }, '40.00', 'RECEIVED'],
  ])('%s', (_, figures, amount, status) => {
    const set = Object.fromEntries(Object.entries(figures).map(([field, text]) => [field, reais(text)]));
    const one = paidCharge({ ...held, ...set });
    const decision = decide('succeeded', { charge: one, refund: refund({ amountCents: reais(amount) }) });
    expect(effectsOf(decision).events).toEqual([`shop charge.refunded RECEIVED → ${status} #3`]);
  });
});

describe('a refund that failed', () => {
  const audit = (reason: string) => [
    `shop refund.failed shop/R {"charge_id":"C","amount":40,"reason":"${reason}"}`,
  ];

  it('puts exactly what was taken back, the reserve as well, until its day', () => {
    expect(effectsOf(decide('failed', {}, 'account closed'))).toEqual({
      rows: [
        ['charges.save', { refundingCents: 0n, reserveHeldCents: 458n, dueAt: at('+30d'), eventSequence: 3 }],
        ['refunds.end', { status: 'failed', failure: 'account closed' }],
      ],
      events: ['shop payment.refund_failed RECEIVED → RECEIVED #3 because account closed'],
      entries: {
        'refund:R:failed now': [
          'shop refunds → available 40.00 refund',
          'shop available → reserved 4.58 reserve_release',
        ],
      },
      audit: audit('account closed'),
    });
  });

  it('holds no reserve again whose day has passed', () => {
    const one = paidCharge({ ...held, paidAt: at('-30d') });
    expect(effectsOf(decide('failed', { charge: one }))).toMatchObject({
      rows: [
        ['charges.save', { refundingCents: 0n, eventSequence: 3 }],
        ['refunds.end', { status: 'failed', failure: 'the provider could not give it back' }],
      ],
      entries: { 'refund:R:failed now': ['shop refunds → available 40.00 refund'] },
      audit: audit('the provider could not give it back'),
    });
  });

  it('gives recipients back what they gave', () => {
    const withSplit: readonly Posting[] = frozen([
      {
        accountId: 'partner',
        from: 'available',
        to: 'transfers',
        amountCents: reais('12.00'),
        category: 'split_received',
      },
      {
        accountId: 'shop',
        from: 'transfers',
        to: 'available',
        amountCents: reais('12.00'),
        category: 'split_sent',
      },
      ...taken,
    ]);
    const one = paidCharge({ ...held, split: [amountTo('partner', '30.00')] });
    const decision = decide('failed', {
      charge: one,
      taken: withSplit,
      refund: refund({ reverseSplit: true }),
    });
    expect(effectsOf(decision).entries).toEqual({
      'refund:R:failed now': [
        'shop refunds → available 40.00 refund',
        'shop available → reserved 4.58 reserve_release',
        'shop available → transfers 12.00 split_sent',
        'partner transfers → available 12.00 split_received',
      ],
    });
  });
});

describe('a refund that was taken for failed, and was made', () => {
  const failed = refund({ status: 'failed', failure: 'no answer' });
  const back: Charge = paidCharge({ paymentProvider: 'bank' });

  it('is taken again, also when the seller has spent the money meanwhile', () => {
    const decision = decide('succeeded', { charge: back, refund: failed });
    expect(resultOf(decision)).toBe('done');
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['charges.save', { refundedCents: 4_000n, reserveHeldCents: 0n, dueAt: null, eventSequence: 3 }],
        ['refunds.end', { status: 'succeeded', failure: null }],
        ['alerts.over', { source: 'refund_made_after_failure:R', at: NOW }],
      ],
      events: ['shop charge.refunded RECEIVED → RECEIVED #3'],
      // No "covered by": the provider's books win.
      entries: {
        'refund:R:again now': [
          'shop reserved → available 4.58 reserve_release',
          'shop available → refunds 40.00 refund',
        ],
        'refund:R:settled now': ['shop refunds → external 40.00 refund'],
      },
    });
  });

  it('fits when exactly that much is left', () => {
    const one = paidCharge({ ...back, refundedCents: reais('60.00') });
    const decision = decide('succeeded', { charge: one, refund: failed });
    expect(resultOf(decision)).toBe('done');
    expect(effectsOf(decision).events).toEqual(['shop charge.refunded RECEIVED → REFUNDED #3']);
  });

  it('takes the recipients’ parts again', () => {
    const one = paidCharge({ ...back, split: [amountTo('partner', '30.00')] });
    const decision = decide('succeeded', { charge: one, refund: refund({ ...failed, reverseSplit: true }) });
    expect(effectsOf(decision).entries?.['refund:R:again now']).toEqual([
      'partner available → transfers 12.00 split_received',
      'shop transfers → available 12.00 split_sent',
      'shop reserved → available 4.58 reserve_release',
      'shop available → refunds 40.00 refund',
    ]);
  });

  it.each([
    ['the charge is refunded by now', paidCharge({ status: 'REFUNDED', refundedCents: reais('100.00') })],
    ['other refunds took it', paidCharge({ refundedCents: reais('60.01') })],
    ['other refunds hold it', paidCharge({ refundingCents: reais('60.01') })],
    ['a dispute holds it', paidCharge({ disputedCents: reais('60.01') })],
  ])('does not fit when %s', (_, one) => {
    const decision = decide('succeeded', { charge: one, refund: failed });
    expect(resultOf(decision)).toBe('does not fit');
    expect(effectsOf(decision)).toEqual({
      rows: [
        [
          'alerts.add',
          {
            ...{
              kind: 'refund_made_after_failure',
              source: 'refund_made_after_failure:R',
              accountId: 'shop',
            },
            ...{ chargeId: 'C', provider: one.paymentProvider, amountCents: reais('40.00'), at: NOW },
          },
        ],
      ],
    });
  });
});

describe('an outcome that changes nothing', () => {
  it.each([
    ['pending', 'pending'],
    ['pending', 'succeeded'],
    ['pending', 'failed'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    // The payer has the money: a later "failed" is wrong.
    ['failed', 'succeeded'],
  ] as const)('%s, of a refund that is %s', (outcome, status) => {
    const decision = decide(outcome, { refund: refund({ status }) });
    expect(resultOf(decision)).toBe('done');
    expect(effectsOf(decision)).toEqual({});
  });

  it('of a refund without its charge is a broken invariant', () => {
    expect(() => decide('failed', { charge: null })).toThrow('a refund belongs to a charge');
    expect(() => decide('failed', { refund: null, charge: charge() })).toThrow(
      'a refund belongs to a charge',
    );
  });
});

it.each([
  [
    { ok: true, status: 'succeeded' },
    { ok: true, status: 'succeeded' },
  ],
  [
    { ok: false, kind: 'refused', reason: 'no' },
    { status: 'failed', reason: 'no' },
  ],
  [
    { ok: false, kind: 'unavailable', reason: 'timeout' },
    { status: 'pending', reason: 'timeout' },
  ],
] as const)('the answer %j is the outcome %j', (answer, outcome) => {
  expect(outcomeOf(answer)).toEqual(outcome);
});
