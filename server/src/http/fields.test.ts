import { describe, expect, it } from 'vitest';
import { addressGuard, LOOPBACK } from '../kit/public-address.ts';
import { readAmount, readNotificationAddress, readWebAddress } from './fields.ts';

describe('amounts of a body', () => {
  it.each([
    [0.01, 1n],
    [19.99, 1_999n],
    [100, 10_000n],
    [9_999_999_999.99, 999_999_999_999n],
  ])('%d is %d cents', (reais, expected) => {
    expect(readAmount('price', reais)).toBe(expected);
  });

  it.each([
    0,
    -0,
    -1,
    -0.01,
    0.001,
    19.999,
    10_000_000_000,
    1e21,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    2 ** 53,
  ])('%d is refused with the name of the field', (reais) => {
    expect(() => readAmount('price', reais)).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: { price: expect.any(String) } }),
    );
  });
});

describe('addresses of a body', () => {
  it('are returned as they were given', () => {
    expect(readWebAddress('url', 'HTTPS://Example.com/a')).toBe('HTTPS://Example.com/a');
  });

  it('are refused with the name of the field', () => {
    expect(() => readWebAddress('success_url', 'ftp://example.com')).toThrowError(/^success_url: /);
  });

  it('that we send to are refused with the rule when they are private', () => {
    const url = 'http://127.0.0.1:3000/hook';
    expect(readNotificationAddress('url', url, addressGuard(LOOPBACK))).toBe(url);
    expect(() => readNotificationAddress('url', url, addressGuard([]))).toThrowError(
      expect.objectContaining({ details: { url: 'must not point to a private or reserved address' } }),
    );
    expect(() => readNotificationAddress('url', 'x', addressGuard([]))).toThrowError(/^url: must be an http/);
  });
});
