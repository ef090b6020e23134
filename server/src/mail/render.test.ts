import { describe, expect, it } from 'vitest';
import { LANGS } from '../kit/language.ts';
import { Vault } from '../kit/secrets.ts';
import { type FactsOf, MAIL_KINDS, type MailKind } from './kinds.ts';
import { renderMail, subjectFor } from './render.ts';
import { readLink } from './signed-link.ts';

const place = { vault: new Vault(Buffer.alloc(32, 1)), publicUrl: 'https://pay.example' };
const accountId = '0190c0de-0000-7000-8000-000000000001';
const userId = '0190c0de-0000-7000-8000-000000000002';
const link = { user_id: userId, expires_at: '2030-01-01T00:00:00.000Z', bound_to: 'abc' };
const at = '2030-01-01T12:00:00.000Z';
const HOSTILE = `Loja <img src=x onerror=alert(1)> "&' http://evil.example/a.b\r\nBcc: x@evil.example`;
const FACTS: { [K in MailKind]: FactsOf<K> } = {
  verify_email: { ...link, name: HOSTILE },
  recover_password: { ...link, name: HOSTILE, is_confirmed: false },
  password_changed: { name: HOSTILE, at, address: '203.0.113.9', device: `<script>alert(1)</script>` },
  new_device: { name: HOSTILE, at, address: '203.0.113.9', device: `<script>alert(1)</script>` },
  address_has_account: { name: HOSTILE },
};
const every = MAIL_KINDS.flatMap((kind) => LANGS.map((lang) => ({ kind, lang })));

describe.each(every)('the mail $kind in $lang', ({ kind, lang }) => {
  const mail = { accountId, kind, lang, facts: FACTS[kind] };
  const { subject, text, html } = renderMail(place, mail);

  it('has a subject of one line, the same as the log shows, and says something in both forms', () => {
    expect(subject).toMatch(/^[^\p{Cc}]{10,100}$/u);
    expect(subjectFor(mail)).toBe(subject);
    expect(text.length).toBeGreaterThan(150);
    expect(html).toContain(`<html lang="${lang === 'pt' ? 'pt-BR' : 'en'}">`);
  });

  it('escapes what others typed, and takes nothing from outside', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|style|object|form|video)/i);
    expect(html).not.toMatch(/ src="|url\(|@import|\son\w+="/i);
    const addresses = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.every((address) => address?.startsWith('https://pay.example/'))).toBe(true);
  });

  it('carries no address of the name that a stranger gave to an account', () => {
    expect(`${text}${html}`).not.toMatch(/evil\.example|http:\/\//);
    expect(text).not.toContain('\nBcc');
  });

  it('is another text than in the other language', () => {
    const other = LANGS.find((each) => each !== lang) ?? 'pt';
    expect(renderMail(place, { ...mail, lang: other }).subject).not.toBe(subject);
  });
});

describe('the link of a mail', () => {
  const now = new Date('2029-12-31T23:59:59Z');
  const tokenOf = (kind: 'verify_email' | 'recover_password') => {
    const { link: url } = renderMail(place, { accountId, kind, lang: 'pt', facts: FACTS[kind] });
    expect(url).toMatch(/^https:\/\/pay\.example\/[a-z-]+#[\w-]+\.[0-9a-f]{64}$/);
    return url?.split('#')[1] ?? '';
  };

  it('says who it is for, and is the same whenever the mail is rendered', () => {
    const claims = { accountId, userId, expiresAt: new Date(link.expires_at), boundTo: 'abc' };
    expect(readLink(place.vault, 'verify_email', tokenOf('verify_email'), now)).toEqual(claims);
    expect(tokenOf('verify_email')).toBe(tokenOf('verify_email'));
  });

  it('works for its own purpose only', () => {
    expect(readLink(place.vault, 'recover_password', tokenOf('verify_email'), now)).toBeNull();
    expect(readLink(place.vault, 'recover_password', tokenOf('recover_password'), now)).not.toBeNull();
  });

  it('is refused once it has expired, and under another key', () => {
    const token = tokenOf('recover_password');
    expect(readLink(place.vault, 'recover_password', token, new Date(link.expires_at))).toBeNull();
    expect(readLink(new Vault(Buffer.alloc(32, 2)), 'recover_password', token, now)).toBeNull();
  });

  it.each([
    ['an empty one', () => ''],
    ['one without a signature', (token: string) => token.split('.')[0] ?? ''],
    ['one with something after it', (token: string) => `${token}.x`],
    ['one whose signature was shortened', (token: string) => token.slice(0, -1)],
    ['one with other claims', (token: string) => `x${token.slice(1)}`],
  ])('is refused: %s', (_, change) => {
    expect(readLink(place.vault, 'recover_password', change(tokenOf('recover_password')), now)).toBeNull();
  });
});
