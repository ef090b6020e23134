import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../../test/support/decided.ts';
import { decidePasswordChange } from './change-password.ts';
import { passwordChangedMail } from './mails.ts';
import {
  decideSessionEnd,
  decideSignOut,
  type NewSession,
  openedSession,
  type StoredSession,
} from './sessions.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const EARLIER = new Date('2026-03-10T14:59:59Z');
const LATER = new Date('2026-03-10T15:00:01Z');
const user = signedIn('shop');
const owner = { accountId: 'shop', userId: 'shop-user' };

const live: StoredSession = { id: 'one', endedAt: null, expiresAt: LATER };
const ended: StoredSession = { id: 'one', endedAt: EARLIER, expiresAt: LATER };
const expired: StoredSession = { id: 'one', endedAt: null, expiresAt: NOW };

const end = (action: string) => ({
  result: undefined,
  rows: [['sessions.end', { accountId: 'shop', id: 'one', at: NOW }]],
  audit: [{ actor: user, accountId: 'shop', action, target: { kind: 'session', id: 'one' }, details: {} }],
});
const nothing = { result: undefined, rows: [], audit: [] };

describe('the end of a session', () => {
  it.each([
    ['live', live, end('user.logout'), end('user.session_ended')],
    ['ended already', ended, nothing, 'NOT_FOUND: Session not found'],
    ['expired', expired, nothing, 'NOT_FOUND: Session not found'],
    ['not there', null, nothing, 'NOT_FOUND: Session not found'],
  ])('that is %s', (_, session, bySignOut, byName) => {
    expect(decided(decideSignOut(session, user, NOW))).toEqual(bySignOut);
    expect(decided(decideSessionEnd(session, user, NOW))).toEqual(byName);
  });
});

describe('a new session', () => {
  it.each([true, false])('is stored and logged with where it comes from (cookie: %s)', (byCookie) => {
    const from = { address: '203.0.113.7', userAgent: 'Browser', requestId: 'request' };
    const session: NewSession = {
      ...owner,
      actingAccountId: owner.accountId,
      startedAt: NOW,
      id: 'one',
      token: 'token',
      issuedAt: NOW,
      provenAt: NOW,
      expiresAt: LATER,
      origin: { ...from, byCookie },
    };
    expect(decided({ result: null, effects: openedSession(session) })).toEqual({
      result: null,
      rows: [['sessions.add', session]],
      audit: [
        {
          actor: { kind: 'user', ...owner, credentialId: 'one', ...from },
          accountId: 'shop',
          action: 'user.login',
          target: { kind: 'session', id: 'one' },
          details: { by_cookie: byCookie },
        },
      ],
    });
  });
});

describe('a change of password', () => {
  const mail = passwordChangedMail(
    { accountId: 'shop', email: 'loja@example.com', name: 'Loja', lang: 'pt' },
    user,
  );
  const change = { actor: user, provenHash: 'old', newHash: 'new', hint: '0f', mails: [mail] };

  it('replaces the hash and ends every session', () => {
    const target = { kind: 'user', id: 'shop-user' };
    expect(decided(decidePasswordChange('old', change, NOW))).toEqual({
      result: undefined,
      rows: [
        ['users.replace_password', { ...owner, hash: 'new' }],
        ['emails.save_hint', { ...owner, hint: '0f' }],
        ['sessions.end_of_user', { ...owner, at: NOW }],
      ],
      mails: [mail],
      audit: [{ actor: user, accountId: 'shop', action: 'user.password_changed', target, details: {} }],
    });
  });

  it.each(['another', null])('is refused when the password is not the proven one any more: %s', (hash) => {
    expect(decided(decidePasswordChange(hash, change, NOW))).toBe('INVALID_CREDENTIALS: Wrong password');
  });
});
