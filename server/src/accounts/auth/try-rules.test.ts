import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { isLastFree, type TryKind, triesKept, waitMsOf } from './try-rules.ts';

/** So many failures, the newest just now, the others an hour ago. */
const failures = (count: number) => Array.from({ length: count }, (_, at) => (at === 0 ? 0 : HOUR_MS));

/** Failures of one who tries again the moment it is allowed, for a day. */
function triesOfDay(kind: TryKind): number {
  const at: number[] = [];
  let now = 0;
  while (now < DAY_MS) {
    const ages = at.slice(-triesKept(kind)).map((each) => now - each);
    const wait = waitMsOf(kind, ages);
    if (wait === 0) at.push(now);
    else now += wait;
  }
  return at.length;
}

describe('failed tries', () => {
  it.each<[TryKind, number, number[]]>([
    ['device', 10, [1, 5, 15, 15].map((minutes) => minutes * MINUTE_MS)],
    ['pair', 10, [1, 5, 15, 60, 360, 360].map((minutes) => minutes * MINUTE_MS)],
    ['address', 100, [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 5 * MINUTE_MS]],
    ['email', 200, [5 * MINUTE_MS, 5 * MINUTE_MS]],
    ['code', 10, [1, 5, 15, 60, 360, 360].map((minutes) => minutes * MINUTE_MS)],
    ['session', 10, [1, 5, 15, 60, 60].map((minutes) => minutes * MINUTE_MS)],
  ])('by %s are free up to %d, then wait longer each time', (kind, free, waits) => {
    expect(waitMsOf(kind, [])).toBe(0);
    expect(waitMsOf(kind, failures(free - 1))).toBe(0);
    expect(waits.map((_, beyond) => waitMsOf(kind, failures(free + beyond)))).toEqual(waits);
    expect(isLastFree(kind, failures(free - 2))).toBe(false);
    expect(isLastFree(kind, failures(free - 1))).toBe(true);
    expect(isLastFree(kind, failures(free))).toBe(false);
  });

  it('wait from the newest one on, and no longer than needed', () => {
    const ages = Array.from({ length: 11 }, () => 2 * MINUTE_MS);
    expect(waitMsOf('pair', ages)).toBe(3 * MINUTE_MS);
    expect(
      waitMsOf(
        'pair',
        ages.map(() => 5 * MINUTE_MS),
      ),
    ).toBe(0);
  });

  it('of yesterday do not count', () => {
    expect(waitMsOf('pair', [0, ...Array.from({ length: 20 }, () => DAY_MS)])).toBe(0);
  });

  it.each<[TryKind, number]>([
    ['pair', 20],
    ['code', 20],
    ['device', 110],
    ['address', 400],
    ['email', 500],
  ])('by %s are at most %d in a day, however patient the guesser is', (kind, most) => {
    expect(triesOfDay(kind)).toBeLessThanOrEqual(most);
    expect(triesOfDay(kind)).toBeGreaterThan(most / 2);
  });
});
