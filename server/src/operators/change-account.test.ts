import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../test/support/decided.ts';
import { cents } from '../kit/money.ts';

import type { ManagedAccount } from './accounts.ts';
import {
  decideApproval,
  decideBlock,
  decideFeePlan,
  decideLimits,
  decideProviders,
  type LimitsChange,
} from './change-account.ts';

const operator = signedIn('operator');
const account: ManagedAccount = {
  id: 'shop',
  name: 'Loja',
  email: 'loja@example.com',
  document: '11144477735',
  person_type: 'PF',
  phone: null,
  status: 'active',
  status_reason: null,
  identity_verified: false,
  payment_provider: 'sandbox',
  payout_pix_key: null,
  page_name: null,
  page_color: null,
  language: null,
  address: null,
  contact_email: null,
  contact_phone: null,
  contact_whatsapp: null,
  fee_basis_points: 599,
  fee_fixed_cents: cents(250n),
  reserve_basis_points: 500,
  reserve_days: 30,
  card_settlement: 'instant',
  anticipation_basis_points: null,
  rate_general: null,
  rate_charges: 10,
  rate_webhooks: null,
  pix_providers: null,
  boleto_providers: null,
  email_verified: true,
  fee_plan_name: null,
  has_own_fees: false,
  fee_plan_id: null,
  created_at: new Date('2026-03-10T15:00:00Z'),
};
const pending: ManagedAccount = { ...account, status: 'pending' };
const blocked: ManagedAccount = { ...account, status: 'blocked', status_reason: 'fraud' };

const changed = (after: ManagedAccount, action: string, details: object) => ({
  result: after,
  rows: [['operators.save_account', after]],
  audit: [{ actor: operator, accountId: 'shop', action, target: { kind: 'account', id: 'shop' }, details }],
});
const status = (name: string, reason: string | null, verified: boolean) => ({
  status: name,
  reason,
  identity_verified: verified,
});

const APPROVAL = { identityVerified: null, reason: null, isLive: false };

describe('an approval', () => {
  it.each([
    ['pending', pending, null, status('pending', null, false), status('active', null, false)],
    ['pending', pending, true, status('pending', null, false), status('active', null, true)],
    ['blocked', blocked, null, status('blocked', 'fraud', false), status('active', null, false)],
    [
      'blocked',
      { ...blocked, identity_verified: true },
      false,
      status('blocked', 'fraud', true),
      status('active', null, false),
    ],
  ] as const)('makes a %s account active (%#)', (_, state, verified, before, after) => {
    const saved = { ...account, identity_verified: after.identity_verified };
    const approval = { ...APPROVAL, identityVerified: verified };
    expect(decided(decideApproval(state, operator, approval))).toEqual(
      changed(saved, 'account.approved', { before, after }),
    );
  });

  it.each([
    ['a pending account is not approved before its identity is verified', pending, {}, 'reason'],
    [
      'one operator alone verifies no identity',
      pending,
      { identityVerified: true, reason: 'x' },
      'identity_verified',
    ],
    ['nor that of a blocked account', blocked, { identityVerified: true }, 'identity_verified'],
  ])('on live rails: %s', (_, state, wanted, field) => {
    const decision = decideApproval(state, operator, { ...APPROVAL, isLive: true, ...wanted });
    expect(decision).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } });
  });

  it.each([
    ['with a reason', pending, 'Contract signed on paper'],
    ['when the identity is verified', { ...pending, identity_verified: true }, null],
    ['when it was only blocked', blocked, null],
  ])('on live rails goes through %s', (_, state, reason) => {
    const decision = decideApproval(state, operator, { ...APPROVAL, isLive: true, reason });
    expect(decided(decision)).toMatchObject({
      result: { status: 'active' },
      audit: [{ details: reason === null ? {} : { reason } }],
    });
  });

  it('of an active account is refused', () => {
    expect(decided(decideApproval(account, operator, { ...APPROVAL, identityVerified: true }))).toBe(
      'INVALID_STATE: The account is already active',
    );
  });
});

describe('a block', () => {
  it.each([
    ['active', account],
    ['pending', pending],
  ] as const)('stops an account that is %s, with its reason', (name, state) => {
    const after = { ...state, status: 'blocked' as const, status_reason: 'chargebacks' };
    expect(decided(decideBlock(state, operator, 'chargebacks'))).toEqual(
      changed(after, 'account.blocked', {
        before: status(name, null, false),
        after: status('blocked', 'chargebacks', false),
      }),
    );
  });

  it('of a blocked account is refused and keeps the first reason', () => {
    expect(decided(decideBlock(blocked, operator, 'again'))).toBe(
      'INVALID_STATE: The account is already blocked',
    );
  });
});

describe('a fee plan', () => {
  const plan = {
    feeBasisPoints: 399,
    feeFixedCents: cents(100n),
    reserveBasisPoints: null,
    reserveDays: null,
  };
  const cards = { card_settlement: 'instant', anticipation_percent: null };
  const seen = { percent: 5.99, fixed: 2.5, reserve_percent: 5, reserve_days: 30, ...cards };

  it.each([
    ['keeps the reserve that it does not name', {}, {}],
    [
      'may change the reserve',
      { reserveBasisPoints: 0, reserveDays: 0 },
      { reserve_percent: 0, reserve_days: 0 },
    ],
  ])('%s', (_, set, reserve) => {
    const after = {
      ...account,
      fee_basis_points: 399,
      fee_fixed_cents: cents(100n),
      reserve_basis_points: 'reserveBasisPoints' in set ? 0 : 500,
      reserve_days: 'reserveDays' in set ? 0 : 30,
    };
    expect(decided(decideFeePlan(account, operator, { ...plan, ...set }, seen))).toEqual(
      changed(after, 'account.fee_plan_changed', {
        before: seen,
        after: { ...seen, percent: 3.99, fixed: 1, ...reserve },
      }),
    );
  });

  it('is refused when the operator saw another', () => {
    const expected = { ...seen, percent: 4.99, reserve_days: 14 };
    expect(decided(decideFeePlan(account, operator, plan, expected))).toBe(
      'CHANGED_MEANWHILE: Changed meanwhile: percent, reserve_days',
    );
  });
});

describe('rate limits', () => {
  it.each<[string, LimitsChange, object]>([
    ['absent ones stay', { general: 100 }, { general: 100, charges: 10, webhooks: null }],
    [
      "null goes back to the gateway's own",
      { charges: null },
      { general: null, charges: null, webhooks: null },
    ],
    ['all at once', { general: 1, charges: 2, webhooks: 3 }, { general: 1, charges: 2, webhooks: 3 }],
  ])('%s', (_, change, after) => {
    const decision = decided(decideLimits(account, operator, change));
    expect(decision).toMatchObject({
      audit: [
        {
          action: 'account.limits_changed',
          details: { before: { general: null, charges: 10, webhooks: null }, after },
        },
      ],
    });
    const [general, charges, webhooks] = Object.values(after);
    const saved = { ...account, rate_general: general, rate_charges: charges, rate_webhooks: webhooks };
    expect(decision).toMatchObject({ result: saved, rows: [['operators.save_account', saved]] });
  });

  it('are refused when the operator saw others', () => {
    expect(decided(decideLimits(account, operator, { general: 5, expected: { charges: 20 } }))).toBe(
      'CHANGED_MEANWHILE: Changed meanwhile: charges',
    );
  });
});

describe.each(['pix', 'boleto'] as const)('providers of kind %s', (kind) => {
  it.each([[['efi', 'asaas']], [[]], [null]])('are set to %j', (names) => {
    const field = `${kind}_providers`;
    const after = { ...account, [field]: names };
    expect(decided(decideProviders(account, operator, kind, names))).toEqual(
      changed(after, `account.${field}_changed`, { before: { [field]: null }, after: { [field]: names } }),
    );
  });
});
