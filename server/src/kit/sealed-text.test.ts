import { expect, it } from 'vitest';
import { blindIndex, isSealed, openContact, openText, sealContact, sealText } from './sealed-text.ts';
import { Vault } from './secrets.ts';

const vault = new Vault(Buffer.alloc(32, 7));
const other = new Vault(Buffer.alloc(32, 8));

it('a sealed text opens with the same key only, and differs each time', () => {
  const sealed = Array.from({ length: 500 }, () => sealText(vault, 'ana@example.com'));
  expect(new Set(sealed.map((text) => text.slice(0, 19))).size).toBe(500);
  for (const text of sealed) expect(openText(vault, text)).toBe('ana@example.com');
  expect(() => openText(other, sealed[0] ?? '')).toThrow();
});

it.each([
  '',
  '~',
  '~1.',
  '~1.short',
  '~2.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'ana@example.com',
])('the text "%s" was never sealed and stays as it is', (text) => {
  expect(isSealed(text)).toBe(false);
  expect(openText(vault, text)).toBe(text);
});

it('of a contact everything known is sealed but the name', () => {
  const contact = { name: 'Ana', email: 'ana@example.com', cpf_cnpj: '52998224725', phone: null };
  const sealed = sealContact(vault, contact);
  expect(sealed).toMatchObject({ name: 'Ana', phone: null });
  expect([sealed.email, sealed.cpf_cnpj].map((text) => isSealed(text ?? ''))).toEqual([true, true]);
  expect(openContact(vault, sealed)).toEqual(contact);
});

it('an index is the same for the same text, kind and key, and for an e-mail in capitals', () => {
  const index = blindIndex(vault, 'email', 'ana@example.com');
  expect(index).toMatch(/^~[0-9a-f]{32}$/);
  expect(blindIndex(vault, 'email', 'ANA@example.com')).toBe(index);
  expect(blindIndex(vault, 'document', 'ana@example.com')).not.toBe(index);
  expect(blindIndex(other, 'email', 'ana@example.com')).not.toBe(index);
});
