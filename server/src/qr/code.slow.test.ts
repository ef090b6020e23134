import fc from 'fast-check';
import { encodeQR } from 'qr';
import { describe, expect, it } from 'vitest';
import { qrCode } from './code.ts';
import { type Picture, quadsPerRow } from './layout.ts';

const LONGEST = 512;

/** The rows of a picture as text, dark modules #, without the two filter modules in front. */
function rowsOf({ width, quads }: Picture): string[] {
  const perRow = quadsPerRow(width);
  return Array.from({ length: width }, (_, y) =>
    Array.from(quads.subarray(y * perRow, (y + 1) * perRow), (quad) => quad.toString(2).padStart(4, '0'))
      .join('')
      .slice(2, 2 + width)
      .replaceAll('1', '#')
      .replaceAll('0', ' '),
  );
}

/** The same by an independent library. */
function oracle(text: string): string[] {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4, mask: 2, encoding: 'byte' });
  return rows.map((row) => row.map((dark) => (dark ? '#' : ' ')).join(''));
}

function expectSameAsOracle(text: string) {
  expect(rowsOf(qrCode(text)).join('\n')).toBe(oracle(text).join('\n'));
}

describe('the modules are those of an independent library', () => {
  it('for texts of every length', () => {
    for (let length = 1; length <= LONGEST; length++) {
      const ofThatLength = fc.stringMatching(new RegExp(`^[ -~]{${length}}$`));
      for (const text of fc.sample(ofThatLength, 1)) expectSameAsOracle(text);
    }
  });

  it('for every number of bytes beyond, to the longest text in the widest letters', () => {
    for (let bytes = LONGEST + 1; bytes <= 3 * LONGEST; bytes++) expectSameAsOracle('x'.repeat(bytes));
  });

  it('for any text', () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: LONGEST / 2 });
    fc.assert(fc.property(anyText, expectSameAsOracle), { numRuns: 300 });
  });
});

it('every row opens with its filter byte', () => {
  const { width, quads } = qrCode('x');
  for (let row = 0; row < width; row++) expect(quads[row * quadsPerRow(width)]).toBe(0b1100);
});

it('a text that no symbol here can hold is refused', () => {
  expect(() => qrCode('x'.repeat(3_000))).toThrow(RangeError);
});
