import { describe, expect, it } from 'vitest';
import { asAmount, asInstant, asList, asPaidAmount, asRecord, asText, asWhole } from './tolerant.ts';

describe('what others write', () => {
  it.each([
    ['37.00', 3_700n],
    ['0.01', 1n],
    ['37', 3_700n],
    ['37.5', 3_750n],
    [' 110.00 ', 11_000n],
    ['9999999999.99', 999_999_999_999n],
    [37, 3_700n],
    [19.99, 1_999n],
    [0, 0n],
    ['0.00', 0n],
    ['', null],
    ['37,00', null],
    ['1.234', null],
    ['-1.00', null],
    ['1e3', null],
    ['99999999999.00', null],
    [-1, null],
    [0.001, null],
    [Number.NaN, null],
    [null, null],
    [{}, null],
  ])('%j is the amount %s', (value, amount) => {
    expect(asAmount(value)).toBe(amount);
    expect(asPaidAmount(value)).toBe(amount === 0n ? null : amount);
  });

  it.each([
    ['2020-09-09T20:15:00.358Z', '2020-09-09T20:15:00.358Z'],
    ['2020-09-09T20:15:00-03:00', '2020-09-09T23:15:00.000Z'],
    ['2020-09-09T20:15:00-0300', '2020-09-09T23:15:00.000Z'],
    ['2020-09-09T20:15:00', '2020-09-09T20:15:00.000Z'],
    ['2020-09-09T20:15:00.123456Z', '2020-09-09T20:15:00.123Z'],
    ['2020-09-09', undefined],
    ['09/09/2020 20:15', undefined],
    ['2020-13-09T20:15:00Z', undefined],
    [1_599_682_500, undefined],
    [null, undefined],
  ])('%j is the instant %s', (value, instant) => {
    expect(asInstant(value)?.toISOString()).toBe(instant);
  });

  it('is a list, also when it is the only one', () => {
    expect(asList([1, 2])).toEqual([1, 2]);
    expect(asList({ a: 1 })).toEqual([{ a: 1 }]);
    expect([asList(undefined), asList(null), asList('x')]).toEqual([[], [], []]);
  });

  it('is a record, or an empty one', () => {
    expect(asRecord({ a: 1 })).toEqual({ a: 1 });
    expect([asRecord([1]), asRecord(null), asRecord('x')]).toEqual([{}, {}, {}]);
  });

  it('is a text or a whole number in either form', () => {
    expect([asText('a'), asText(4), asText(null)]).toEqual(['a', '4', undefined]);
    expect([asWhole('12'), asWhole(12), asWhole(1.5), asWhole('x'), asWhole(-1)]).toEqual([
      12,
      12,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
