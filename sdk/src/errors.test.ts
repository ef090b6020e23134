import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CURES, errorFor, GuicheError, isGuicheError, UsageError } from './errors.ts';

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

  it('take a code that is newer than the client', () => {
    const error = errorFor('SOMETHING_NEW', 'New', { status: 409 });
    expect(error).toMatchObject({ code: 'SOMETHING_NEW', status: 409, message: 'New (SOMETHING_NEW).' });
    expect(errorFor('constructor', 'Odd', { status: 400 }).message).toBe('Odd (constructor).');
  });

  it('are told from others, by code too', () => {
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
