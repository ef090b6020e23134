import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { comesFromOwnPage, sessionCookieOf } from './cookies.ts';

describe('the session cookie', () => {
  it.each([
    ['guiche_session=a.b.c', 'a.b.c'],
    ['theme=dark; guiche_session=a.b.c; lang=pt', 'a.b.c'],
    ['theme=dark;guiche_session=a.b.c', 'a.b.c'],
    ['guiche_session=', ''],
    ['guiche_session=one; guiche_session=two', ''],
    ['guiche_sessions=a.b.c', null],
    ['xguiche_session=a.b.c', null],
    ['note="guiche_session=a.b.c"', null],
    ['Guiche_Session=a.b.c', null],
    ['guiche_session', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (header, token) => {
    expect(sessionCookieOf(header)).toBe(token);
  });
});

describe('a page', () => {
  const asks = (headers: Record<string, string>, publicUrl = 'https://pay.example.com') =>
    comesFromOwnPage(
      { headers: { host: 'pay.example.com', ...headers } } as never as FastifyRequest,
      publicUrl,
    );

  it.each([
    ['https://pay.example.com', true],
    ['https://pay.example.com/', false],
    ['https://pay.example.com:8443', false],
    ['https://evil.example.com', false],
    ['https://pay.example.com.evil.com', false],
    ['http://pay.example.com', false],
    ['null', false],
    ['', false],
  ])('of %j is ours: %s', (origin, isOwn) => {
    expect(asks({ origin })).toBe(isOwn);
  });

  it('without an origin is refused', () => {
    expect(asks({})).toBe(false);
  });

  it.each([
    ['same-origin', true],
    ['same-site', false],
    ['cross-site', false],
    ['none', false],
  ])('that the browser calls %s is ours: %s', (site, isOwn) => {
    expect(asks({ origin: 'https://pay.example.com', 'sec-fetch-site': site })).toBe(isOwn);
  });

  it('may also be of the host that was asked', () => {
    const own = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' };
    expect(asks(own, 'http://gateway.test:3000/shop')).toBe(true);
    expect(asks({ ...own, origin: 'https://127.0.0.1:3000' }, 'https://pay.example.com')).toBe(true);
    expect(asks(own, 'https://pay.example.com')).toBe(false);
  });
});
