import { describe, expect, it } from 'vitest';
import { decided } from '../../../../test/support/decided.ts';
import type { NewSession } from './sessions.ts';
import { decideSignIn, type SignInCommand, type SignInState } from './sign-in.ts';
import { totpCode, totpStep } from './totp.ts';
import { decideTry, LoginLocked, type Mark, type Tries } from './tries.ts';
import type { FactorState } from './two-factor-codes.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const STEP = totpStep(NOW.getTime());
const SECRET = Buffer.from('12345678901234567890');
const owner = { accountId: 'shop', userId: 'user' };
const session: NewSession = {
  ...owner,
  actingAccountId: 'shop',
  startedAt: NOW,
  id: 'session',
  token: 'token',
  issuedAt: NOW,
  provenAt: NOW,
  expiresAt: new Date('2026-03-10T16:00:00Z'),
  origin: { address: '203.0.113.7', userAgent: null, requestId: null, byCookie: false },
};
const email: Mark = { kind: 'email', fingerprint: 'e' };
const address: Mark = { kind: 'address', fingerprint: 'a' };
const pair: Mark = { kind: 'pair', fingerprint: 'p' };

const without: FactorState = { secret: null, lastStep: 0, isUnusedRecoveryCode: false };
const app: FactorState = { ...without, secret: SECRET };
const code = (text: string) => ({ text, fingerprint: `print of ${text}` });

const decide = (factor: FactorState, given: SignInCommand['code'], passwordHash: string | null = 'hash') => {
  const state: SignInState = { passwordHash, factor };
  const command = {
    provenHash: 'hash',
    code: given,
    marks: [address, email, pair],
    isShared: false,
    session,
    mails: [],
  };
  return decided(decideSignIn(state, command, NOW));
};
const entered = (used: unknown[]) => ({
  result: { accountId: 'shop', token: 'token' },
  rows: [
    ...used,
    ['sign_in_tries.settle', { ...address, clears: false }],
    ['sign_in_tries.settle', { ...email, clears: false }],
    ['sign_in_tries.settle', { ...pair, clears: true }],
    ['sessions.add', session],
  ],
  audit: [expect.objectContaining({ action: 'user.login' })],
});
const step = (value: number) => [['second_factors.use_step', { ...owner, step: value }]];

describe('a sign-in with the right password', () => {
  it('opens a session and clears the failed tries', () => {
    expect(decide(without, null)).toEqual(entered([]));
  });

  it('takes no notice of a code where no second factor is on', () => {
    expect(decide(without, code('123456'))).toEqual(entered([]));
  });

  it.each([
    ['this step', STEP],
    ['the step before', STEP - 1],
    ['the step after', STEP + 1],
  ])('takes a code of %s, once', (_, at) => {
    const given = code(totpCode(SECRET, at));
    expect(decide({ ...app, lastStep: at - 1 }, given)).toEqual(entered(step(at)));
    expect(decide({ ...app, lastStep: at }, given)).toMatch(/^TWO_FACTOR_INVALID/);
  });

  it('takes an unused recovery code', () => {
    expect(decide({ ...app, isUnusedRecoveryCode: true }, code('abcde-fghij'))).toEqual(
      entered([['recovery_codes.use', { ...owner, fingerprint: 'print of abcde-fghij', at: NOW }]]),
    );
  });

  it.each<[string, FactorState, SignInCommand['code'], string]>([
    ['no code', app, null, 'TWO_FACTOR_REQUIRED'],
    ['a code of two steps ago', app, code(totpCode(SECRET, STEP - 2)), 'TWO_FACTOR_INVALID'],
    ['an unknown or used recovery code', app, code('abcde-fghij'), 'TWO_FACTOR_INVALID'],
    ['an empty code', app, code(''), 'TWO_FACTOR_INVALID'],
  ])('is refused with %s', (_, factor, given, refusal) => {
    expect(decide(factor, given)).toMatch(new RegExp(`^${refusal}:`));
  });

  it.each(['another', null])('is refused when the password has changed meanwhile: %s', (hash) => {
    expect(decide(without, null, hash)).toMatch(/^INVALID_CREDENTIALS/);
    expect(decide(app, null, hash)).toMatch(/^INVALID_CREDENTIALS/);
  });
});

describe('a try', () => {
  const tries = (mark: Mark, count: number, ageMs = 0): Tries => ({
    ...mark,
    agesMs: Array.from({ length: count }, () => ageMs),
  });
  const count = (mark: Mark) => ['sign_in_tries.add', mark];
  const code: Mark = { kind: 'code', fingerprint: 'c' };

  it.each<[string, Tries[], string[]]>([
    ['the first', [tries(address, 0), tries(email, 0), tries(pair, 0)], []],
    [
      'the last free one of an address for this e-mail',
      [tries(address, 9), tries(email, 9), tries(pair, 9)],
      ['pair'],
    ],
    ['the last free one of an address', [tries(address, 99), tries(email, 0), tries(pair, 0)], ['address']],
    [
      'one of many for an e-mail, from a new address',
      [tries(address, 0), tries(email, 199), tries(pair, 0)],
      ['email'],
    ],
    ['the last free one of codes', [tries(code, 9)], ['code']],
    ['one after its pause', [tries(pair, 10, 60_000)], []],
  ])('%s is counted', (_, state, lastFree) => {
    const rows = state.map(({ agesMs: _ages, ...mark }) => count(mark));
    expect(decided(decideTry(state))).toEqual({ result: lastFree, rows, audit: [] });
  });

  it.each<[string, Tries[], number]>([
    ['the pair', [tries(address, 10), tries(email, 10), tries(pair, 10)], 60],
    ['the address', [tries(address, 100), tries(email, 0), tries(pair, 0)], 10],
    ['the e-mail', [tries(address, 0), tries(email, 200), tries(pair, 0)], 300],
    ['several: the longest', [tries(address, 100), tries(email, 0), tries(pair, 11, 1_500)], 299],
  ])('is refused and not counted while it must wait because of %s', (_, state, seconds) => {
    const decision = decideTry(state);
    expect(decision).toBeInstanceOf(LoginLocked);
    expect(decision).toMatchObject({ code: 'LOGIN_LOCKED', retryAfterSeconds: seconds });
  });
});
