import { describe, expect, it } from 'vitest';
import { isWebAddress } from './web-address.ts';

describe('web addresses', () => {
  it.each([
    'http://example.com',
    'https://example.com/path?query=1#fragment',
    'HTTPS://EXAMPLE.COM',
    'http://127.0.0.1:8080/hook',
    'http://[::1]:3000/hook',
    'https://exemplo.com.br/retorno/é?e=a@b.com',
  ])('%s is one', (text) => {
    expect(isWebAddress(text)).toBe(true);
  });

  it.each([
    '',
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'http:/example.com',
    'http:///path',
    'http://',
    'http://user:password@example.com',
    'http://user@example.com',
    'http://@example.com',
    'http:\\\\example.com',
    'http://example.com\\@other.com',
    ' http://example.com',
    'http://example.com/a b',
    'http://exa\nmple.com',
    'http://example.com:99999',
    'http://256.1.1.1',
    `http://example.com/${'a'.repeat(2_048)}`,
  ])('%j is none', (text) => {
    expect(isWebAddress(text)).toBe(false);
  });
});
