import { describe, expect, it } from 'vitest';
import { foreignHostOf, pagesUrlOf, readHostName } from './host-name.ts';

const OWN = 'pay.example.com';

describe('a host that a seller names', () => {
  it.each([
    ['pagar.loja.com.br', 'pagar.loja.com.br'],
    ['Pagar.Loja.COM.BR', 'pagar.loja.com.br'],
    ['pagar.loja.com.br.', 'pagar.loja.com.br'],
    ['pagar.padaria-são-jorge.com.br', 'pagar.xn--padaria-so-jorge-mnb.com.br'],
    ['loja.com', 'loja.com'],
    ['example.com', 'example.com'],
    ['notpay.example.com', 'notpay.example.com'],
    ['loja.рф', 'loja.xn--p1ai'],
  ])('%s is stored as %s', (text, host) => {
    expect(readHostName(text, OWN)).toEqual({ host });
  });

  it.each([
    ...['', ' ', 'loja', 'localhost', '.loja.com', 'loja..com', 'loja.com..', '-a.com', 'a-.com', 'a_b.com'],
    ...[
      'https://loja.com',
      'loja.com/x',
      'loja.com:443',
      'user@loja.com',
      'loja.com?x',
      'loja .com',
      '*.loja.com',
    ],
    ...['127.0.0.1', '1.2.3', '0x7f.1', '[::1]', '2130706433', 'loja.123', 'a%2eb.com', 'loja.com\n', 'x.c'],
    ...['loja\u202e.com', `${'a'.repeat(64)}.com`],
  ])('%j is refused', (text) => {
    expect(readHostName(text, OWN)).toEqual({ fault: 'unreadable' });
  });

  it.each([OWN, `x.${OWN}`, `a.b.${OWN}`, OWN.toUpperCase()])('%s is the gateway’s', (text) => {
    expect(readHostName(text, OWN)).toEqual({ fault: 'own' });
  });

  it('leaves room for the name of the record', () => {
    const long = `${Array.from({ length: 60 }, () => 'abc').join('.')}.com`;
    expect(readHostName(long, OWN)).toEqual({ fault: 'too_long' });
  });
});

describe('the Host of a request', () => {
  it.each([
    [undefined, null],
    ['', null],
    [OWN, null],
    [`${OWN}:8443`, null],
    ['PAY.example.com', null],
    ['127.0.0.1:3000', null],
    ['[::1]:3000', null],
    ['localhost:3000', null],
    ['guiche', null],
    ['pagar.loja.com.br', 'pagar.loja.com.br'],
    ['Pagar.Loja.com.br:443', 'pagar.loja.com.br'],
    ['pagar.loja.com.br.', 'pagar.loja.com.br'],
    ['pagar.loja.com.br:', 'pagar.loja.com.br'],
    ['a_b.loja.com.br', null],
    [`${'a.'.repeat(200)}com`, null],
  ])('%s may be the domain %s', (header, host) => {
    expect(foreignHostOf(header, OWN)).toBe(host);
  });
});

describe('the address of the pages', () => {
  it.each([
    ['https://pay.example.com', null, 'https://pay.example.com'],
    ['https://pay.example.com', 'pagar.loja.com.br', 'https://pagar.loja.com.br'],
    ['https://pay.example.com:8443', 'pagar.loja.com.br', 'https://pagar.loja.com.br:8443'],
    ['http://127.0.0.1:3000', 'pagar.loja.com.br', 'http://pagar.loja.com.br:3000'],
    ['https://example.com/pay', 'pagar.loja.com.br', 'https://pagar.loja.com.br'],
  ])('of %s with the domain %s is %s', (publicUrl, domain, url) => {
    expect(pagesUrlOf(publicUrl, domain)).toBe(url);
  });
});
