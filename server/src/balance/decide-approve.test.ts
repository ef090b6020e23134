import { describe, expect, it } from 'vitest';
import {
  actor,
  at,
  effectsOf,
  frozen,
  NOW,
  reais,
  refusalOf,
  resultOf,
  withdrawal,
} from '../../../test/support/literals.ts';
import type { Config } from '../kit/config.ts';
import {
  type ApprovalState,
  type Approve,
  decideApprove,
  decidePaidByHand,
  decideReject,
} from './decide-withdrawal.ts';
import type { WithdrawalRow } from './withdrawals.ts';

const operator = actor('operator');
const approval = [
  'withdrawals.add_approval',
  {
    accountId: 'shop',
    withdrawalId: 'W',
    operatorId: 'operator’s user',
    operatorAccountId: 'operator',
    createdAt: NOW,
  },
];
const DETAILS = '{"amount":50,"pix_key":"a***@example.com","reason":null}';
const ended = (status: 'approved' | 'rejected') => ({
  counts: ['shop withdrawals:pending -1', `shop withdrawals:${status} 1`],
  events: [`shop withdrawal.${status} pending → ${status} #1`],
  entries: {
    [`withdrawal:W:${status} now`]: [
      status === 'approved'
        ? 'shop withdrawals → external 50.00 withdrawal'
        : 'shop withdrawals → available 50.00 withdrawal_reversal',
    ],
  },
});

describe('approving a withdrawal', () => {
  const first = { approvals: 0, hasApproved: false, persons: 1 };
  const config = (bound: string | null) =>
    ({ GUICHE_TWO_PERSON_ABOVE: bound === null ? null : reais(bound) }) as Config;
  const approve = (
    row: WithdrawalRow | null,
    paidBy: Approve['paidBy'],
    {
      approvals = first,
      bound = null,
      seen,
    }: { approvals?: ApprovalState['approvals']; bound?: string | null; seen?: number } = {},
  ) =>
    decideApprove(
      frozen({ withdrawal: row, approvals }),
      frozen({
        ...{ by: operator, approvalsSeen: seen, paidBy, config: config(bound) },
        ...{ provider: paidBy === 'provider' ? 'bank' : null, checksOwner: true, verifiesOwner: true },
      }),
      NOW,
    );
  const audit = [`operator withdrawal.approved shop/W ${DETAILS}`];

  it('paid by the books alone is approved, and the money leaves', () => {
    const decision = approve(withdrawal(), 'books');
    expect(resultOf(decision)).toEqual(withdrawal({ status: 'approved', decided_at: NOW }));
    expect(effectsOf(decision)).toEqual({
      rows: [approval, ['withdrawals.save', { status: 'approved', decided_at: NOW }]],
      ...ended('approved'),
      audit,
    });
  });

  it('paid by a provider is on record before it is asked; a job asks again should this process end', () => {
    const decision = approve(withdrawal(), 'provider');
    const sent = {
      ...{ payout_started_at: NOW, provider: 'bank', payout_state: 'sending' as const, checks_owner: true },
      ...{ payout_calls: 1, payout_called_at: NOW },
    };
    expect(resultOf(decision)).toEqual(withdrawal(sent));
    expect(effectsOf(decision)).toEqual({
      rows: [approval, ['withdrawals.save', sent]],
      jobs: ['shop withdrawal.pay {"withdrawal_id":"W"} +1m'],
      audit,
    });
  });

  it('paid by hand waits for its payment, and the seller sees it pending', () => {
    const decision = approve(withdrawal(), 'hand');
    expect(resultOf(decision)).toEqual(withdrawal({ to_pay_since: NOW }));
    expect(effectsOf(decision)).toEqual({
      rows: [approval, ['withdrawals.save', { to_pay_since: NOW }]],
      audit,
    });
  });

  it('by the gateway itself needs no person’s approval', () => {
    const decision = approve(withdrawal(), 'books', { approvals: null, bound: '0.00' });
    expect(effectsOf(decision).rows).toEqual([['withdrawals.save', { status: 'approved', decided_at: NOW }]]);
  });

  describe('above the bound', () => {
    const bound = '49.99';

    it('the first of two persons leaves it as it is', () => {
      const decision = approve(withdrawal(), 'books', { bound });
      expect(resultOf(decision)).toEqual(withdrawal());
      expect(effectsOf(decision)).toEqual({
        rows: [approval],
        audit: [`operator withdrawal.first_approval shop/W ${DETAILS}`],
      });
    });

    it('the second person approves it', () => {
      const approvals = { approvals: 1, hasApproved: false, persons: 2 };
      expect(effectsOf(approve(withdrawal(), 'books', { bound, approvals }))).toEqual({
        rows: [approval, ['withdrawals.save', { status: 'approved', decided_at: NOW }]],
        ...ended('approved'),
        audit,
      });
    });

    it('who approved before, once another has approved as well, adds no second approval', () => {
      const approvals = { approvals: 2, hasApproved: true, persons: 2 };
      const { rows } = effectsOf(approve(withdrawal(), 'books', { bound, approvals }));
      expect(rows).toEqual([['withdrawals.save', { status: 'approved', decided_at: NOW }]]);
    });

    it.each([
      [
        'the same person twice',
        { approvals: 1, hasApproved: true, persons: 1 },
        1,
        'SECOND_APPROVAL_REQUIRED',
      ],
      [
        'an operator whom the first one added',
        { approvals: 1, hasApproved: false, persons: 1 },
        1,
        'SECOND_APPROVAL_REQUIRED',
      ],
      ['who meant to be the first', { approvals: 1, hasApproved: false, persons: 2 }, 0, 'CHANGED_MEANWHILE'],
    ])('%s is refused', (_, approvals, seen, code) => {
      expect(refusalOf(approve(withdrawal(), 'books', { bound, approvals, seen }))).toMatch(code);
    });

    it('at the bound one person is enough', () => {
      expect(resultOf(approve(withdrawal(), 'books', { bound: '50.00' })).status).toBe('approved');
    });
  });

  it.each([
    ['none', null, 'NOT_FOUND: Withdrawal not found'],
    [
      'an approved one',
      withdrawal({ status: 'approved' }),
      'INVALID_STATE: The withdrawal is already approved',
    ],
    [
      'a rejected one',
      withdrawal({ status: 'rejected' }),
      'INVALID_STATE: The withdrawal is already rejected',
    ],
    [
      'one that is being paid',
      withdrawal({ payout_started_at: at('-1m') }),
      'INVALID_STATE: The withdrawal is already being paid',
    ],
    [
      'one that waits for its payment',
      withdrawal({ to_pay_since: at('-1m') }),
      'INVALID_STATE: The withdrawal is approved; record its payment when it was made',
    ],
    [
      'one that was paid by hand',
      withdrawal({ to_pay_since: at('-1m'), status: 'approved' }),
      'INVALID_STATE: The withdrawal is already approved',
    ],
  ])('%s is refused', (_, row, refusal) => {
    for (const paidBy of ['books', 'provider', 'hand'] as const)
      expect(refusalOf(approve(row, paidBy))).toBe(refusal);
  });
});

describe('rejecting a withdrawal', () => {
  const reject = (row: WithdrawalRow | null) => decideReject(row, { reason: 'wrong key' }, operator, NOW);

  it.each([
    ['a pending one', withdrawal()],
    ['one approved that waits to be paid by hand', withdrawal({ to_pay_since: at('-1h') })],
  ])('%s puts the amount back', (_, row) => {
    const decision = reject(row);
    expect(resultOf(decision)).toEqual({ ...row, status: 'rejected', reason: 'wrong key', decided_at: NOW });
    expect(effectsOf(decision)).toEqual({
      rows: [['withdrawals.save', { status: 'rejected', reason: 'wrong key', decided_at: NOW }]],
      ...ended('rejected'),
      audit: [
        'operator withdrawal.rejected shop/W {"amount":50,"pix_key":"a***@example.com","reason":"wrong key"}',
      ],
    });
  });

  it.each([
    ['none', null, 'NOT_FOUND: Withdrawal not found'],
    [
      'an approved one',
      withdrawal({ status: 'approved' }),
      'INVALID_STATE: The withdrawal is already approved',
    ],
    [
      'a rejected one',
      withdrawal({ status: 'rejected' }),
      'INVALID_STATE: The withdrawal is already rejected',
    ],
    [
      'one that is being paid',
      withdrawal({ payout_started_at: at('-1m') }),
      'INVALID_STATE: The withdrawal is already being paid',
    ],
  ])('%s is refused', (_, row, refusal) => {
    expect(refusalOf(reject(row))).toBe(refusal);
  });
});

describe('a payment made by hand', () => {
  const record = (row: WithdrawalRow | null, otherId: string | null = null) =>
    decidePaidByHand(frozen({ withdrawal: row, otherId }), 'E123', operator, NOW);
  const waiting = withdrawal({ to_pay_since: at('-1h') });

  it('ends the withdrawal with its receipt', () => {
    expect(effectsOf(record(waiting))).toEqual({
      rows: [['withdrawals.save', { status: 'approved', decided_at: NOW, payment_reference: 'E123' }]],
      ...ended('approved'),
      audit: [
        'operator withdrawal.paid shop/W {"amount":50,"pix_key":"a***@example.com","reason":null,"reference":"E123"}',
      ],
    });
  });

  const NOT = 'INVALID_STATE: Only an approved withdrawal that waits for its payment can be recorded as paid';
  it.each([
    ['of no withdrawal', null, null, 'NOT_FOUND: Withdrawal not found'],
    ['of one that is not approved', withdrawal(), null, NOT],
    ['of one that is paid', withdrawal({ to_pay_since: at('-1h'), status: 'approved' }), null, NOT],
    ['of one that was rejected', withdrawal({ to_pay_since: at('-1h'), status: 'rejected' }), null, NOT],
    ['recorded for another', waiting, 'X', 'VALIDATION_ERROR: reference: was recorded for the withdrawal X'],
    [
      'recorded for another, of no withdrawal',
      null,
      'X',
      'VALIDATION_ERROR: reference: was recorded for the withdrawal X',
    ],
  ])('%s is refused', (_, row, otherId, refusal) => {
    expect(refusalOf(record(row, otherId))).toBe(refusal);
  });
});
