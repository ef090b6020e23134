import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dynamicBrCode, staticBrCode } from '../brazil/br-code.ts';
import { cents } from '../kit/money.ts';
import { qrPng } from './png.ts';

const folder = mkdtempSync(join(tmpdir(), 'qr-png-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DYNAMIC = dynamicBrCode({
  location: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
  merchantName: 'Fulano de Tal',
  merchantCity: 'BRASILIA',
});

/** What an independent reader sees in each picture, in order. */
function scan(pictures: Buffer[]): string[] {
  const files = pictures.map((picture, index) => {
    const file = join(folder, `${index}.png`);
    writeFileSync(file, picture);
    return file;
  });
  const options = ['--quiet', '--raw', '--nodbus', '-Sdisable', '-Sqrcode.enable'];
  try {
    return execFileSync('zbarimg', [...options, ...files], { encoding: 'utf8' })
      .trimEnd()
      .split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('zbarimg is missing: install the Debian package zbar-tools to run this test');
  }
}

const merchant = {
  merchantName: fc.stringMatching(/^[A-Za-z]{3,12} [A-Za-z]{3,12}$/),
  merchantCity: fc.stringMatching(/^[A-Z]{3,15}$/),
};
const anyStatic = fc
  .record({
    ...merchant,
    key: fc.oneof(
      fc.uuid(),
      fc.stringMatching(/^[0-9]{11}$/),
      fc.stringMatching(/^[a-z]{3,30}@[a-z]{3,20}\.com$/),
    ),
    amountCents: fc.option(fc.bigInt({ min: 1n, max: 99_999_999n }).map(cents), { nil: undefined }),
    txid: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/), { nil: undefined }),
    additionalInfo: fc.option(fc.stringMatching(/^[A-Za-z ]{1,40}$/), { nil: undefined }),
  })
  .map(staticBrCode);
const anyDynamic = fc
  .record({ ...merchant, location: fc.stringMatching(/^pix\.example\.com\/qr\/[a-z0-9/]{10,50}$/) })
  .map(dynamicBrCode);

describe('an independent reader', () => {
  it('reads 50 random BR Codes exactly', () => {
    const codes = fc.sample(fc.oneof(anyStatic, anyDynamic), 50);
    expect(scan(codes.map(qrPng))).toEqual(codes);
  });

  it('reads codes of 512 characters, the most a BR Code may have', () => {
    const codes = fc.sample(
      fc.stringMatching(/^[ -~]{512}$/).map((text) => `x${text.slice(2)}x`),
      10,
    );
    expect(scan(codes.map(qrPng))).toEqual(codes);
  });

  it('reads codes of every length', () => {
    const codes = Array.from({ length: 64 }, (_, index) =>
      DYNAMIC.repeat(4)
        .slice(0, 8 * (index + 1))
        .replace(/ $/, '_'),
    );
    expect(scan(codes.map(qrPng))).toEqual(codes);
  });
});

describe('the picture', () => {
  it('stays below 900 bytes for a usual code', () => {
    for (const code of fc.sample(anyDynamic, 50)) expect(qrPng(code).length).toBeLessThan(900);
    expect(qrPng(DYNAMIC).length).toBeLessThan(750);
  });

  it('is the same every time', () => expect(qrPng(DYNAMIC).equals(qrPng(DYNAMIC))).toBe(true));

  it.each([0, 513])('is not made of %i characters', (length) => {
    expect(() => qrPng('x'.repeat(length))).toThrow(RangeError);
  });
});
