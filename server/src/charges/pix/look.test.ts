import { describe, expect, it } from 'vitest';
import {
  at,
  boleto,
  charge,
  context,
  effectsOf,
  frozen,
  paidCharge,
  resultOf,
} from '../../../../test/support/literals.ts';
import type { Charge } from '../charge.ts';
import { decideEnd } from './look.ts';

const end = (one: Charge, isBeingPaid = false) => decideEnd(frozen({ charge: one, isBeingPaid }), context);
const over = (set: Partial<Charge> = {}) =>
  charge({ pixProvider: 'bank', pixExpiresAt: at('now'), dueAt: null, ...set });
const removal = (isDueCharge: boolean) =>
  `shop pix.remove {"txid":"txid","isDueCharge":${isDueCharge},"provider":"bank"} now`;

describe('a code of a bank that is unpaid by the bank’s books', () => {
  it.each([
    ['expires', over(), 'PENDING → CANCELLED #2 because expired', false, 'expired'],
    [
      'is written off with its overdue boleto',
      over({ billingType: 'BOLETO', status: 'OVERDUE', boleto: boleto({ dueDate: '2026-02-05' }) }),
      'OVERDUE → CANCELLED #2 because written_off',
      true,
      'written_off',
    ],
  ])('%s', (_, one, move, isDueCharge, cancelCause) => {
    const decision = end(one);
    expect(resultOf(decision)).toEqual({ done: true });
    expect(effectsOf(decision)).toEqual({
      rows: [['charges.save', { status: 'CANCELLED', eventSequence: 2, cancelCause }]],
      events: [`shop charge.cancelled ${move}`],
      jobs: [removal(isDueCharge)],
    });
  });

  it('waits while a card is paying', () => {
    const decision = end(over(), true);
    expect(resultOf(decision)).toEqual({ done: false, reason: 'a card payment is under way' });
    expect(effectsOf(decision)).toEqual({});
  });

  it.each([
    ['its time is not over', over({ pixExpiresAt: at('+1s') })],
    ['the payer chose a card meanwhile', over({ billingType: 'CREDIT_CARD' })],
    ['the payer chose a boleto meanwhile', over({ billingType: 'BOLETO', boleto: boleto() })],
    ['it was paid', paidCharge()],
    ['it was cancelled', over({ status: 'CANCELLED' })],
    ['its boleto is not to be written off yet', over({ status: 'OVERDUE', boleto: boleto() })],
  ])('is left alone when %s', (_, one) => {
    const decision = end(one, true);
    expect(resultOf(decision)).toEqual({ done: true });
    expect(effectsOf(decision)).toEqual({});
  });
});
