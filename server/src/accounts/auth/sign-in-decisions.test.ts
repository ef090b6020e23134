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
  id: 'session',
  token: 'token',
  issuedAt: NOW,
  expiresAt: new Date('2026-03-10T16:00:00Z'),
  origin: { address: '203.0.113.7', userAgent: null, requestId: null, byCookie: false },
};
const email: Mark = { kind: 'email', fingerprint: 'e' };
const address: Mark = { kind: 'address', fingerprint: 'a' };

const without: FactorState = { secret: null, lastStep: 0, isUnusedRecoveryCode: false };
const app: FactorState = { ...without, secret: SECRET };
const code = (text: string) => ({ text, fingerprint: `print of ${text}` });

const decide = (factor: FactorState, given: SignInCommand['code'], passwordHash: string | null = 'hash') => {
  const state: SignInState = { passwordHash, factor };
  const command = { provenHash: 'hash', code: given, marks: [email, address], session };
  return decided(decideSignIn(state, command, NOW));
};
const entered = (used: unknown[]) => ({
  result: { accountId: 'shop', token: 'token' },
  rows: [
    ...used,
    ['login_tries.empty', email],
    ['login_tries.give_back', address],
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
  const tries = (mark: Mark, recentTries: number, waitSeconds: number | null = null): Tries => ({
    ...mark,
    recentTries,
    waitSeconds,
  });
  const user: Mark = { kind: 'user', fingerprint: 'u' };
  const count = (mark: Mark, isLast: boolean) => ['login_tries.count', { ...mark, isLast }];

  it.each<[string, Tries[], string[], unknown[]]>([
    ['the first', [tries(email, 0), tries(address, 0)], [], [count(email, false), count(address, false)]],
    ['the ninth', [tries(email, 8), tries(address, 8)], [], [count(email, false), count(address, false)]],
    [
      'the tenth',
      [tries(email, 9), tries(address, 9)],
      ['email'],
      [count(email, true), count(address, false)],
    ],
    ['the 99th', [tries(email, 0), tries(address, 98)], [], [count(email, false), count(address, false)]],
    [
      'the 100th',
      [tries(email, 0), tries(address, 99)],
      ['address'],
      [count(email, false), count(address, true)],
    ],
    [
      'the last of both',
      [tries(email, 9), tries(address, 99)],
      ['email', 'address'],
      [count(email, true), count(address, true)],
    ],
    ["the tenth of a user's checks", [tries(user, 9)], ['user'], [count(user, true)]],
  ])('%s is counted', (_, state, exhausted, rows) => {
    expect(decided(decideTry(state))).toEqual({ result: exhausted, rows, audit: [] });
  });

  it.each<[string, Tries[], number]>([
    ['the e-mail', [tries(email, 10, 1_799), tries(address, 10)], 1_799],
    ['the address', [tries(email, 0), tries(address, 100, 60)], 60],
    ['both: the e-mail is named', [tries(email, 10, 5), tries(address, 100, 60)], 5],
  ])('is refused and not counted while a lock holds for %s', (_, state, seconds) => {
    const decision = decideTry(state);
    expect(decision).toBeInstanceOf(LoginLocked);
    expect(decision).toMatchObject({ code: 'LOGIN_LOCKED', retryAfterSeconds: seconds });
  });
});
