import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, inkOn, normalizeColor, readableOn } from './color.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('a colour', () => {
  it.each([
    ['#1D4ED8', '#1d4ed8'],
    ['#abc', '#aabbcc'],
    ['red', null],
    ['#12345', null],
    ['#1234567', null],
    ['#12345g', null],
    ['', null],
  ])('%s is kept as %s', (text, kept) => expect(normalizeColor(text)).toBe(kept));

  it('has the contrast that the standard gives', () => {
    expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each(['#ffffff', '#181b1f'])('of any kind is readable on %s', (ground) => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const readable = readableOn(color, ground);
        expect(contrastOf(readable, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(inkOn(readable), readable)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('that is readable stays as it is', () => expect(readableOn('#1d4ed8', '#ffffff')).toBe('#1d4ed8'));
});
