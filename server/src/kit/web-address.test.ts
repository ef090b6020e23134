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
    'https://padaria-são-joão.com.br/',
    'http://my_service:8080/',
    'https://r3---a-.example.com./hook',
    'https://xn--bcher-kva.example/',
    `https://${'a'.repeat(63)}.com/`,
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
    'http://.',
    'http://..',
    'http://a..b/',
    'http://.example.com/',
    'http://-/',
    `http://${'a'.repeat(64)}.com/`,
    `http://${'a.'.repeat(127)}com/`,
    'http://example.com:0/',
    'http://exam!ple.com/',
    `http://example.com/${'a'.repeat(2_048)}`,
  ])('%j is none', (text) => {
    expect(isWebAddress(text)).toBe(false);
  });
});
