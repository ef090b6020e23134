import { describe, expect, it } from 'vitest';
import { LANGS } from '../kit/language.ts';
import { Vault } from '../kit/secrets.ts';
import type { PayerFacts } from './content.ts';
import { type FactsOf, MAIL_KINDS, type MailKind } from './kinds.ts';
import { renderMail, subjectFor } from './render.ts';
import { readLink } from './signed-link.ts';

const place = { vault: new Vault(Buffer.alloc(32, 1)), publicUrl: 'https://pay.example' };
const accountId = '0190c0de-0000-7000-8000-000000000001';
const userId = '0190c0de-0000-7000-8000-000000000002';
const link = { user_id: userId, expires_at: '2030-01-01T00:00:00.000Z', bound_to: 'abc' };
const at = '2030-01-01T12:00:00.000Z';
const HOSTILE = `Loja <img src=x onerror=alert(1)> "&' http://evil.example/a.b\r\nBcc: x@evil.example`;
const payer: PayerFacts = {
  seller: {
    ...{ name: HOSTILE, legal: HOSTILE, monogram: '<b>', reply_to: 'ana@loja.example' },
    ...{ accent: '#0f766e', ink: '#ffffff', dark_accent: '#5eead4', dark_ink: '#0b1220' },
  },
  ...{ payer: HOSTILE, about: HOSTILE, value: 'R$ 100,00', is_test: true },
};
const seller = { name: HOSTILE, is_test: true };
const sold = { payer: HOSTILE, about: HOSTILE, charge_id: userId };
const disputed = { kind: 'med' as const, amount: 'R$ 40,00', reason: HOSTILE };
const FACTS: { [K in MailKind]: FactsOf<K> } = {
  verify_email: { ...link, name: HOSTILE },
  recover_password: { ...link, name: HOSTILE, is_confirmed: false },
  password_changed: { name: HOSTILE, at, address: '203.0.113.9', device: `<script>alert(1)</script>` },
  new_device: { name: HOSTILE, at, address: '203.0.113.9', device: `<script>alert(1)</script>` },
  address_has_account: { name: HOSTILE },
  charge_issued: {
    ...payer,
    ...{ method: 'BOLETO', path: '/boleto/t', due: '10 de janeiro de 2030', digitable_line: '00190.00009 0' },
  },
  charge_reminder: {
    ...payer,
    ...{ path: '/boleto/t', due: '10 de janeiro de 2030', days: -1, value_today: 'R$ 102,00' },
    ...{ digitable_line: '00190.00009 0', unsubscribe: link },
  },
  payment_receipt: { ...payer, path: '/receipt/t', paid_at: '1 de janeiro de 2030, 09:00', method: 'Pix' },
  payment_refunded: {
    ...payer,
    ...{ path: '/receipt/t', amount: 'R$ 40,00', is_whole: false, method: 'Pix', is_card: false },
  },
  payer_refund: {
    ...payer,
    ...{
      path: '/refund/t',
      amount: 'R$ 40,00',
      step: 'asked',
      ends: '10 de abril de 2030',
      is_return: false,
    },
  },
  payer_refund_ended: { ...payer, path: '/refund/t', amount: 'R$ 40,00', outcome: 'paid' },
  payment_received: { ...seller, ...sold, gross: 'R$ 100,00', net: 'R$ 91,51', method: 'Pix' },
  payments_received: { ...seller, count: 12, gross: 'R$ 100,00', net: 'R$ 91,51', until: '09:00' },
  refund_sent: { ...seller, ...sold, amount: 'R$ 40,00', is_whole: false, paid: 'R$ 100,00' },
  dispute_opened: { ...seller, ...sold, ...disputed, until: '8 de janeiro de 2030' },
  dispute_closed: { ...seller, ...sold, ...disputed, outcome: 'lost' },
  withdrawal_requested: { ...seller, amount: 'R$ 40,00', pix_key: '***.982.247-**' },
  withdrawal_paid: { ...seller, amount: 'R$ 40,00', pix_key: '***.982.247-**' },
  withdrawal_returned: { ...seller, amount: 'R$ 40,00', pix_key: '***.982.247-**' },
  withdrawal_rejected: { ...seller, amount: 'R$ 40,00', pix_key: '***.982.247-**', reason: HOSTILE },
  identity_approved: { ...seller, is_active: false },
  identity_refused: {
    ...seller,
    reasons: [
      { kind: 'selfie', code: 'unreadable' },
      { kind: HOSTILE, code: HOSTILE },
    ],
  },
  operator_alerts: {
    ...{ ...seller, more: 2 },
    alerts: [
      { kind: 'payout_other_owner', amount: 'R$ 40,00', account: HOSTILE, provider: 'inter', is_over: false },
      { kind: 'coverage_low', amount: null, account: null, provider: null, is_over: true },
    ],
  },
  team_invitation: { ...link, name: HOSTILE, role: 'support' },
};
const every = MAIL_KINDS.flatMap((kind) => LANGS.map((lang) => ({ kind, lang })));

describe.each(every)('the mail $kind in $lang', ({ kind, lang }) => {
  const mail = { accountId, kind, lang, facts: FACTS[kind] };
  const { subject, text, html } = renderMail(place, mail);

  it('has a subject of one line, the same as the log shows, and says something in both forms', () => {
    expect(subject).toMatch(/^[^\p{Cc}]{10,200}$/u);
    expect(subjectFor(mail)).toBe(subject);
    expect(text.length).toBeGreaterThan(150);
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/);
    expect(html).toContain(`<html lang="${lang === 'pt' ? 'pt-BR' : 'en'}">`);
  });

  it('escapes what others typed, and takes nothing from outside', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form|video|b>)/i);
    expect(html.match(/<style>[^<]*<\/style>/g)).toHaveLength(1);
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

describe('a mail in the name of a seller', () => {
  const rendered = (change: object) =>
    renderMail(place, {
      ...{ accountId, kind: 'payment_receipt' as const, lang: 'pt' as const },
      facts: { ...FACTS.payment_receipt, ...change },
    });

  it('has its name, its registered name, and where answers go', () => {
    const own = { ...payer.seller, name: 'Loja da Ana', legal: 'Ana Souza ME · CNPJ 12.345.678/0001-95' };
    const {
      seller: shown,
      text,
      html,
    } = rendered({ seller: own, payer: 'Bia', about: 'Pedido 12/5: R$ 1.500,00' });
    expect(shown).toMatchObject({ name: 'Loja da Ana', reply_to: 'ana@loja.example' });
    for (const said of [
      'Loja da Ana',
      'CNPJ 12.345.678/0001-95',
      'Obrigado, Bia',
      'Pedido 12/5: R$ 1.500,00',
    ]) {
      expect(text).toContain(said);
      expect(html).toContain(said);
    }
  });

  it('takes its colours only if they are colours', () => {
    const hostile = { ...payer.seller, dark_accent: 'red}</style><script>alert(2)</script>' };
    expect(rendered({ seller: hostile }).html).not.toContain('alert(2)');
    expect(rendered({ seller: hostile }).html).toContain('#1d4ed8');
    expect(rendered({}).html).toContain('background:#0f766e');
  });

  it('can be left by its reader if it is a reminder, and only then', () => {
    const reminder = renderMail(place, {
      accountId,
      kind: 'charge_reminder',
      lang: 'en',
      facts: FACTS.charge_reminder,
    });
    const url = new URL(reminder.unsubscribeUrl ?? '');
    const [, path, token = ''] = url.pathname.split('/');
    expect([url.origin, path, url.searchParams.get('lang')]).toEqual([place.publicUrl, 'unsubscribe', 'en']);
    const now = new Date('2029-12-31T23:59:59Z');
    expect(readLink(place.vault, 'charge_reminder', token, now)).toMatchObject({ accountId, boundTo: 'abc' });
    expect(readLink(place.vault, 'recover_password', token, now)).toBeNull();
    expect(reminder.text).toContain(url.href);
    expect(rendered({}).unsubscribeUrl).toBeNull();
  });

  it.each([
    [7, 'Seu boleto de Loja vence em 7 dias'],
    [1, 'Seu boleto de Loja vence amanhã'],
    [0, 'Seu boleto de Loja vence hoje'],
    [-1, 'Seu boleto de Loja venceu ontem'],
    [-3, 'Seu boleto de Loja venceu há 3 dias'],
  ])('says at %i days when a boleto is due', (days, expected) => {
    const facts = { ...FACTS.charge_reminder, seller: { ...payer.seller, name: 'Loja' }, days };
    expect(subjectFor({ accountId, kind: 'charge_reminder', lang: 'pt', facts })).toBe(expected);
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
