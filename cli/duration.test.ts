import { describe, expect, it } from 'vitest';
import { durationInWords, secondsOf } from './duration.ts';

describe('a duration', () => {
  it.each([
    ['30d', 2_592_000],
    ['12h', 43_200],
    ['15m', 900],
    ['90s', 90],
    [' 2w ', 1_209_600],
  ])('%s is read', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it.each(['', '30', 'd', '0d', '-1d', '1.5h', '30 d', '30D', '9999d', '1y', '1e3s'])(
    '%j is refused',
    (text) => {
      expect(secondsOf(text)).toBeNull();
    },
  );

  it.each([
    [2_592_000, '30 days'],
    [129_600, '1.5 days'],
    [86_400, '1 day'],
    [43_200, '12 hours'],
    [90, '1.5 minutes'],
    [59, '59 seconds'],
    [1, '1 second'],
  ])('of %i seconds is said as %s', (seconds, words) => {
    expect(durationInWords(seconds)).toBe(words);
  });
});
