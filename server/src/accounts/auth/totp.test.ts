import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { base32, matchingStep, totpCode, totpStep, totpUri } from './totp.ts';

const RFC_SECRET = Buffer.from('12345678901234567890');

describe('a code that changes with time', () => {
  // Appendix B of RFC 6238 gives eight digits: six are the last of them.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('is at %d seconds the one of RFC 6238', (seconds, eight) => {
    expect(totpCode(RFC_SECRET, totpStep(seconds * 1_000))).toBe(eight.slice(-6));
  });

  // Appendix D of RFC 4226.
  it.each(
    [
      ...['755224', '287082', '359152', '969429', '338314'],
      ...['254676', '287922', '162583', '399871', '520489'],
    ].map((code, counter) => [counter, code] as const),
  )('is for counter %d the one of RFC 4226', (counter, code) => {
    expect(totpCode(RFC_SECRET, counter)).toBe(code);
  });

  it('is taken in its own step and one aside, no further', () => {
    const secret = randomBytes(20);
    const now = 1_800_000_000_000;
    const step = totpStep(now);
    for (const near of [step - 1, step, step + 1]) {
      expect(totpCode(secret, matchingStep(secret, totpCode(secret, near), now) ?? 0)).toBe(
        totpCode(secret, near),
      );
    }
    const nearby = [step - 1, step, step + 1].map((each) => totpCode(secret, each));
    for (const far of [step - 2, step + 2]) {
      const code = totpCode(secret, far);
      if (!nearby.includes(code)) expect(matchingStep(secret, code, now)).toBeNull();
    }
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 123456', '123456\n'])(
    '%j has not its form',
    (code) => {
      expect(matchingStep(RFC_SECRET, code, 59_000)).toBeNull();
    },
  );
});

describe('base32', () => {
  // Section 10 of RFC 4648, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %j', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });
});

describe('the address for authenticator apps', () => {
  it('names issuer, person and secret', () => {
    const url = new URL(totpUri('Guichê', 'ana@example.com', RFC_SECRET));
    expect(url.href).toMatch(/^otpauth:\/\/totp\/Guich%C3%AA:ana%40example\.com\?/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', issuer: 'Guichê' },
      ...{ algorithm: 'SHA1', digits: '6', period: '30' },
    });
  });

  it('fits in a QR code, however long the name is', () => {
    for (const name of ['a'.repeat(254), 'ã'.repeat(254), '😀'.repeat(127)]) {
      expect(totpUri('Guichê', name, RFC_SECRET).length).toBeLessThan(512);
    }
  });
});
