import { describe, expect, it } from 'vitest';
import { dayFromToday, endOfDay, startOfDay } from './days.ts';

describe('civil days of São Paulo', () => {
  it('begin at three in the morning UTC and end where the next one begins', () => {
    expect(new Date(startOfDay('2026-02-28') ?? '').toISOString()).toBe('2026-02-28T03:00:00.000Z');
    expect(endOfDay('2026-02-28')).toBe(startOfDay('2026-03-01'));
    expect(endOfDay('2026-12-31')).toBe(startOfDay('2027-01-01'));
  });

  it('are nothing when they are no day', () => {
    expect([startOfDay(undefined), startOfDay('yesterday'), endOfDay('2026-13-40')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are counted from today', () => {
    expect(dayFromToday(1)).toBe(endOfDay(dayFromToday())?.slice(0, 10));
  });
});
