import { describe, expect, it } from 'vitest';
import { cents } from '../../kit/money.ts';
import { JsonNumber, jsonAmount, jsonWhole, parseJson, readAmount, writeJson } from './json.ts';

describe('amounts as numbers of JSON', () => {
  it.each([
    [1n, '0.01'],
    [10n, '0.10'],
    [250n, '2.50'],
    [15_000n, '150.00'],
    [123_456_789n, '1234567.89'],
    [999_999_999_999n, '9999999999.99'],
  ])('%s cents are written %s and read back', (amount, text) => {
    expect(writeJson({ valor: jsonAmount(cents(amount)) })).toBe(`{"valor":${text}}`);
    expect(parseJson(`{"valor":${text}}`)).toEqual({ valor: text });
    expect(readAmount(text)).toBe(amount);
  });

  it.each([
    ['150', 15_000n],
    ['150.5', 15_050n],
    ['150.500', 15_050n],
    ['0', 0n],
    ['0.001', null],
    ['1.005', null],
    ['1e3', null],
    ['-1.00', null],
    ['99999999999.00', null],
    ['', null],
    [150, null],
    [null, null],
  ])('%j is read as %s cents', (value, amount) => {
    expect(readAmount(value)).toBe(amount);
  });
});

describe('JSON without floating-point numbers', () => {
  it.each([
    ['{"a":1234567.89,"b":[0.1,-2,3e5],"c":"4.5"}', { a: '1234567.89', b: ['0.1', '-2', '3e5'], c: '4.5' }],
    ['{"1.5":"\\"2.5\\\\","b":null,"c":true}', { '1.5': '"2.5\\', b: null, c: true }],
    ['9007199254740993.01', '9007199254740993.01'],
    ['"12"', '12'],
  ])('%s is read with the numbers as they are written', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each(['{"a":01}', '{"a":1,}', '{a:1}', '', '{"a":1.}', '{"a":"1', 'NaN', '{1:2}'])(
    '%s is refused, as by JSON.parse',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('writes what JSON.stringify would, and leaves undefined members out', () => {
    const value = { text: 'a"\n\u2028é', list: ['x', true, null], empty: {}, none: undefined };
    expect(writeJson(value)).toBe(JSON.stringify(value));
    expect(writeJson({ days: jsonWhole(30), rate: new JsonNumber('2.00') })).toBe('{"days":30,"rate":2.00}');
    expect(() => jsonWhole(1.5)).toThrow('whole');
  });
});
