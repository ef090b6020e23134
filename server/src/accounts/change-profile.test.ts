import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../test/support/decided.ts';
import { addressText } from '../brazil/address.ts';
import { decideProfileChange, type ProfileChange } from './change-profile.ts';
import type { AccountRow } from './shapes.ts';

const before: AccountRow = {
  email_verified: true,
  fee_plan_name: null,
  has_own_fees: false,
  id: 'shop',
  name: 'Loja',
  email: 'loja@example.com',
  document: '11144477735',
  person_type: 'PF',
  phone: '11 99999-0000',
  status: 'active',
  status_reason: null,
  identity_verified: false,
  payment_provider: 'sandbox',
  payout_pix_key: '11144477735',
  page_name: null,
  page_color: '#1d4ed8',
  language: 'pt',
  address: null,
  contact_email: null,
  contact_phone: null,
  contact_whatsapp: null,
  created_at: new Date('2026-03-10T15:00:00Z'),
};
const actor = signedIn('shop');
const ADDRESS = addressText({
  postal_code: '01000000',
  street: 'Rua X',
  number: '100',
  complement: null,
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
});

describe('a change of the profile', () => {
  it.each<[string, ProfileChange, Partial<AccountRow>, object]>([
    ['sets a name', { name: 'Nova' }, { name: 'Nova' }, { name: { before: 'Loja', after: 'Nova' } }],
    [
      'empties a phone',
      { phone: null },
      { phone: null },
      { phone: { before: '11 99999-0000', after: null } },
    ],
    [
      'sets two fields at once',
      { pageName: 'Loja da Ana', language: 'en' },
      { page_name: 'Loja da Ana', language: 'en' },
      { page_name: { before: null, after: 'Loja da Ana' }, language: { before: 'pt', after: 'en' } },
    ],
    [
      'sets an address, which the log shows in one line',
      { address: ADDRESS, contactEmail: 'sac@loja.example' },
      { address: ADDRESS, contact_email: 'sac@loja.example' },
      {
        address: { before: null, after: 'Rua X, 100 — Centro — São Paulo/SP — 01000-000' },
        contact_email: { before: null, after: 'sac@loja.example' },
      },
    ],
    [
      'empties colour and language',
      { pageColor: null, language: null },
      { page_color: null, language: null },
      { page_color: { before: '#1d4ed8', after: null }, language: { before: 'pt', after: null } },
    ],
  ])('%s', (_, change, changed, details) => {
    const after = { ...before, ...changed };
    const target = { kind: 'account', id: 'shop' };
    expect(decided(decideProfileChange(before, actor, change))).toEqual({
      result: after,
      rows: [['accounts.save_profile', after]],
      audit: [{ actor, accountId: 'shop', action: 'account.changed', target, details }],
    });
  });

  it('shows no payout key whole in the log', () => {
    const decision = decideProfileChange(before, actor, { payoutPixKey: 'ana@example.com' });
    const { rows, audit } = decided(decision) as { rows: unknown; audit: unknown };
    expect(JSON.stringify(rows)).toContain('ana@example.com');
    expect(JSON.stringify(audit)).not.toMatch(/ana@example\.com|11144477735/);
  });

  it.each<[string, ProfileChange]>([
    ['nothing', {}],
    ['what is there already', { name: 'Loja', payoutPixKey: '11144477735', pageName: null }],
  ])('to %s writes nothing and leaves no entry', (_, change) => {
    expect(decided(decideProfileChange(before, actor, change))).toEqual({
      result: before,
      rows: [],
      audit: [],
    });
  });

  it('needs an account', () => {
    expect(decided(decideProfileChange(null, actor, {}))).toBe('NOT_FOUND: Account not found');
  });
});
