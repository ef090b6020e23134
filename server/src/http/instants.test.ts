import { describe, expect, it } from 'vitest';
import { instantFrom } from './instants.ts';

describe('instants', () => {
  it.each([
    ['2030-12-31T23:59:59Z', '2030-12-31T23:59:59.000Z'],
    ['2030-12-31T23:59:59.123Z', '2030-12-31T23:59:59.123Z'],
    ['2030-12-31T23:59Z', '2030-12-31T23:59:00.000Z'],
    ['2030-12-31T21:00:00-03:00', '2031-01-01T00:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(instantFrom(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'tomorrow',
    '2030-12-31',
    '2030-12-31T23:59:59',
    '2030-12-31 23:59:59Z',
    '2030-02-30T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-12-31T24:00:00Z',
    '2030-12-31T23:60:00Z',
    '2030-12-31T23:59:59+3',
    '20301231T235959Z',
  ])('%j is none', (text) => {
    expect(instantFrom(text)).toBeNull();
  });
});
