import { describe, expect, it } from 'vitest';
import { endedDays, firstRunAt, nextRunAt } from './schedule.ts';

const at = (text: string) => new Date(text);

it('a day is compared for the first time an hour after it ended in São Paulo', () => {
  expect(firstRunAt('2026-11-17')).toEqual(at('2026-11-18T04:00:00Z'));
});

describe('the next comparison of the 17th', () => {
  it.each<[string, string, boolean, string | null]>([
    ['after the first is a day later', '2026-11-18T04:00:02Z', true, '2026-11-19T04:00:00Z'],
    ['after the second is three days after its end', '2026-11-19T04:00:02Z', true, '2026-11-21T03:00:00Z'],
    ['is a week after its end', '2026-11-21T03:00:00Z', true, '2026-11-25T03:00:00Z'],
    ['is the last after thirty days', '2026-11-25T03:00:00Z', true, '2026-12-18T03:00:00Z'],
    ['is none after the last', '2026-12-18T03:00:00Z', true, null],
    [
      'is in half an hour where the list was not whole',
      '2026-11-18T04:00:00Z',
      false,
      '2026-11-18T04:30:00Z',
    ],
    ['is left to an operator after a month without a whole list', '2026-12-19T03:00:00Z', false, null],
  ])('%s', (_, now, isComplete, next) => {
    expect(nextRunAt('2026-11-17', at(now), isComplete)).toEqual(next === null ? null : at(next));
  });
});

describe('the days that have ended', () => {
  it.each<[string, string | null, string, string, string[]]>([
    [
      'are those since the last',
      '2026-11-14',
      '2026-01-01T00:00:00Z',
      '2026-11-17T12:00:00Z',
      ['2026-11-15', '2026-11-16'],
    ],
    [
      'begin with the first account',
      null,
      '2026-11-15T12:00:00Z',
      '2026-11-17T12:00:00Z',
      ['2026-11-15', '2026-11-16'],
    ],
    ['are none on the first day', null, '2026-11-17T03:00:00Z', '2026-11-18T02:59:59Z', []],
    ['end at midnight in São Paulo', null, '2026-11-17T03:00:00Z', '2026-11-18T03:00:00Z', ['2026-11-17']],
    ['are none where all are known', '2026-11-16', '2026-01-01T00:00:00Z', '2026-11-17T12:00:00Z', []],
  ])('%s', (_, last, since, now, days) => {
    expect(endedDays(last, at(since), at(now))).toEqual(days);
  });

  it('are at most thirty-one after a long stop', () => {
    const days = endedDays('2026-01-01', at('2025-01-01T00:00:00Z'), at('2026-11-17T12:00:00Z'));
    expect([days.length, days[0], days.at(-1)]).toEqual([31, '2026-10-17', '2026-11-16']);
  });
});
