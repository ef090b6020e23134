import { describe, expect, it } from 'vitest';
import { lastCutOff } from './cut-off.ts';

/** Instants in UTC; São Paulo is three hours behind. */
describe('the last cut-off', () => {
  it.each([
    ['of the day, once it has passed', '2026-11-18T20:00:00Z', '2026-11-18T20:00:00.000Z'],
    ['of the day, an hour before the last', '2026-11-18T19:00:00Z', '2026-11-18T15:00:00.000Z'],
    ['of the day before, in the morning', '2026-11-18T12:00:00Z', '2026-11-17T20:00:00.000Z'],
    ['of Friday, on Sunday', '2026-11-15T23:00:00Z', '2026-11-13T20:00:00.000Z'],
    ['of the day before a holiday', '2026-11-20T23:00:00Z', '2026-11-19T20:00:00.000Z'],
    ['after carnival', '2026-02-17T23:00:00Z', '2026-02-13T20:00:00.000Z'],
  ])('is that %s', (_, now, expected) => {
    expect(lastCutOff(['12:00', '17:00'], new Date(now))?.toISOString()).toBe(expected);
  });

  it('is none where files are made by hand only', () => {
    expect(lastCutOff([], new Date('2026-11-18T20:00:00Z'))).toBeNull();
  });
});
