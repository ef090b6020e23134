import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../../test/support/decided.ts';
import { NO_LIMITS } from './key-limits.ts';
import { decideKey, decideRevocation, type StoredKey } from './keys.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const HASH = Buffer.from('hash');
const by = signedIn('shop');
const active: StoredKey = { ...NO_LIMITS, name: 'till', lastFour: 'wxyz', status: 'active' };

describe('a new API key', () => {
  const command = {
    ...NO_LIMITS,
    accountId: 'shop',
    id: 'key',
    name: 'till',
    key: 'guiche_secret-wxyz',
    keyHash: HASH,
    by,
  };
  const about = { ...NO_LIMITS, id: 'key', name: 'till' };
  const row = {
    ...about,
    accountId: 'shop',
    keyHash: HASH,
    lastFour: 'wxyz',
    createdAt: NOW,
    createdBy: by.userId,
  };
  const result = { ...about, key: 'guiche_secret-wxyz', createdAt: NOW };
  const inserts = [
    ['keys.add', row],
    ['keys.add_lookup', row],
  ];

  it('is stored as a hash and shown once', () => {
    const target = { kind: 'api_key', id: 'key' };
    const action = {
      actor: by,
      accountId: 'shop',
      action: 'api_key.created',
      target,
      details: { name: 'till' },
    };
    const decision = decided(decideKey(null, command, NOW));
    expect(decision).toEqual({ result, rows: inserts, audit: [action] });
    const { rows } = decision as { rows: unknown };
    expect(JSON.stringify(rows)).not.toContain('guiche_secret');
  });

  it('takes the place of one that the same request made and never showed', () => {
    expect(decided(decideKey(active, command, NOW))).toEqual({
      result,
      rows: [['keys.remove', row], ...inserts],
      audit: [],
    });
  });
});

describe('a revocation', () => {
  const command = { accountId: 'shop', id: 'key', by };

  it('ends an active key', () => {
    expect(decided(decideRevocation(active, command, NOW))).toEqual({
      result: undefined,
      rows: [['keys.revoke', { accountId: 'shop', id: 'key', at: NOW }]],
      audit: [
        {
          actor: by,
          accountId: 'shop',
          action: 'api_key.revoked',
          target: { kind: 'api_key', id: 'key' },
          details: { name: 'till', api_key: 'guiche_…wxyz' },
        },
      ],
    });
  });

  it('of a revoked key changes nothing', () => {
    expect(decided(decideRevocation({ ...active, status: 'revoked' }, command, NOW))).toEqual({
      result: undefined,
      rows: [],
      audit: [],
    });
  });

  it('of an unknown key is refused', () => {
    expect(decided(decideRevocation(null, command, NOW))).toBe('NOT_FOUND: API key not found');
  });
});
