import { describe, expect, it } from 'vitest';
import { readCharge, readOrder } from './answers.ts';
import { heldState, outcomeOf } from './outcome.ts';
import { readPayable } from './settlements.ts';

const NOW = new Date('2026-11-19T12:00:00Z');

function outcome(status: string, last: object | null = null) {
  const charge = readCharge({ id: 'ch_1', status, amount: 100, last_transaction: last });
  return charge && outcomeOf(charge, NOW);
}

describe('how a payment ended', () => {
  it.each([
    ['paid', { status: 'captured' }, 'approved'],
    ['paid', { status: 'partial_capture' }, 'approved'],
    ['chargedback', { status: 'chargedback' }, 'approved'],
    ['pending', { status: 'authorized_pending_capture' }, 'authorised'],
    ['pending', { status: 'waiting_capture' }, 'unknown'],
    ['pending', { status: 'pending_review' }, 'unknown'],
    ['processing', null, 'unknown'],
    ['overpaid', { status: 'captured' }, 'unknown'],
    ['a status of tomorrow', { status: 'captured' }, 'unknown'],
    ['failed', { status: 'not_authorized', acquirer_return_code: '51' }, 'refused'],
    ['failed', { status: 'with_error' }, 'refused'],
    ['failed', null, 'refused'],
    ['canceled', { status: 'voided' }, 'refused'],
  ] as const)('%s, %j: %s', (status, last, expected) => {
    expect(outcome(status, last)).toMatchObject({ outcome: expected });
  });

  it.each([
    [
      { acquirer_return_code: '57', card: { brand: 'Visa' } },
      { code: '57', retry: 'never' },
    ],
    [
      { acquirer_return_code: '57', card: { brand: 'Mastercard' } },
      { code: '57', retry: 'later' },
    ],
    [{ acquirer_return_code: '122', card: { brand: 'American Express' } }, { reason: 'invalid_data' }],
    [{ antifraud_response: { status: 'reproved' } }, { reason: 'suspected_fraud', retry: 'never' }],
    [{}, { reason: 'not_processed', code: null, retry: 'now' }],
    [
      {
        acquirer_return_code: '51',
        retry_info: { brand_failure_return_code: '26' },
        created_at: '2026-11-19T10:00:00Z',
      },
      { advice: '26', notBefore: new Date('2026-11-21T10:00:00Z') },
    ],
    [
      { acquirer_return_code: '51', retry_info: { brand_failure_return_code: '3' } },
      { advice: '03', retry: 'never' },
    ],
  ])('refused with %j', (last, refusal) => {
    expect(outcome('failed', { status: 'not_authorized', ...last })).toMatchObject(refusal);
  });

  it('says what can be done with a hold', () => {
    const state = (status: string, last: string) => {
      const charge = readCharge({ id: 'ch_1', status, last_transaction: { status: last } });
      return charge && heldState(charge);
    };
    expect(state('pending', 'authorized_pending_capture')).toBe('held');
    expect(state('paid', 'captured')).toBe('taken');
    expect(state('canceled', 'voided')).toBe('let go');
    expect(state('processing', 'waiting_capture')).toBe('unclear');
  });

  it('is not read from what is no order or charge', () => {
    for (const body of [null, [], 'paid', {}, { id: 'ch_1' }, { status: 'paid' }]) {
      expect(readCharge(body)).toBeNull();
      expect(readOrder(body)?.charges ?? []).toEqual([]);
    }
  });
});

describe('a payable', () => {
  const PAYABLE = {
    ...{ id: 123_456_789_012, status: 'waiting_funds', amount: 3_334, fee: 100, anticipation_fee: 20 },
    ...{ fraud_coverage_fee: null, installment: 2, charge_id: 'ch_1', type: 'credit' },
    payment_date: '2026-12-20T00:00:00Z',
  };

  it('is one installment, its fees together and its day as it is written', () => {
    expect(readPayable(PAYABLE)?.row).toEqual({
      ...{ settlementReference: '123456789012', providerReference: 'ch_1', installment: 2, kind: 'payment' },
      ...{ grossCents: 3_334n, feeCents: 120n, expectedOn: '2026-12-20', settledOn: null },
    });
    const paid = readPayable({ ...PAYABLE, status: 'paid', payment_date: '2026-12-20T03:00:00Z' });
    expect(paid?.row).toMatchObject({ expectedOn: '2026-12-20', settledOn: '2026-12-20' });
  });

  it.each([
    [
      { type: 'refund', amount: -3_334 },
      { kind: 'refund', grossCents: -3_334n },
    ],
    [{ type: 'chargeback_refund' }, { kind: 'chargeback', grossCents: 3_334n }],
  ])('%j moves what it says', (changes, row) => {
    expect(readPayable({ ...PAYABLE, ...changes })?.row).toMatchObject(row);
  });

  it.each([{ amount: 33.5 }, { amount: '33.50' }, { payment_date: 'soon' }, { type: 'new' }, { id: null }])(
    'with %j is not read',
    (changes) => {
      expect(readPayable({ ...PAYABLE, ...changes })).toBeNull();
    },
  );

  it('of no sale is an adjustment of the account', () => {
    expect(readPayable({ ...PAYABLE, charge_id: null, type: 'new' })).toEqual({ row: null });
  });
});
