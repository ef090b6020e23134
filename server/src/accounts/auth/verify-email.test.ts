import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decided } from '../../../../test/support/decided.ts';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { startMailbox } from '../../../../test/support/mailbox.ts';
import { linkToken, type Person, registered } from '../../../../test/support/outbox.ts';
import type { AddressedUser, Holder } from '../emails.ts';
import { decideVerification } from './verify-email.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const from = { address: '203.0.113.7', userAgent: 'Browser', requestId: 'request' };
const user = (changes: Partial<AddressedUser> = {}): AddressedUser => ({
  accountId: 'new',
  id: 'new-user',
  email: 'loja@example.com',
  passwordHash: 'hash',
  isVerified: false,
  role: 'seller',
  standing: 'holder',
  name: 'Loja',
  language: null,
  ...changes,
});
const holder = (isVerified: boolean): Holder => ({
  accountId: 'old',
  userId: 'old-user',
  isVerified,
  name: 'Outra',
  language: null,
});
const place = { email: 'loja@example.com', accountId: 'new', userId: 'new-user' };
const verified = ['users.mark_verified', { accountId: 'new', userId: 'new-user', at: NOW }];
const claimed = [
  ['emails.remove_unclaimed', place],
  ['emails.replace_holder', place],
];
const displaced = [
  'emails.add_unclaimed',
  { email: 'loja@example.com', accountId: 'old', userId: 'old-user', hint: null, at: NOW },
];

describe('a confirmation', () => {
  it.each<[string, AddressedUser, Holder | null, unknown[], string[]]>([
    ['of the holder', user(), null, [verified], ['user.email_verified']],
    ['of a holder who did it before', user({ isVerified: true }), null, [], []],
    [
      'of an unclaimed user takes the address from one who never proved it',
      user({ standing: 'unclaimed' }),
      holder(false),
      [verified, ...claimed, displaced],
      ['user.email_verified', 'user.email_displaced'],
    ],
    [
      'of an unclaimed user takes an address that was freed',
      user({ standing: 'unclaimed' }),
      null,
      [verified, ...claimed],
      ['user.email_verified'],
    ],
    [
      'of an unclaimed user leaves the address to one who proved it',
      user({ standing: 'unclaimed' }),
      holder(true),
      [verified],
      ['user.email_verified'],
    ],
  ])('%s', (_, of, held, rows, actions) => {
    const decision = decided(decideVerification({ user: of, holder: held }, from, NOW));
    expect(decision).toMatchObject({ rows, audit: actions.map((action) => ({ action })) });
  });

  it.each([null, user({ standing: 'removed' })])('is refused when the user is gone: %j', (of) => {
    expect(decided(decideVerification({ user: of, holder: null }, from, NOW))).toMatch(/^LINK_INVALID/);
  });
});

describe('confirming an address', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const verify = (token: string) => gateway.call('POST', '/api/v1/auth/verify-email', { token });
  const isVerified = async ({ call }: Person) => (await call('GET', '/api/v1/account')).body.email_verified;

  it('begins with a mail at registration, and shows in the account and the session', async () => {
    const { answer, person } = await registered(gateway, 'first@example.com');
    expect(answer.body.account.email_verified).toBe(false);
    const mail = await person.mail('verify_email');
    expect(mail).toMatchObject({ to: person.email, subject: 'Confirme seu e-mail' });
    expect(mail.link).toMatch(/^http:\/\/gateway\.test\/verify-email#/);
    expect((await verify(linkToken(mail.link))).body).toEqual({
      success: true,
      message: 'E-mail address confirmed',
    });
    expect(await isVerified(person)).toBe(true);
    expect((await person.call('GET', '/api/v1/auth/session')).body.account.email_verified).toBe(true);
    expect((await verify(linkToken(mail.link))).status).toBe(200);
  });

  it('is refused for what is not a link of this purpose', async () => {
    const { person } = await registered(gateway, 'second@example.com');
    await gateway.call('POST', '/api/v1/auth/recover', { email: person.email });
    const { link } = await person.mail('recover_password');
    for (const token of [linkToken(link), 'x', 'a.b']) {
      expect((await verify(token)).body.code).toBe('LINK_INVALID');
    }
    expect(await isVerified(person)).toBe(false);
  });

  it('can be asked for again, five times an hour with the first, until it is done', async () => {
    const { person } = await registered(gateway, 'third@example.com');
    const resend = () => person.call('POST', '/api/v1/auth/verify-email/resend');
    for (let index = 0; index < 4; index += 1) expect((await resend()).status).toBe(200);
    const refused = await resend();
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // A refusal for the moment is not kept under a key.
    for (let index = 0; index < 2; index += 1) {
      const again = await person.call('POST', '/api/v1/auth/verify-email/resend', undefined, {
        'idempotency-key': 'once more',
      });
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([429, undefined]);
      expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await person.kinds()).toEqual(Array(5).fill('verify_email'));
    await verify(linkToken((await person.mail('verify_email')).link));
    expect((await resend()).body.code).toBe('INVALID_STATE');
    expect((await gateway.call('POST', '/api/v1/auth/verify-email/resend')).status).toBe(401);
  });

  it('shows a mail of the outbox as a page of its own, which runs nothing and loads nothing', async () => {
    const { person } = await registered(gateway, 'fourth@example.com');
    await gateway.runDue();
    const { id } = (await person.call('GET', '/api/v1/sandbox/mails')).body.data[0];
    const page = await person.call('GET', `/api/v1/sandbox/mails/${id}/page`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline';.*sandbox/,
    );
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(page.raw).toContain('Confirme seu e-mail');
    const stranger = await gateway.seller();
    expect((await stranger.call('GET', `/api/v1/sandbox/mails/${id}`)).status).toBe(404);
    expect((await stranger.call('GET', `/api/v1/sandbox/mails/${id}/page`)).status).toBe(404);
  });

  it('is needed for nothing in the sandbox', async () => {
    const { person: seller } = await registered(gateway, 'fifth@example.com');
    const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.body.id}/pay`);
    const withdrawal = { amount: 10, pix_key: 'a@example.com' };
    expect((await seller.call('POST', '/api/v1/withdrawals', withdrawal)).status).toBe(201);
  });
});

describe('on live rails', () => {
  it.each([
    ['with a mail server an unconfirmed account cannot withdraw', true, 403, 'EMAIL_NOT_VERIFIED'],
    ['without one the address cannot be confirmed, and is not asked for', false, 400, 'INSUFFICIENT_BALANCE'],
  ])('%s', async (_, hasServer, status, code) => {
    const box = await startMailbox();
    const mail = { GUICHE_SMTP_URL: `smtp://127.0.0.1:${box.port}`, GUICHE_MAIL_FROM: 'a@pay.example' };
    const live = await startGateway({ liveRules: true, environment: hasServer ? mail : {} });
    try {
      const { person } = await registered(live, 'live@example.com');
      await live.db.query(`update accounts set status = 'active'`);
      const { waitForCacheExpiry } = await import('../../db/trusted-cache.ts');
      await waitForCacheExpiry();
      const withdraw = () =>
        person.call('POST', '/api/v1/withdrawals', { amount: 10, pix_key: 'a@example.com' });
      const refused = await withdraw();
      expect([refused.status, refused.body.code]).toEqual([status, code]);
      if (!hasServer) return;
      await live.runDue();
      const token = /#(\S+)/.exec(box.mails[0]?.text ?? '')?.[1] ?? '';
      expect((await live.call('POST', '/api/v1/auth/verify-email', { token })).status).toBe(200);
      expect((await withdraw()).body.code).toBe('INSUFFICIENT_BALANCE');
    } finally {
      await live.stop();
      await box.stop();
    }
  });
});
