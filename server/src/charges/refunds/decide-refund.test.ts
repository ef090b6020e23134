import { describe, expect, it } from 'vitest';
import {
  actor,
  amountTo,
  at,
  charge,
  context,
  effectsOf,
  frozen,
  NOW,
  paidCharge,
  percentTo,
  reais,
  refusalOf,
  resultOf,
  table,
} from '../../../../test/support/literals.ts';
import type { Charge } from '../charge.ts';
import { decideRefund, type RefundRequest, type RefundState } from './refund.ts';
import type { GivenBack } from './split-reversal.ts';
import type { Refund } from './store.ts';

const by = actor('shop');
const NONE: GivenBack = frozen({ byRecipient: new Map(), refundedCents: reais('0.00') });

const request = (amount: string, set: Partial<RefundRequest> = {}): RefundRequest =>
  frozen({
    accountId: 'shop',
    id: 'R',
    chargeId: 'C',
    amountCents: amount === 'all' ? null : reais(amount),
    reason: null,
    reverseSplit: false,
    ...set,
  });

const refund = (set: Partial<Refund> = {}): Refund =>
  frozen({
    ...request('100.00'),
    amountCents: reais('100.00'),
    status: 'pending',
    failure: null,
    createdAt: NOW,
    ...set,
  });

const state = (one: Charge | null, set: Partial<RefundState> = {}): RefundState =>
  frozen({ charge: one, earlier: null, given: NONE, receivables: [], ...set });

const decide = (one: Charge | null, asked: RefundRequest, set: Partial<RefundState> = {}) =>
  decideRefund(state(one, set), asked, by, context);

describe('a refund that is refused', () => {
  const partly = paidCharge({ refundedCents: reais('60.00') });
  it.each([
    ['no charge', null, 'all', 'NOT_FOUND: Charge not found'],
    ['a pending charge', charge(), 'all', 'CHARGE_NOT_REFUNDABLE: Only a received charge can be refunded'],
    [
      'an overdue charge',
      charge({ status: 'OVERDUE' }),
      '1.00',
      'CHARGE_NOT_REFUNDABLE: Only a received charge can be refunded',
    ],
    [
      'a refused charge',
      charge({ status: 'REFUSED' }),
      '1.00',
      'CHARGE_NOT_REFUNDABLE: Only a received charge can be refunded',
    ],
    [
      'a cancelled charge',
      charge({ status: 'CANCELLED' }),
      '1.00',
      'CHARGE_NOT_REFUNDABLE: Only a received charge can be refunded',
    ],
    [
      'a refunded charge',
      paidCharge({ status: 'REFUNDED', refundedCents: reais('100.00') }),
      'all',
      'CHARGE_NOT_REFUNDABLE: Only a received charge can be refunded',
    ],
    [
      'more than was paid',
      paidCharge(),
      '100.01',
      'REFUND_EXCEEDS_VALUE: The refund exceeds the refundable amount of the charge',
    ],
    [
      'more than is left',
      partly,
      '40.01',
      'REFUND_EXCEEDS_VALUE: The refund exceeds the refundable amount of the charge',
    ],
    [
      'more than a dispute leaves',
      paidCharge({ disputedCents: reais('60.00') }),
      '40.01',
      'REFUND_EXCEEDS_VALUE: The refund exceeds the refundable amount of the charge',
    ],
    [
      'more than a pending refund leaves',
      paidCharge({ refundingCents: reais('60.00') }),
      '40.01',
      'REFUND_EXCEEDS_VALUE: The refund exceeds the refundable amount of the charge',
    ],
    [
      'what a dispute holds whole',
      paidCharge({ disputedCents: reais('100.00') }),
      'all',
      'REFUND_EXCEEDS_VALUE: Nothing is left of the charge to refund',
    ],
    [
      'what is being refunded whole',
      paidCharge({ refundingCents: reais('100.00') }),
      '1.00',
      'REFUND_EXCEEDS_VALUE: Nothing is left of the charge to refund',
    ],
  ])('%s', (_, one, amount, refusal) => {
    expect(refusalOf(decide(one, request(amount)))).toBe(refusal);
  });
});

describe('a refund where the provider refunds at once', () => {
  it.each(
    table<'amount' | 'status' | 'refunded' | 'released' | 'held'>(`
      amount | status   | refunded | released | held
      all    | REFUNDED | 100.00   | 4.58     | 0.00
      100.00 | REFUNDED | 100.00   | 4.58     | 0.00
      99.99  | RECEIVED | 99.99    | 4.58     | 0.00
      4.58   | RECEIVED | 4.58     | 4.58     | 0.00
      4.00   | RECEIVED | 4.00     | 4.00     | 0.58
      0.01   | RECEIVED | 0.01     | 0.01     | 4.57
    `),
  )('of $amount leaves $status and $held held', (line) => {
    const decision = decide(paidCharge(), request(line.amount));
    const amount = line.refunded;
    const { entries, events, rows, jobs } = effectsOf(decision);
    expect(entries).toEqual({
      'refund:R now': [
        `shop reserved → available ${line.released} reserve_release`,
        `shop available → refunds ${amount} refund`,
        'covered by shop',
      ],
      'refund:R:settled now': [`shop refunds → external ${amount} refund`],
    });
    expect(events).toEqual([`shop charge.refunded RECEIVED → ${line.status} #3`]);
    expect(jobs).toBeUndefined();
    const isFree = line.held === '0.00';
    expect(rows).toEqual([
      [
        'charges.save',
        {
          ...(line.status === 'REFUNDED' && { status: 'REFUNDED' }),
          refundedCents: reais(amount),
          reserveHeldCents: reais(line.held),
          ...(isFree && { dueAt: null }),
          eventSequence: 3,
        },
      ],
      ['refunds.add', refund({ amountCents: reais(amount), status: 'succeeded' })],
    ]);
    expect(resultOf(decision)).toMatchObject({ id: 'R', status: 'succeeded', amountCents: reais(amount) });
  });

  it('of the rest ends in REFUNDED, with no reserve left to give', () => {
    const one = paidCharge({ refundedCents: reais('60.00'), reserveHeldCents: reais('0.00'), dueAt: null });
    expect(effectsOf(decide(one, request('all')))).toMatchObject({
      entries: { 'refund:R now': ['shop available → refunds 40.00 refund', 'covered by shop'] },
      events: ['shop charge.refunded RECEIVED → REFUNDED #3'],
    });
  });

  it('of all that is left beside a dispute leaves the charge received', () => {
    const one = paidCharge({ disputedCents: reais('30.00') });
    const decision = decide(one, request('all'));
    expect(resultOf(decision).amountCents).toBe(7_000n);
    expect(effectsOf(decision).events).toEqual(['shop charge.refunded RECEIVED → RECEIVED #3']);
  });

  it('of what a discounted boleto brought is no more than that', () => {
    const one = paidCharge({ paidCents: reais('95.00') });
    expect(resultOf(decide(one, request('all'))).amountCents).toBe(9_500n);
    expect(refusalOf(decide(one, request('95.01')))).toMatch('REFUND_EXCEEDS_VALUE');
  });

  it('is in the log of actions, under who asked', () => {
    expect(effectsOf(decide(paidCharge(), request('4.00', { reason: 'arrependimento' }))).audit).toEqual([
      'shop refund.requested shop/R {"charge_id":"C","amount":4,"reason":"arrependimento"}',
    ]);
  });
});

describe('a refund that the provider confirms later', () => {
  const one = paidCharge({ paymentProvider: 'bank' });

  it('holds the money, and a job asks for it; the charge shows nothing yet', () => {
    const decision = decide(one, request('40.00'));
    expect(resultOf(decision)).toEqual(refund({ amountCents: reais('40.00') }));
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['charges.save', { refundingCents: 4_000n, reserveHeldCents: 0n, dueAt: null }],
        ['refunds.add', refund({ amountCents: reais('40.00') })],
      ],
      entries: {
        'refund:R now': [
          'shop reserved → available 4.58 reserve_release',
          'shop available → refunds 40.00 refund',
          'covered by shop',
        ],
      },
      jobs: ['shop refund.send R {} now'],
      audit: ['shop refund.requested shop/R {"charge_id":"C","amount":40,"reason":null}'],
    });
  });

  it('of a provider that the installation no longer has waits, too', () => {
    const decision = decide(paidCharge({ paymentProvider: 'gone' }), request('40.00'));
    expect(resultOf(decision).status).toBe('pending');
    expect(effectsOf(decision).jobs).toEqual(['shop refund.send R {} now']);
  });
});

describe('a refund with reverse_split', () => {
  const half = paidCharge({ split: [amountTo('partner', '30.00')] });

  it.each([
    [
      'a half takes half of each part; the reserve pays what the owner bears',
      half,
      '50.00',
      NONE,
      [
        'partner available → transfers 15.00 split_received',
        'shop transfers → available 15.00 split_sent',
        'shop reserved → available 4.58 reserve_release',
        'shop available → refunds 50.00 refund',
        'covered by shop, partner',
      ],
    ],
    [
      'the rest takes the rest of the part',
      paidCharge({ ...half, refundedCents: reais('50.00'), reserveHeldCents: reais('0.00') }),
      'all',
      { byRecipient: new Map([['partner', reais('15.00')]]), refundedCents: reais('50.00') },
      [
        'partner available → transfers 15.00 split_received',
        'shop transfers → available 15.00 split_sent',
        'shop available → refunds 50.00 refund',
        'covered by shop, partner',
      ],
    ],
    [
      'the reserve keeps what recipients give',
      paidCharge({ split: [percentTo('partner', 9_700)] }),
      '10.00',
      NONE,
      [
        'partner available → transfers 9.70 split_received',
        'shop transfers → available 9.70 split_sent',
        'shop reserved → available 0.30 reserve_release',
        'shop available → refunds 10.00 refund',
        'covered by shop, partner',
      ],
    ],
    [
      'two recipients give in turn, the last first',
      paidCharge({ split: [amountTo('partner', '30.00'), percentTo('agency', 1_000)] }),
      '100.00',
      NONE,
      [
        'agency available → transfers 10.00 split_received',
        'shop transfers → available 10.00 split_sent',
        'partner available → transfers 30.00 split_received',
        'shop transfers → available 30.00 split_sent',
        'shop reserved → available 4.58 reserve_release',
        'shop available → refunds 100.00 refund',
        'covered by shop, partner, agency',
      ],
    ],
    [
      'without a split it is a plain refund',
      paidCharge(),
      '1.00',
      NONE,
      [
        'shop reserved → available 1.00 reserve_release',
        'shop available → refunds 1.00 refund',
        'covered by shop',
      ],
    ],
  ])('%s', (_, one, amount, given, lines) => {
    const decision = decide(one, request(amount, { reverseSplit: true }), { given: frozen(given) });
    expect(effectsOf(decision).entries?.['refund:R now']).toEqual(lines);
    expect(effectsOf(decision).audit?.[0]).toMatch('"reverse_split":true');
  });

  it('without it recipients keep their parts', () => {
    expect(effectsOf(decide(half, request('50.00'))).entries?.['refund:R now']).toEqual([
      'shop reserved → available 4.58 reserve_release',
      'shop available → refunds 50.00 refund',
      'covered by shop',
    ]);
  });
});

describe('the same refund asked for again', () => {
  it.each(['pending', 'succeeded', 'failed'] as const)(
    'is the first one, %s, and changes nothing',
    (status) => {
      const earlier = refund({ status, createdAt: at('-1h') });
      const decision = decide(
        paidCharge({ status: 'REFUNDED', refundedCents: reais('100.00') }),
        request('all'),
        { earlier },
      );
      expect(resultOf(decision)).toBe(earlier);
      expect(effectsOf(decision)).toEqual({});
    },
  );
});
