import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret, Vault } from './secrets.ts';

describe('a secret', () => {
  it('shows a mask however it is printed, and its value only when asked', () => {
    const secret = new Secret('hunter2');
    expect(
      [`${secret}`, JSON.stringify({ secret }), inspect(secret), inspect({ secret })].join(),
    ).not.toContain('hunter2');
    expect(secret.reveal()).toBe('hunter2');
  });
});

describe('the vault', () => {
  const vault = new Vault(randomBytes(32));

  it('opens what it sealed, and never seals the same way twice', () => {
    const first = vault.seal('webhooks', 'olá');
    expect(vault.open('webhooks', first)).toBe('olá');
    expect(vault.seal('webhooks', 'olá')).not.toEqual(first);
  });

  it('does not open what was changed, sealed for another purpose or with another key', () => {
    const box = vault.seal('webhooks', 'secret');
    const changed = Buffer.from(box);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => vault.open('webhooks', changed)).toThrow();
    expect(() => vault.open('answers', box)).toThrow();
    expect(() => new Vault(randomBytes(32)).open('webhooks', box)).toThrow();
  });
});
