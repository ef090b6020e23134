import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../test/support/decided.ts';
import { systemActor } from '../audit/record.ts';
import type { NewSession } from './auth/sessions.ts';
import { decideRegistration, decideSignUp, type RegistrationCommand } from './register.ts';

const NOW = new Date('2026-03-10T15:00:00Z');

const command = (role: 'seller' | 'operator', by = systemActor('new')): RegistrationCommand => ({
  account: {
    id: 'new',
    name: 'Loja',
    email: 'loja@example.com',
    document: '11144477735',
    person_type: 'PF',
    phone: null,
    status: 'active',
    identity_verified: false,
    payment_provider: 'sandbox',
    created_at: NOW,
  },
  user: { id: 'new-user', passwordHash: 'hash', role, addedBy: null },
  by,
});

const session: NewSession = {
  accountId: 'new',
  userId: 'new-user',
  id: 'session',
  token: 'token',
  issuedAt: NOW,
  provenAt: NOW,
  expiresAt: new Date('2026-03-10T16:00:00Z'),
  origin: { address: '203.0.113.7', userAgent: 'Browser', requestId: 'request', byCookie: true },
};

const ACCOUNT_STATEMENTS = [
  'accounts.add_email',
  'accounts.add',
  'accounts.add_user',
  'accounts.add_ledger',
  'accounts.add_count_mark',
];

describe('a registration', () => {
  it.each([
    ['seller', 'account.registered', 'account'],
    ['operator', 'operator.added', 'operator'],
  ] as const)('of a %s adds everything at once and is logged as %s', (role, action, kind) => {
    const by = signedIn('other');
    const wanted = command(role, by);
    expect(decided(decideRegistration(null, wanted))).toEqual({
      result: { accountId: 'new', userId: 'new-user' },
      rows: ACCOUNT_STATEMENTS.map((name) => [name, wanted]),
      audit: [
        {
          actor: by,
          accountId: 'new',
          action,
          target: { kind, id: 'new' },
          details: { email: 'loja@example.com', name: 'Loja' },
        },
      ],
    });
  });

  it('is refused when another account has the e-mail', () => {
    const decision = decideRegistration({ accountId: 'other', userId: 'user' }, command('seller'));
    expect(decided(decision)).toBe('EMAIL_TAKEN: An account with this e-mail already exists');
    expect(decision).toMatchObject({ details: { email: 'is already registered' } });
  });

  it('that is repeated with the same id gives the account made first', () => {
    const owner = { accountId: 'new', userId: 'first-user' };
    expect(decided(decideRegistration(owner, command('operator')))).toEqual({
      result: owner,
      rows: [],
      audit: [],
    });
  });
});

describe('a sign-up', () => {
  it('opens a session with the account', () => {
    expect(decided(decideSignUp(null, command('seller'), session))).toMatchObject({
      result: { accountId: 'new', token: 'token' },
      rows: [...ACCOUNT_STATEMENTS.map((name) => [name, {}]), ['sessions.add', session]],
      audit: [
        { action: 'account.registered' },
        {
          action: 'user.login',
          actor: { kind: 'user', accountId: 'new', userId: 'new-user', credentialId: 'session' },
          target: { kind: 'session', id: 'session' },
          details: { by_cookie: true },
        },
      ],
    });
  });

  it('is refused when the e-mail is taken', () => {
    const owner = { accountId: 'other', userId: 'user' };
    expect(decided(decideSignUp(owner, command('seller'), session))).toMatch(/^EMAIL_TAKEN/);
  });
});
