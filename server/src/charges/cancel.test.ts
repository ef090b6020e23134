import { describe, expect, it } from 'vitest';
import {
  actor,
  boleto,
  charge,
  context,
  effectsOf,
  frozen,
  paidCharge,
  refusalOf,
  resultOf,
} from '../../../test/support/literals.ts';
import { decideCancel } from './cancel.ts';
import type { Charge } from './charge.ts';

const cancel = (one: Charge | null, isBeingPaid = false) =>
  decideCancel(frozen({ charge: one, isBeingPaid }), actor('shop'), context);

describe('cancelling', () => {
  it.each(['PENDING', 'OVERDUE'] as const)('a charge that is %s ends it', (status) => {
    const decision = cancel(charge({ status }));
    expect(resultOf(decision)).toEqual(
      charge({ status: 'CANCELLED', dueAt: null, eventSequence: 2, cancelCause: 'cancelled' }),
    );
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['charges.save', { status: 'CANCELLED', dueAt: null, eventSequence: 2, cancelCause: 'cancelled' }],
      ],
      events: [`shop charge.cancelled ${status} → CANCELLED #2 because cancelled`],
      audit: ['shop charge.cancelled shop/C {"value":100}'],
    });
  });

  it.each([
    ['the sandbox’s', { pixProvider: 'sandbox' }, undefined],
    [
      'the bank’s',
      { pixProvider: 'bank' },
      ['shop pix.remove {"txid":"txid","isDueCharge":false,"provider":"bank"} now'],
    ],
    [
      'the bank’s, of a boleto',
      { pixProvider: 'bank', boleto: boleto() },
      ['shop pix.remove {"txid":"txid","isDueCharge":true,"provider":"bank"} now'],
    ],
    ['none', { pixProvider: 'bank', pixTxid: null }, undefined],
  ])('its code is removed where it was issued: %s', (_, set, jobs) => {
    expect(effectsOf(cancel(charge(set))).jobs).toEqual(jobs);
  });

  const NOT = 'CHARGE_NOT_CANCELLABLE: Only a pending or overdue charge can be cancelled';
  it.each([
    ['no charge', null, false, 'NOT_FOUND: Charge not found'],
    ['a received one', paidCharge(), false, NOT],
    ['a refunded one', paidCharge({ status: 'REFUNDED' }), false, NOT],
    ['a refused one', charge({ status: 'REFUSED' }), false, NOT],
    ['a cancelled one', charge({ status: 'CANCELLED' }), false, NOT],
    [
      'one that a card is paying',
      charge(),
      true,
      'CHARGE_NOT_CANCELLABLE: A card payment is under way; try again when it has ended',
    ],
    ['a received one, whatever a card does', paidCharge(), true, NOT],
  ])('%s is refused', (_, one, isBeingPaid, refusal) => {
    expect(refusalOf(cancel(one, isBeingPaid))).toBe(refusal);
  });
});
