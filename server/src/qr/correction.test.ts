import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCorrection } from './correction.ts';

/** Multiplication in the field, bit by bit. */
function times(a: number, b: number): number {
  if (b === 0) return 0;
  const doubled = a < 0x80 ? a * 2 : (a * 2) ^ 0x11d;
  return times(doubled, b >> 1) ^ (b & 1 ? a : 0);
}

/** The block as a polynomial, the first word its highest coefficient. */
function valueAt(words: Iterable<number>, x: number): number {
  let value = 0;
  for (const word of words) value = times(value, x) ^ word;
  return value;
}

describe('correction words', () => {
  it('are those of the example in the standard, “01234567” in version 1', () => {
    const data = [
      0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
    ];
    const words = Uint8Array.from([...data, ...Array<number>(10).fill(0)]);
    writeCorrection(words, { from: 0, to: 16 }, 16, 10);
    expect([...words.subarray(16)]).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });

  it('make the block divisible by every root of the generator', () => {
    const anyBlock = fc.tuple(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
    );
    fc.assert(
      fc.property(anyBlock, ([data, length]) => {
        const words = new Uint8Array(data.length + length).fill(0xff);
        words.set(data);
        writeCorrection(words, { from: 0, to: data.length }, data.length, length);
        for (let root = 1, count = 0; count < length; root = times(root, 2), count++) {
          expect(valueAt(words, root)).toBe(0);
        }
      }),
    );
  });

  it('leave the words around them alone', () => {
    const words = new Uint8Array(20).fill(7);
    writeCorrection(words, { from: 2, to: 5 }, 8, 10);
    expect([...words.subarray(0, 8), ...words.subarray(18)]).toEqual(Array<number>(10).fill(7));
  });
});
