import bwip from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itfBars, itfSvg } from './itf.ts';

const BARCODE = '34191164600000100001090001234571234567897000';

const evenDigits = fc.stringMatching(/^([0-9]{2}){1,22}$/);
const modules = (widths: number[]) => widths.reduce((total, width) => total + width, 0);

/** The oracle draws wide elements two modules wide and ends with the space after the last bar. */
function independentBars(digits: string): number[] {
  const [drawing] = bwip.raw({ bcid: 'interleaved2of5', text: digits }) as { sbs: number[] }[];
  return (drawing?.sbs ?? []).slice(0, -1).map((width) => (width === 2 ? 3 : width));
}

describe('the bars', () => {
  it('of 3419 are the published ones', () => {
    expect(itfBars('3419').join('')).toBe('1111' + '3131131113' + '3113111331' + '311');
  });

  it('of a boleto are 227 elements and 405 modules', () => {
    expect(itfBars(BARCODE)).toHaveLength(227);
    expect(modules(itfBars(BARCODE))).toBe(405);
  });

  it('agree with an independent drawing of the same digits', () => {
    expect(itfBars(BARCODE)).toEqual(independentBars(BARCODE));
    fc.assert(
      fc.property(evenDigits, (digits) => {
        expect(itfBars(digits)).toEqual(independentBars(digits));
      }),
    );
  });

  it('take 18 modules for each pair of digits', () => {
    fc.assert(fc.property(evenDigits, (digits) => modules(itfBars(digits)) === 4 + 9 * digits.length + 5));
  });

  it.each(['', '1', '123', '12a4', '12 4', '１２'])('are not drawn for %j', (digits) =>
    expect(() => itfBars(digits)).toThrow(RangeError),
  );
});

describe('the drawing', () => {
  const svg = itfSvg(BARCODE, { widthMm: 103, heightMm: 13 });

  it('has the printed size of a boleto and one unit for each module', () => {
    expect(svg).toContain('width="103mm" height="13mm" viewBox="0 0 405 1" preserveAspectRatio="none"');
  });

  it('paints every bar where it belongs and no space', () => {
    const painted = [...svg.matchAll(/M(\d+) 0h(\d+)v1h-\2z/g)].map(([, at, width]) => [
      Number(at),
      Number(width),
    ]);
    let position = 0;
    const bars: number[][] = [];
    itfBars(BARCODE).forEach((width, index) => {
      if (index % 2 === 0) bars.push([position, width]);
      position += width;
    });
    expect(painted).toEqual(bars);
    expect(painted).toHaveLength(114);
  });
});
