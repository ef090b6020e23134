import { expect, it } from 'vitest';
import { isPast, limitsBody, linesOf, valuesOf, wrongLine } from './key-limits.ts';

it('limits are written as the API takes them, and read back', () => {
  const written = limitsBody({ ips: '203.0.113.7\n 2001:db8::/32,', until: '2030-12-31' }, ['charges:read']);
  expect(written).toEqual({
    scopes: ['charges:read'],
    allowed_ips: ['203.0.113.7', '2001:db8::/32'],
    expires_at: '2031-01-01T00:00:00-03:00',
  });
  expect(valuesOf(written)).toEqual({ ips: '203.0.113.7\n2001:db8::/32', until: '2030-12-31' });
  expect(limitsBody({ ips: ' \n', until: '' }, null)).toEqual({
    scopes: null,
    allowed_ips: null,
    expires_at: null,
  });
});

it('a line that is no address is named', () => {
  expect(linesOf('10.0.0.1; 10.0.0.2')).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(wrongLine('10.0.0.0/8\nfd00::/8')).toBeUndefined();
  expect(['loja', '10.0.0.0/33', '127.1', 'loopback'].map(wrongLine)).toEqual([
    ...['loja', '10.0.0.0/33', '127.1', 'loopback'],
  ]);
});

it('a day before today is past', () => {
  expect([isPast('2020-01-01'), isPast('2999-01-01'), isPast('')]).toEqual([true, false, false]);
});
