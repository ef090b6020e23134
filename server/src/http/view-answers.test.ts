import { describe, expect, it } from 'vitest';
import { maskedValue } from './view-answers.ts';

describe('an answer to a view', () => {
  it.each([
    [
      { email: 'ana@example.com', contact_email: 'loja@example.com' },
      { email: 'a…@example.com', contact_email: 'l…@example.com' },
    ],
    [
      { cpf_cnpj: '111.444.777-35', document: '11222333000181' },
      { cpf_cnpj: '***.444.777-**', document: '**.222.333/0001-**' },
    ],
    [
      { phone: '+55 11 98765-4321', contact_whatsapp: null },
      { phone: '•••4321', contact_whatsapp: null },
    ],
    [
      { customer: { name: 'Ana', address: { street: 'Rua A' } } },
      { customer: { name: 'Ana', address: null } },
    ],
    [{ metadata: { 'ana@example.com': 'x' } }, { metadata: null }],
    [
      { purchase: { answers: [{ question: 'Nome', answer: 'Bia' }] } },
      { purchase: { answers: [{ question: 'Nome', answer: '…' }] } },
    ],
    [{ asks: { phone: 'required', address: 'no' } }, { asks: { phone: 'required', address: 'no' } }],
    [{ pix_key: '+5511987654321' }, { pix_key: '+*********4321' }],
    [{ description: 'Para ana@example.com, 529.982.247-25' }, { description: 'Para …@example.com, …' }],
    [
      { checkout_url: 'https://g.test/pay/abc', url: 'https://g.test/boleto/abc' },
      { checkout_url: null, url: 'https://g.test/…' },
    ],
    [{ url: 'https://g.test/l/abc' }, { url: 'https://g.test/l/abc' }],
    [{ url: 'https://shop.test/hook?token=abc' }, { url: 'https://shop.test/…' }],
    [
      { pix: { copy_paste: '000201', qr_code: 'data:', txid: '12345678901234' } },
      { pix: { copy_paste: null, qr_code: null, txid: '12345678901234' } },
    ],
    [{ details: { secret: `whsec_${'a'.repeat(20)}` } }, { details: { secret: '…' } }],
    [
      { body: '{"data":{"customer":{"phone":"1133334444"}}}' },
      { body: '{"data":{"customer":{"phone":"•••4444"}}}' },
    ],
    [{ body: '{broken ana@example.com' }, { body: '{broken …@example.com' }],
    [
      {
        id: '0199a1b2-0000-7000-8000-000000000000',
        created_at: '2026-11-18T16:04:38.123Z',
        value: 12.5,
        has_more: false,
      },
      null,
    ],
  ])('%j', (given, shown) => {
    expect(maskedValue(given)).toEqual(shown ?? given);
  });
});
