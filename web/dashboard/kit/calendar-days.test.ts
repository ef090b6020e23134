import { describe, expect, it } from 'vitest';
import { monthsLater, readDay, weeksOf, withSlashes, writeDay } from './calendar-days.ts';

describe('a typed day', () => {
  it.each([
    ['31/12/2026', 'day first', '2026-12-31'],
    ['1/2/2027', 'day first', '2027-02-01'],
    ['12/31/2026', 'month first', '2026-12-31'],
    ['2026-12-31', 'day first', '2026-12-31'],
    ['29/02/2028', 'day first', '2028-02-29'],
    ['29/02/2027', 'day first', null],
    ['31/04/2026', 'day first', null],
    ['12/31/2026', 'day first', null],
    ['00/01/2026', 'day first', null],
    ['31/12/26', 'day first', null],
    ['amanhã', 'day first', null],
    ['', 'day first', null],
  ] as const)('%j, %s, is %j', (typed, order, day) => {
    expect(readDay(typed, order)).toBe(day);
  });

  it.each([
    ['3', '3'],
    ['311', '31/1'],
    ['31122', '31/12/2'],
    ['3112202699', '31/12/2026'],
    ['31/12/', '31/12'],
  ])('%j gets its slashes: %j', (typed, written) => {
    expect(withSlashes(typed)).toBe(written);
  });

  it('is written back as it is typed', () => {
    expect(writeDay('2026-12-31', 'day first')).toBe('31/12/2026');
    expect(writeDay('2026-12-31', 'month first')).toBe('12/31/2026');
    expect(writeDay('31/02/2026', 'day first')).toBe('31/02/2026');
  });
});

describe('a month of the calendar', () => {
  it('has whole weeks from Sunday', () => {
    const weeks = weeksOf('2026-11-18');
    expect(weeks[0]).toEqual([
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
      '2026-11-05',
      '2026-11-06',
      '2026-11-07',
    ]);
    expect(weeks.at(-1)?.slice(0, 3)).toEqual(['2026-11-29', '2026-11-30', null]);
    expect(weeksOf('2027-02-10')[0]?.slice(0, 2)).toEqual([null, '2027-02-01']);
  });

  it('ends the month where the day is missing', () => {
    expect(monthsLater('2027-01-31', 1)).toBe('2027-02-28');
    expect(monthsLater('2026-03-31', -1)).toBe('2026-02-28');
    expect(monthsLater('2026-12-15', 1)).toBe('2027-01-15');
  });
});
