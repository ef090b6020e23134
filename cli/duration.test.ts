import { describe, expect, it } from 'vitest';
import { secondsOf } from './duration.ts';

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
});
