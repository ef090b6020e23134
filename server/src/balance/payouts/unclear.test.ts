import { describe, expect, it } from 'vitest';
import {
  actor,
  at,
  effectsOf,
  NOW,
  reais,
  refusalOf,
  resultOf,
  withdrawal,
} from '../../../../test/support/literals.ts';
import { decideReject } from '../decide-withdrawal.ts';
import type { WithdrawalRow } from '../withdrawals.ts';
import { decideSeen } from './outcome.ts';
import { decideRefused } from './pay.ts';

describe('a payout whose outcome the bank does not say', () => {
  const old = (set: Partial<WithdrawalRow> = {}) =>
    withdrawal({
      ...{ payout_started_at: at('-1h'), provider: 'bank', payout_state: 'sending' },
      ...{ payout_calls: 3, payout_called_at: at('-5m'), ...set },
    });
  const refusal = { calls: 3, reason: 'unknown key', isAbsent: false, earlierCallAt: at('-9m') };
  const notPaid = (row: WithdrawalRow) =>
    decideReject(row, { reason: 'not in the statement', notPaid: true }, actor('operator'), NOW);

  it('is an alert after an hour of refusals, and nothing moves', () => {
    const decision = decideRefused(old(), refusal, NOW);
    expect(resultOf(decision)).toEqual(old());
    expect(effectsOf(decision)).toEqual({
      rows: [
        [
          'alerts.add',
          {
            ...{ kind: 'payout_unclear', source: 'payout_unclear:W', accountId: 'shop', withdrawalId: 'W' },
            ...{ provider: 'bank', amountCents: reais('50.00'), detail: 'unknown key', at: NOW },
          },
        ],
      ],
    });
    const young = old({ payout_started_at: at('-59m') });
    expect(effectsOf(decideRefused(young, refusal, NOW))).toEqual({});
  });

  it('is rejected by an operator who has seen the statement, and ends the alert', () => {
    const decision = notPaid(old());
    expect(resultOf(decision)).toMatchObject({ status: 'rejected', payout_state: 'failed' });
    const { rows, audit } = effectsOf(decision);
    expect(rows).toContainEqual(['alerts.over', { source: 'payout_unclear:W', at: NOW }]);
    expect(audit).toEqual([expect.stringContaining('withdrawal.not_paid')]);
  });

  it('ends the alert when the bank says it after all', () => {
    const said = { reason: null, bankReference: null, endToEndId: null, returns: [] };
    const state = { withdrawal: old(), returns: [], ownerDocument: null };
    const { rows } = effectsOf(decideSeen(state, { state: 'succeeded', ...said }, NOW));
    expect(rows).toContainEqual(['alerts.over', { source: 'payout_unclear:W', at: NOW }]);
  });

  it.each([
    ['that the bank has named', old({ bank_reference: 'B' }), 'is known to the bank, whose answer decides'],
    ['of this hour', old({ payout_started_at: at('-59m') }), 'was sent less than an hour ago'],
    [
      'with a call under way',
      old({ payout_called_at: at('-4m') }),
      'was asked about minutes ago; try again in five minutes',
    ],
    ['that waits for a bank', old({ provider: null, payout_called_at: null }), 'is not at a bank'],
    ['that is paid', old({ status: 'approved' }), 'is already approved'],
  ])('%s is not rejected so', (_, row, because) => {
    expect(refusalOf(notPaid(row))).toBe(`INVALID_STATE: The withdrawal ${because}`);
  });
});
