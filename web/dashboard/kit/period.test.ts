import { describe, expect, it } from 'vitest';
import { periodOf, spanOf } from './period.ts';

const at = (text: string) => Date.parse(text);

describe('a period', () => {
  it.each([
    ['today', '2026-11-18', '2026-11-18'],
    ['week', '2026-11-12', '2026-11-18'],
    ['month', '2026-11-01', '2026-11-18'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ] as const)('%s is from %s to %s, by the calendar of São Paulo', (period, from, to) => {
    const evening = at('2026-11-19T02:00:00Z');
    expect(spanOf(period, evening)).toEqual({ from, to });
    expect(periodOf({ from, to }, evening)).toBe(period);
  });

  it('goes over the turn of the year and leap days', () => {
    expect(spanOf('lastMonth', at('2027-01-01T12:00:00Z'))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(spanOf('lastMonth', at('2028-03-05T12:00:00Z'))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  it('that none of these is has no name', () => {
    expect(periodOf({ from: '2026-11-02' }, at('2026-11-18T12:00:00Z'))).toBeNull();
    expect(periodOf({}, at('2026-11-18T12:00:00Z'))).toBeNull();
  });
});
