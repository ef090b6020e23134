import { describe, expect, it } from 'vitest';
import { dayEndingAt, dayFrom, endOfDay, startOfDay } from './days.ts';

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

  it('are counted from an instant', () => {
    const lateInTheEvening = Date.parse('2026-03-01T02:59:59Z');
    expect([dayFrom(lateInTheEvening), dayFrom(lateInTheEvening, 1)]).toEqual(['2026-02-28', '2026-03-01']);
  });

  it('are known by the instant at which they end', () => {
    expect(dayEndingAt('2026-11-21T03:00:00.000Z')).toBe('2026-11-20');
    expect(dayEndingAt(endOfDay('2026-12-31') ?? '')).toBe('2026-12-31');
    expect(dayEndingAt('2026-11-21T03:00:01.000Z')).toBeNull();
  });
});
