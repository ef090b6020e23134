import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted, printable, wrapped } from './text.ts';

const WRITTEN = /^[\u0020-\u007e\u00a1-\u00ff–—‘’“”•…]*$/u;
/** Every character is one wide, except the narrow i. */
const ruler = (text: string) => [...text].reduce((total, letter) => total + (letter === 'i' ? 0.5 : 1), 0);

describe('text for a PDF', () => {
  it.each([
    ['Escola São José – “Ação”', 'Escola São José – “Ação”'],
    ['Joa\u0303o', 'João'],
    ['Łódź Dvořák', '?ódz Dvorák'],
    ['a\n\t b\u00a0\u2028c', 'a b c'],
    ['abc\u202edef\u200b\u00ad', 'abcdef'],
    ['漢字 שלום 🎂👨‍👩‍👧', '? ? ?'],
    ['ﬁm ½', 'fim ½'],
    ['\ud800x', 'x'],
  ])('%j is written as %j', (text, written) => {
    expect(printable(text)).toBe(written);
  });

  it('is always one line of characters the fonts have', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(printable(text)).toMatch(WRITTEN);
      }),
    );
  });

  it('is not read for ever', () => {
    expect(printable('é'.repeat(10_000)).length).toBe(2_000);
  });
});

describe('text in a box', () => {
  it('is left alone when it fits and ends in an ellipsis when it does not', () => {
    expect(fitted('abcdef', 6, ruler)).toBe('abcdef');
    expect(fitted('abcdefg', 6, ruler)).toBe('abcde…');
    expect(fitted('abcd efg', 6, ruler)).toBe('abcd…');
  });

  it('breaks at spaces, and inside a word that no line can hold', () => {
    expect(wrapped('um dois tres quatro', 8, 5, ruler)).toEqual(['um dois', 'tres', 'quatro']);
    expect(wrapped('abcdefghij kl', 4, 5, ruler)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrapped('um dois tres quatro', 8, 2, ruler)).toEqual(['um dois', 'tres qu…']);
    expect(wrapped('', 8, 2, ruler)).toEqual([]);
  });

  it('never leaves its box, whatever it is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'i', ' ', 'W'), maxLength: 80 });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 6 }),
        (raw, width, most) => {
          const lines = wrapped(printable(raw), width, most, ruler);
          expect(lines.length).toBeLessThanOrEqual(most);
          for (const line of lines) expect(ruler(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
