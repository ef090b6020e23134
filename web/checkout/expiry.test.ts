import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryAsTyped, isExpiry, tidyExpiry } from './expiry.ts';

const NOVEMBER = Date.parse('2026-11-15T12:00:00Z');

describe('an expiry date', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['5', '05/'],
    ['05', '05/'],
    ['12', '12/'],
    ['13', '01/3'],
    ['1/', '01/'],
    ['1/30', '01/30'],
    ['05//', '05/'],
    ['0829', '08/29'],
    ['829', '08/29'],
    ['8-29', '08/29'],
    ['08 / 29', '08/29'],
    ['08/20', '08/20'],
    ['08/203', '08/203'],
    ['08/2031', '08/31'],
    ['082031', '08/31'],
    ['2031-08', '08/31'],
    ['08/299', '08/29'],
    ['13/30', '13/30'],
    ['abc', ''],
  ])('%j is shown as %j', (typed, shown) => expect(tidyExpiry(typed)).toBe(shown));

  it.each([
    ['05/', '05', '05'],
    ['05', '0', '0'],
    ['12/3', '12/', '12/'],
    ['', '5', '05/'],
    ['05', '052', '05/2'],
    ['05', '05/', '05/'],
  ])('%j, changed to %j, becomes %j', (before, typed, shown) =>
    expect(expiryAsTyped(before, typed)).toBe(shown),
  );

  it('typed key by key is the date that was meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 26, max: 60 }), (month, year) => {
        const wanted = `${String(month).padStart(2, '0')}/${year}`;
        for (const typed of [wanted, wanted.replace('/', ''), `${month}/${year}`, `${month}/20${year}`]) {
          let text = '';
          for (const key of typed) text = expiryAsTyped(text, text + key);
          expect(text).toBe(wanted);
        }
      }),
    );
  });

  it.each([
    ['11/26', NOVEMBER, true],
    ['10/26', NOVEMBER, false],
    ['12/25', NOVEMBER, false],
    ['01/27', NOVEMBER, true],
    ['1/27', NOVEMBER, true],
    ['11/2026', NOVEMBER, true],
    ['00/30', NOVEMBER, false],
    ['13/30', NOVEMBER, false],
    ['11/', NOVEMBER, false],
    ['11/203', NOVEMBER, false],
    ['', NOVEMBER, false],
    // One o'clock in London is still yesterday, and last month, in São Paulo.
    ['11/26', Date.parse('2026-12-01T01:00:00Z'), true],
    ['11/26', Date.parse('2026-12-01T03:00:00Z'), false],
  ])('%j at %i is good: %s', (text, now, good) => expect(isExpiry(text, now)).toBe(good));
});
