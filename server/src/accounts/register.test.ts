import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../test/support/decided.ts';
import { systemActor } from '../audit/record.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { Vault } from '../kit/secrets.ts';
import type { NewMail } from '../mail/record.ts';
import type { NewSession } from './auth/sessions.ts';
import type { Holder } from './emails.ts';
import type { MailTries } from './mail-tries.ts';
import { confirmationOf } from './newcomer.ts';
import {
  decideRegistration,
  decideSignUp,
  type RegistrationCommand,
  type SignUpCommand,
} from './register.ts';

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
  actingAccountId: 'new',
  startedAt: NOW,
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
  'accounts.add_mail_settings',
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

const link = { user_id: 'new-user', expires_at: '2026-03-17T15:00:00.000Z', bound_to: 'bound' };
const mail: NewMail = {
  accountId: 'new',
  lang: 'pt',
  to: 'loja@example.com',
  kind: 'verify_email',
  facts: { name: 'Loja', ...link },
};
const tries = (...minutesAgo: number[]): MailTries[] => [
  {
    kind: 'email',
    fingerprint: 'print',
    triesMs: minutesAgo.map((minutes) => NOW.getTime() - minutes * MINUTE_MS),
  },
];
const holder = (isVerified: boolean): Holder => ({
  accountId: 'other',
  userId: 'other-user',
  isVerified,
  name: 'Outra',
  language: null,
});
const signUpOf = (mailOf: SignUpCommand['mail'] = () => mail): SignUpCommand => ({
  registration: command('seller'),
  session,
  hint: '0f',
  mail: mailOf,
});

describe('a sign-up', () => {
  it('opens a session with the account and asks to confirm the address', () => {
    expect(decided(decideSignUp({ tries: tries(), holder: null }, signUpOf(), NOW))).toMatchObject({
      result: { accountId: 'new', token: 'token' },
      rows: [
        ...ACCOUNT_STATEMENTS.map((name) => [name, {}]),
        ['mail_tries.save', { triesMs: [NOW.getTime()] }],
        ['sessions.add', session],
      ],
      audit: [
        { action: 'account.registered' },
        {
          action: 'user.login',
          actor: { kind: 'user', accountId: 'new', userId: 'new-user', credentialId: 'session' },
          target: { kind: 'session', id: 'session' },
          details: { by_cookie: true },
        },
      ],
      mails: [mail],
    });
  });

  it.each([true, false])(
    'with an address of another user does the same, unclaimed (proved: %s)',
    (isVerified) => {
      const seen: unknown[] = [];
      const wanted = signUpOf((owner) => {
        seen.push(owner);
        return mail;
      });
      const decision = decided(decideSignUp({ tries: tries(), holder: holder(isVerified) }, wanted, NOW));
      expect(decision).toMatchObject({
        result: { accountId: 'new', token: 'token' },
        rows: [
          [
            'emails.add_unclaimed',
            { email: 'loja@example.com', accountId: 'new', userId: 'new-user', hint: '0f', at: NOW },
          ],
          ...ACCOUNT_STATEMENTS.slice(1).map((name) => [name, {}]),
          ['mail_tries.save', {}],
          ['sessions.add', session],
        ],
        audit: [{ action: 'account.registered' }, { action: 'user.login' }],
        mails: [mail],
      });
      expect(seen).toEqual([holder(isVerified)]);
    },
  );

  it.each([null, holder(true), holder(false)])(
    'beyond five mails in an hour sends no more, whose address it may be',
    (of) => {
      const full = tries(59, 50, 40, 30, 20);
      expect(decided(decideSignUp({ tries: full, holder: of }, signUpOf(), NOW))).not.toHaveProperty('mails');
      const four = tries(50, 40, 30, 20);
      expect(decided(decideSignUp({ tries: four, holder: of }, signUpOf(), NOW))).toMatchObject({
        mails: [mail],
      });
    },
  );

  it('is refused beyond ten of one address in a day', () => {
    const hours = [23, 20, 18, 16, 14, 12, 10, 8, 6, 4].map((each) => each * 60);
    const full = { tries: tries(...hours), holder: null };
    expect(decided(decideSignUp(full, signUpOf(), NOW))).toMatch(/^RATE_LIMIT_EXCEEDED/);
    const nine = { tries: tries(...hours.slice(1)), holder: null };
    expect(decided(decideSignUp(nine, signUpOf(), NOW))).toMatchObject({ mails: [mail] });
  });
});

describe('the mail to a new user', () => {
  const vault = new Vault(Buffer.alloc(32, 3));
  const to = {
    accountId: 'new',
    userId: 'new-user',
    email: 'loja@example.com',
    name: 'Loja',
    lang: 'en' as const,
  };
  const mailTo = confirmationOf({ vault }, to);

  it.each([null, holder(false), { ...holder(true), accountId: 'new', userId: 'new-user' }])(
    'has a link while no other user has proved the address: %j',
    (of) => {
      expect(mailTo(of)).toMatchObject({ accountId: 'new', kind: 'verify_email', to: to.email });
      expect(mailTo(of).instead).toBeUndefined();
    },
  );

  it('gives way to a word to its owner, in the owner’s account and language; the new account sees the same', () => {
    expect(mailTo(holder(true))).toMatchObject({
      ...mailTo(null),
      instead: {
        accountId: 'other',
        lang: 'en',
        to: to.email,
        kind: 'address_has_account',
        facts: { name: 'Outra' },
      },
    });
    expect(mailTo({ ...holder(true), language: 'pt' }).instead?.lang).toBe('pt');
  });
});
