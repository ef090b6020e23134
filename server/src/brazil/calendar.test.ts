import * as oracle from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBankingDays,
  addDays,
  type CivilDate,
  civilDateOf,
  daysBetween,
  effectiveDueDate,
  isBankingDay,
  isCivilDate,
  lastPayableDate,
  nextBankingDay,
  startOfCivilDate,
} from './calendar.ts';

const YEAR_END_OPEN = { yearEndCloses: false };

/** Years in which the calendar's own law and the oracle's supported range both hold. */
const anyDate = fc
  .integer({ min: 0, max: daysBetween('2024-01-01', '2098-12-31') })
  .map((days) => addDays('2024-01-01', days));

const localDate = (date: CivilDate) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
};

describe('a civil date', () => {
  it.each(['2026-11-14', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is one', (text) =>
    expect(isCivilDate(text)).toBe(true),
  );

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '26-01-01',
    '2026-1-1',
    '20260101',
    '+012026-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '२०२६-०१-०१',
    '',
  ])('%j is not one', (text) => expect(isCivilDate(text)).toBe(false));

  it('refuses to be calculated with when it is not real', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
    expect(() => daysBetween('2026-02-28', 'tomorrow')).toThrow(RangeError);
    expect(() => isBankingDay('2026-02-30')).toThrow(RangeError);
  });

  it('adds and counts days over months, leap years and centuries', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('1997-10-07', '2000-07-03')).toBe(1000);
    expect(daysBetween('2026-11-16', '2026-11-14')).toBe(-2);
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
      }),
    );
  });
});

describe('São Paulo', () => {
  it.each([
    ['2026-12-01T01:30:00.000Z', '2026-11-30'],
    ['2026-12-01T02:59:59.999Z', '2026-11-30'],
    ['2026-12-01T03:00:00.000Z', '2026-12-01'],
    ['2027-01-15T02:59:59.999Z', '2027-01-14'],
    ['2018-12-01T01:59:59.999Z', '2018-11-30'],
    ['2018-12-01T02:00:00.000Z', '2018-12-01'],
  ])('at %s is on %s', (instant, date) => expect(civilDateOf(new Date(instant))).toBe(date));

  it.each([
    ['2026-11-14', '2026-11-14T03:00:00.000Z'],
    ['2018-12-01', '2018-12-01T02:00:00.000Z'],
    ['2019-12-01', '2019-12-01T03:00:00.000Z'],
    // daylight saving began at this midnight, so the day began at one o'clock
    ['2018-11-04', '2018-11-04T03:00:00.000Z'],
    // daylight saving ended at this midnight, so the day before had 25 hours
    ['2019-02-17', '2019-02-17T03:00:00.000Z'],
  ])('%s starts at %s', (date, instant) => expect(startOfCivilDate(date).toISOString()).toBe(instant));

  it('starts each day at the first instant that belongs to it', () => {
    const since2000 = fc.integer({ min: 0, max: 18_000 }).map((days) => addDays('2000-01-01', days));
    fc.assert(
      fc.property(since2000, (date) => {
        const start = startOfCivilDate(date);
        expect(civilDateOf(start)).toBe(date);
        expect(civilDateOf(new Date(start.getTime() - 1))).toBe(addDays(date, -1));
      }),
    );
  });

  it('is asked for the date without making a formatter each time, which costs ten times as much', () => {
    const instant = new Date('2026-11-14T12:00:00Z');
    const cpuOf = (work: () => unknown) => {
      const begun = process.cpuUsage();
      for (let round = 0; round < 2_000; round++) work();
      return process.cpuUsage(begun).user;
    };
    const formatter = cpuOf(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }));
    expect(cpuOf(() => civilDateOf(instant))).toBeLessThan(formatter / 3);
  });
});

describe('the banking calendar', () => {
  it.each([
    [
      2026,
      [
        '01-01',
        '02-16',
        '02-17',
        '04-03',
        '04-21',
        '05-01',
        '06-04',
        '09-07',
        '10-12',
        '11-02',
        '11-20',
        '12-25',
      ],
    ],
    [2027, ['01-01', '02-08', '02-09', '03-26', '04-21', '05-27', '09-07', '10-12', '11-02', '11-15']],
    [
      2028,
      [
        '02-28',
        '02-29',
        '04-14',
        '04-21',
        '05-01',
        '06-15',
        '09-07',
        '10-12',
        '11-02',
        '11-15',
        '11-20',
        '12-25',
      ],
    ],
    [
      2029,
      [
        '01-01',
        '02-12',
        '02-13',
        '03-30',
        '05-01',
        '05-31',
        '09-07',
        '10-12',
        '11-02',
        '11-15',
        '11-20',
        '12-25',
      ],
    ],
  ])('of %i is closed from Monday to Friday on exactly its holidays', (year, holidays) => {
    const closed = [];
    for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
      const weekday = localDate(date).getDay();
      if (weekday > 0 && weekday < 6 && !isBankingDay(date, YEAR_END_OPEN)) closed.push(date.slice(5));
    }
    expect(closed).toEqual(
      holidays.filter((monthDay) => ![0, 6].includes(localDate(`${year}-${monthDay}`).getDay())),
    );
  });

  it('keeps Ash Wednesday open, and 20 November until the law of 2024', () => {
    expect(isBankingDay('2026-02-18')).toBe(true);
    expect(isBankingDay('2023-11-20')).toBe(true);
    expect(isBankingDay('2024-11-20')).toBe(false);
  });

  it('agrees with an independent library, which does not know Carnival Monday', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        if (isBankingDay(date, YEAR_END_OPEN) === oracle.isBusinessDay(localDate(date))) return;
        const easter = oracle
          .getHolidays(Number(date.slice(0, 4)))
          .find((holiday) => holiday.name === 'Páscoa');
        expect(easter?.date).toEqual(localDate(addDays(date, 48)));
      }),
      { numRuns: 3000 },
    );
  });

  it('closes on 31 December by default', () => {
    expect(isBankingDay('2026-12-31')).toBe(false);
    expect(isBankingDay('2026-12-31', YEAR_END_OPEN)).toBe(true);
    expect(nextBankingDay('2026-12-31')).toBe('2027-01-04');
    expect(nextBankingDay('2026-12-31', YEAR_END_OPEN)).toBe('2026-12-31');
    expect(addBankingDays('2026-12-30', 1)).toBe('2027-01-04');
    expect(addBankingDays('2026-12-30', 1, YEAR_END_OPEN)).toBe('2026-12-31');
  });

  it('counts banking days', () => {
    expect(addBankingDays('2026-11-19', 1)).toBe('2026-11-23');
    expect(addBankingDays('2026-11-14', 0)).toBe('2026-11-16');
    expect(addBankingDays('2026-11-14', 1)).toBe('2026-11-16');
    expect(addBankingDays('2026-11-16', 0)).toBe('2026-11-16');
    expect(addBankingDays('2026-02-13', 3)).toBe('2026-02-20');
    expect(() => addBankingDays('2026-11-14', -1)).toThrow(RangeError);
    expect(() => addBankingDays('2026-11-14', 1.5)).toThrow(RangeError);
  });

  it('has exactly as many banking days in between as were added', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 30 }), (date, count) => {
        const end = addBankingDays(date, count);
        let passed = 0;
        for (let day = addDays(date, 1); day <= end; day = addDays(day, 1))
          passed += isBankingDay(day) ? 1 : 0;
        expect(passed).toBe(count);
        expect(isBankingDay(end)).toBe(true);
      }),
    );
  });
});

describe('a due date', () => {
  it.each([
    ['2026-11-14', '2026-11-16'],
    ['2026-11-20', '2026-11-23'],
    ['2026-02-16', '2026-02-18'],
    ['2026-04-03', '2026-04-06'],
    ['2026-12-31', '2027-01-04'],
    ['2026-12-25', '2026-12-28'],
    ['2026-11-30', '2026-11-30'],
  ])('of %s takes effect on %s', (dueDate, effective) => expect(effectiveDueDate(dueDate)).toBe(effective));

  it('of 31 December stands where the year end is open', () => {
    expect(effectiveDueDate('2026-12-31', YEAR_END_OPEN)).toBe('2026-12-31');
  });

  it.each([
    ['2021-08-28', 5, '2021-09-06'],
    ['2020-12-25', 0, '2020-12-28'],
    ['2020-10-20', 4, '2020-10-26'],
    ['2020-12-25', 4, '2021-01-04'],
    ['2021-08-27', 5, '2021-09-01'],
    ['2026-12-30', 1, '2026-12-31'],
  ])('of %s with %i days of validity is payable through %s', (dueDate, days, last) =>
    expect(lastPayableDate(dueDate, days)).toBe(last),
  );
});
