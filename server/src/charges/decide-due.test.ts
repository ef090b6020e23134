import { describe, expect, it } from 'vitest';
import {
  at,
  boleto,
  charge,
  context,
  effectsOf,
  frozen,
  paidCharge,
  reais,
} from '../../../test/support/literals.ts';
import type { Charge } from './charge.ts';
import { decideDue } from './due.ts';

const due = (charges: readonly Charge[], beingPaid: readonly string[] = []) =>
  effectsOf(decideDue(frozen({ charges, beingPaid: new Set(beingPaid) }), context));

const expired = (set: Partial<Charge> = {}) => charge({ dueAt: at('-1m'), pixExpiresAt: at('-1m'), ...set });
const dueBoleto = (set: Partial<Charge> = {}) =>
  expired({ billingType: 'BOLETO', boleto: boleto({ dueDate: '2026-03-06' }), ...set });

describe('what time brings', () => {
  it.each([
    [
      'a PIX code expires',
      expired(),
      'PENDING → CANCELLED #2 because expired',
      { status: 'CANCELLED', dueAt: null, cancelCause: 'expired' },
    ],
    [
      'a choice that was not made expires',
      expired({ billingType: 'UNDEFINED' }),
      'PENDING → CANCELLED #2 because expired',
      { status: 'CANCELLED', dueAt: null, cancelCause: 'expired' },
    ],
    [
      'a PIX code expires beside a boleto the payer turned from',
      expired({ boleto: boleto() }),
      'PENDING → CANCELLED #2 because expired',
      { status: 'CANCELLED', dueAt: null, cancelCause: 'expired' },
    ],
    [
      'an overdue boleto is written off',
      dueBoleto({ status: 'OVERDUE' }),
      'OVERDUE → CANCELLED #2 because written_off',
      { status: 'CANCELLED', dueAt: null, cancelCause: 'written_off' },
    ],
  ])('%s', (_, one, move, changes) => {
    expect(due([one])).toEqual({
      rows: [['charges.save', { ...changes, eventSequence: 2 }]],
      events: [`shop charge.cancelled ${move}`],
    });
  });

  it('an unpaid boleto falls overdue, to be written off 30 days after its due date', () => {
    expect(due([dueBoleto()])).toEqual({
      rows: [
        ['charges.save', { status: 'OVERDUE', dueAt: new Date('2026-04-06T03:00:00Z'), eventSequence: 2 }],
      ],
      events: ['shop charge.overdue PENDING → OVERDUE #2'],
    });
  });

  it.each(['RECEIVED', 'REFUNDED'] as const)(
    'the reserve of a charge that is %s is released on its day',
    (status) => {
      const one = paidCharge({ status, reserveHeldCents: reais('0.58'), dueAt: at('-1h') });
      expect(due([one])).toEqual({
        rows: [['charges.save', { reserveHeldCents: 0n, dueAt: null }]],
        entries: { 'charge:C:reserve -1h': ['shop reserved → available 0.58 reserve_release'] },
      });
    },
  );

  it('a charge that is due at this very moment is due', () => {
    expect(due([charge({ dueAt: at('now') })]).events).toHaveLength(1);
  });

  it.each([
    ['not due yet', charge({ dueAt: at('+1s') })],
    ['due for nothing', charge({ dueAt: null })],
  ])('what is %s stays as it is', (_, one) => {
    expect(due([one])).toEqual({});
  });

  it('a charge that a card is paying waits a minute', () => {
    expect(due([expired()], ['C'])).toEqual({ rows: [['charges.save', { dueAt: at('+60s') }]] });
  });

  it('several move in the order in which they fell due', () => {
    const charges = [
      expired({ id: 'B' }),
      dueBoleto({ id: 'A', dueAt: at('-2h') }),
      paidCharge({ id: 'R', dueAt: at('-1h') }),
    ];
    const { events, entries } = due(charges);
    expect(events).toEqual([
      'shop charge.overdue PENDING → OVERDUE #2',
      'shop charge.cancelled PENDING → CANCELLED #2 because expired',
    ]);
    expect(Object.keys(entries ?? {})).toEqual(['charge:R:reserve -1h']);
  });

  it('a charge that waits for nothing cannot be due', () => {
    expect(() => due([expired({ status: 'CANCELLED' })])).toThrow('a due charge waits for something');
  });
});

describe('a code that a bank issued', () => {
  const asks = {
    rows: [['charges.save', { dueAt: null }]],
    jobs: ['shop pix.end {"charge_id":"C"} now'],
  };

  it.each([
    ['expires', expired({ pixProvider: 'bank' })],
    ['is written off with its boleto', dueBoleto({ pixProvider: 'bank', status: 'OVERDUE' })],
  ])('%s only after the bank was asked', (_, one) => {
    expect(due([one])).toEqual(asks);
  });

  it.each([
    [
      'falls overdue without asking: it can still be paid',
      dueBoleto({ pixProvider: 'bank' }),
      'charge.overdue',
    ],
    [
      'was never issued: the charge ends',
      expired({ pixProvider: 'bank', pixTxid: null }),
      'charge.cancelled',
    ],
    [
      'of a bank that the installation no longer has: the charge ends',
      expired({ pixProvider: 'gone' }),
      'charge.cancelled',
    ],
  ])('%s', (_, one, event) => {
    const { events, jobs } = due([one]);
    expect(events?.[0]).toMatch(event);
    expect(jobs).toBeUndefined();
  });
});
