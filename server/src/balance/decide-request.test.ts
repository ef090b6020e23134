import { describe, expect, it } from 'vitest';
import {
  actor,
  effectsOf,
  frozen,
  NOW,
  reais,
  resultOf,
  withdrawal,
} from '../../../test/support/literals.ts';
import { decideRequest, type NewWithdrawal, type WithdrawalRow } from './withdrawals.ts';

const asked = (set: Partial<NewWithdrawal> = {}): NewWithdrawal =>
  frozen({
    accountId: 'shop',
    id: 'W',
    amountCents: reais('50.00'),
    pixKey: 'ana@example.com',
    by: actor('shop'),
    mayApproveItself: false,
    ...set,
  });
const request = (earlier: WithdrawalRow | null, set: Partial<NewWithdrawal> = {}) =>
  decideRequest(earlier, asked(set), NOW);

describe('a withdrawal that is requested', () => {
  it('takes the amount out of available at once, which must cover it', () => {
    const decision = request(null);
    expect(resultOf(decision)).toEqual(withdrawal());
    expect(effectsOf(decision)).toEqual({
      rows: [['withdrawals.add', withdrawal()]],
      counts: ['shop withdrawals:pending 1'],
      events: ['shop withdrawal.requested - → pending #0'],
      audit: ['shop withdrawal.requested shop/W {"amount":50,"pix_key":"a***@example.com","reason":null}'],
      entries: {
        'withdrawal:W:requested now': ['shop available → withdrawals 50.00 withdrawal', 'covered by shop'],
      },
    });
  });

  it('is approved by a job where the sandbox approves by itself', () => {
    expect(effectsOf(request(null, { mayApproveItself: true })).jobs).toEqual([
      'shop withdrawal.approve {"withdrawal_id":"W"} now',
    ]);
  });

  it.each(['pending', 'approved', 'rejected'] as const)(
    'again is the first one, %s, and changes nothing',
    (status) => {
      const earlier = withdrawal({ status });
      const decision = request(earlier, { amountCents: reais('70.00'), mayApproveItself: true });
      expect(resultOf(decision)).toBe(earlier);
      expect(effectsOf(decision)).toEqual({});
    },
  );
});
