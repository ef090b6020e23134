import { describe, expect, it } from 'vitest';
import { DAY_MS, MovableClock } from './clock.ts';
import { derivedId, firstIdOf, idsFrom, isId, publicToken, randomBase62 } from './ids.ts';

describe('ids', () => {
  it('sort by creation, also within one millisecond', () => {
    const ids = idsFrom(new MovableClock(() => 1_700_000_000_000));
    const made = Array.from({ length: 2_000 }, () => ids.next());
    expect([...made].sort()).toEqual(made);
    expect(made.every(isId)).toBe(true);
  });

  it('follow the clock forward and, when the sandbox clock is reset, back', () => {
    const clock = new MovableClock();
    const ids = idsFrom(clock);
    clock.setOffset(30 * DAY_MS);
    const future = ids.next();
    clock.setOffset(0);
    expect(ids.next() < future).toBe(true);
  });

  it('the first id of an instant is not after any id made then, and after every id before', () => {
    const at = new Date('2026-11-14T12:00:00.000Z');
    const earlier = idsFrom(new MovableClock(() => at.getTime() - 1)).next();
    const then = idsFrom(new MovableClock(() => at.getTime())).next();
    expect(earlier < firstIdOf(at)).toBe(true);
    expect(firstIdOf(at) <= then).toBe(true);
  });

  it('public tokens carry at least 128 random bits and do not repeat', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, publicToken));
    expect(tokens.size).toBe(1_000);
    expect([...tokens].every((token) => /^[0-9A-Za-z]{22}$/.test(token))).toBe(true);
    expect(22 * Math.log2(62)).toBeGreaterThan(128);
    expect(randomBase62(30)).toHaveLength(30);
  });

  it('a derived id is the same for the same parts and another for others', () => {
    expect(derivedId('a', 'b')).toBe(derivedId('a', 'b'));
    expect(derivedId('a', 'b')).not.toBe(derivedId('ab', ''));
    expect(isId(derivedId('a'))).toBe(true);
  });
});
