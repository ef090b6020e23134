import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestGateway } from '../../../../test/support/gateway.ts';
import { linkToken, registered, signIn } from '../../../../test/support/outbox.ts';

const work = vi.hoisted(() => ({ hashed: 0, verified: 0 }));
// The real library, with its calls counted: they are nearly all the work of a sign-in.
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => {
      work.hashed += 1;
      return real.hash(...args);
    },
    verify: (...args: Parameters<typeof real.verify>) => {
      work.verified += 1;
      return real.verify(...args);
    },
  };
});

const PASSWORD = 'correct horse battery';
const OTHER = 'quatro cavalos azuis';
let gateway: TestGateway;
beforeAll(async () => {
  // Files share their modules: here they are loaded anew, with the library that counts.
  vi.resetModules();
  const { startGateway } = await import('../../../../test/support/gateway.ts');
  gateway = await startGateway();
  await registered(gateway, 'held@example.com', PASSWORD);
  const { person } = await registered(gateway, 'proved@example.com', PASSWORD);
  const { link } = await person.mail('verify_email');
  await gateway.call('POST', '/api/v1/auth/verify-email', { token: linkToken(link) });
  for (const _ of [1, 2, 3]) await registered(gateway, 'shared@example.com', PASSWORD);
  await registered(gateway, 'shared@example.com', OTHER);
  // The hash that stands for a missing one is made at the first sign-in.
  await signIn(gateway, 'first@example.com', PASSWORD);
});
beforeEach(() => Object.assign(work, { hashed: 0, verified: 0 }));
afterAll(async () => {
  await gateway.stop();
  vi.resetModules();
});

describe('the work', () => {
  it.each([
    ['an unknown address', 'unknown@example.com', PASSWORD, 401],
    ['a wrong password', 'held@example.com', OTHER, 401],
    ['a holder', 'held@example.com', PASSWORD, 200],
    ['a holder who proved the address', 'proved@example.com', PASSWORD, 200],
    ['a holder beside unclaimed users', 'shared@example.com', PASSWORD, 200],
    ['an unclaimed user', 'shared@example.com', OTHER, 200],
    ['a wrong password for many users', 'shared@example.com', 'none of theirs at all', 401],
  ])('of signing in with %s is two checks of a password', async (_, email, password, status) => {
    expect((await signIn(gateway, email, password)).status).toBe(status);
    expect(work).toEqual({ hashed: 0, verified: 2 });
  });

  it.each(['fresh@example.com', 'held@example.com', 'proved@example.com'])(
    'of registering %s is one hash',
    async (email) => {
      const { answer } = await registered(gateway, email, OTHER);
      expect([answer.status, work]).toEqual([201, { hashed: 1, verified: 0 }]);
    },
  );
});
