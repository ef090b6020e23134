import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy, readKeys, readSignature } from './signing-keys.ts';

const pair = (modulusLength = 2_048) => generateKeyPairSync('rsa', { modulusLength });
const jwkOf = (key: KeyObject, changes: object = {}) => ({
  ...key.export({ format: 'jwk' }),
  ...{ kid: 'one', use: 'sig', alg: 'RS256' },
  ...changes,
});
const OWN = pair();
const OTHER = pair();
const body = Buffer.from('{"type":"charge.paid"}');

describe('the header of a notice', () => {
  it('names the key and has the signature', () => {
    const read = readSignature('alg=RS256; kid=one; signature=YWJj');
    expect(read).toEqual({ keyId: 'one', signature: Buffer.from('abc') });
  });

  it.each([
    undefined,
    '',
    ['alg=RS256; kid=one; signature=YWJj'],
    'alg=none; kid=one; signature=YWJj',
    'alg=HS256; kid=one; signature=YWJj',
    'alg=RS512; kid=one; signature=YWJj',
    'kid=one; signature=YWJj',
    'alg=RS256; signature=YWJj',
    'alg=RS256; kid=one',
    'alg=RS256; kid=one; signature=',
    'alg=RS256; kid=one; signature=YW Jj',
    'alg=RS256; alg=none; kid=one; signature=YWJj',
    'alg=RS256; kid=one; signature=YWJj; more=x',
  ])('%j is none', (header) => {
    expect(readSignature(header)).toBeNull();
  });
});

describe('the keys of an acquirer', () => {
  it('verify what was signed with them, and nothing else', () => {
    const { publicKey, privateKey } = OWN;
    const keys = readKeys(JSON.stringify({ keys: [jwkOf(publicKey)] }));
    const key = keys?.get('one') as KeyObject;
    const signature = sign('RSA-SHA256', body, privateKey);
    expect(isSignedBy(key, body, signature)).toBe(true);
    expect(isSignedBy(key, Buffer.from('{"type":"charge.paid" }'), signature)).toBe(false);
    expect(isSignedBy(key, body, sign('RSA-SHA256', body, OTHER.privateKey))).toBe(false);
    expect(isSignedBy(key, body, sign('RSA-SHA512', body, privateKey))).toBe(false);
    expect(isSignedBy(key, body, Buffer.alloc(0))).toBe(false);
  });

  it.each([
    ['for encryption', { use: 'enc' }],
    ['of another algorithm', { alg: 'RS512' }],
    ['without a name', { kid: undefined }],
    ['of another kind', { kty: 'oct', k: 'c2VjcmV0' }],
  ])('are not used: %s', (_, changes) => {
    expect(readKeys(JSON.stringify({ keys: [jwkOf(OWN.publicKey, changes)] }))?.size).toBe(0);
  });

  it('are not used when they are short, and are none when they cannot be read', () => {
    expect(readKeys(JSON.stringify({ keys: [jwkOf(pair(1_024).publicKey)] }))?.size).toBe(0);
    for (const text of ['', '{}', '[]', '{"keys":{}}']) expect(readKeys(text)).toBeNull();
    const broken = { kty: 'RSA', kid: 'two', use: 'sig', n: 1 };
    const keys = readKeys(JSON.stringify({ keys: [broken, jwkOf(OWN.publicKey)] }));
    expect([...(keys?.keys() ?? [])]).toEqual(['one']);
  });
});
