import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CURES, errorFor, GuicheError, isGuicheError, NotFoundError, UsageError } from './errors.ts';
import { Guiche } from './main.ts';

const table = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const documented = [...table.matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)].map(([, code = '', status]) => ({
  code,
  status: Number(status),
}));

const KINDS: Record<number, string> = {
  400: 'InvalidRequestError',
  401: 'AuthenticationError',
  403: 'PermissionError',
  404: 'NotFoundError',
  409: 'InvalidRequestError',
  429: 'RateLimitError',
  500: 'ServerError',
};

describe('the errors', () => {
  it('know every documented code and no other', () => {
    expect(documented.map(({ code }) => code).sort()).toEqual(Object.keys(CURES).sort());
  });

  it.each(documented)('$code says what to do next', ({ code, status }) => {
    const error = errorFor(code, 'The gateway says this.', { status, requestId: 'req-9' });
    expect(error.name).toBe(KINDS[status]);
    expect(error.message).toMatch(
      new RegExp(`^The gateway says this \\(${code}, request req-9\\)\\. [A-Z].+\\.$`),
    );
    expect(isGuicheError(error, code as 'NOT_FOUND')).toBe(true);
  });

  it.each(Object.entries(CURES))('%s advises only calls that there are', (_code, cure) => {
    const client = new Guiche({ baseUrl: 'http://gateway.test' });
    const advised = cure.match(/\b[a-z]\w+(\.[a-z]\w+)+/gi) ?? [];
    for (const call of advised) {
      const found = call
        .replace(/^client\./, '')
        .split('.')
        .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], client);
      expect(found, call).toBeTypeOf('function');
    }
  });

  it.each(['RATE_LIMIT_EXCEEDED', 'LOGIN_LOCKED'])('%s says how long to wait', (code) => {
    expect(errorFor(code, 'Too often', { status: 429, retryAfter: 31 }).message).toContain('Wait 31 seconds');
  });

  it('take a code that is newer than the client', () => {
    const error = errorFor('SOMETHING_NEW', 'New', { status: 409 });
    expect(error).toMatchObject({ code: 'SOMETHING_NEW', status: 409, message: 'New (SOMETHING_NEW).' });
    expect(errorFor('constructor', 'Odd', { status: 400 }).message).toBe('Odd (constructor).');
  });

  it('are of their kind and of those it stands for, and of no other', () => {
    class ShopError extends NotFoundError {}
    const error = new ShopError('NOT_FOUND', 'no');
    const kinds = [ShopError, NotFoundError, GuicheError, Error, UsageError, class extends NotFoundError {}];
    expect(kinds.map((Kind) => error instanceof Kind)).toEqual([true, true, true, true, false, false]);
    expect(new Error('x') instanceof NotFoundError).toBe(false);
  });

  it('are recognised, also by code', () => {
    const error: unknown = new UsageError('no');
    expect(isGuicheError(error)).toBe(true);
    expect(isGuicheError(error, 'WRONG_USE')).toBe(true);
    expect(isGuicheError(error, 'NOT_FOUND')).toBe(false);
    expect([new Error('x'), null, 'x', { code: 'WRONG_USE' }].some((other) => isGuicheError(other))).toBe(
      false,
    );
    expect(error).toBeInstanceOf(GuicheError);
  });
});
