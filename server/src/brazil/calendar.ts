import { DAY_MS, HOUR_MS } from '../kit/clock.ts';

/** A day on the São Paulo calendar, 'YYYY-MM-DD', with no time and no zone. */
export type CivilDate = string;

/**
 * On 31 December branches are shut and boletos do not clear, though the law makes it no holiday:
 * `yearEndCloses: false` counts it as a banking day.
 */
export type BankingCalendar = { yearEndCloses?: boolean };

const CIVIL_DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const SUNDAY = 0;
const SATURDAY = 6;
const LATEST_UTC_HOUR_OF_MIDNIGHT = 12;

const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
const BLACK_AWARENESS_DAY = '11-20';
const BLACK_AWARENESS_DAY_SINCE = 2024;
/** Carnival Monday and Tuesday, Good Friday and Corpus Christi, in days from Easter. */
const MOVABLE_HOLIDAYS = [-48, -47, -2, 60];

/** The zone by name and not by offset: Brazil may bring daylight saving time back. */
const SAO_PAULO = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const holidaysByYear = new Map<number, Set<CivilDate>>();

/** Whether the text is a real day. Year 0000 is not: PostgreSQL has none. */
export function isCivilDate(text: string): boolean {
  if (!CIVIL_DATE.test(text)) return false;
  const midnight = Date.parse(text);
  return !Number.isNaN(midnight) && civilDateOfUtc(midnight) === text;
}

export function civilDateOf(instant: Date): CivilDate {
  const monthDayYear = SAO_PAULO.format(instant);
  return `${monthDayYear.slice(6)}-${monthDayYear.slice(0, 2)}-${monthDayYear.slice(3, 5)}`;
}

/** The first instant of the day in São Paulo: 01:00 there on a day when daylight saving skips midnight. */
export function startOfCivilDate(date: CivilDate): Date {
  const utcMidnight = utcOf(date);
  for (let hour = 0; hour <= LATEST_UTC_HOUR_OF_MIDNIGHT; hour++) {
    const instant = new Date(utcMidnight + hour * HOUR_MS);
    if (civilDateOf(instant) === date) return instant;
  }
  throw new RangeError(`${date} has no start in São Paulo`);
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return civilDateOfUtc(utcOf(date) + days * DAY_MS);
}

/** Days from the first date to the second; negative when the second is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return (utcOf(to) - utcOf(from)) / DAY_MS;
}

export function isBankingDay(date: CivilDate, { yearEndCloses = true }: BankingCalendar = {}): boolean {
  const weekday = new Date(utcOf(date)).getUTCDay();
  if (weekday === SATURDAY || weekday === SUNDAY) return false;
  if (yearEndCloses && date.endsWith('-12-31')) return false;
  return !holidaysOf(Number(date.slice(0, 4))).has(date);
}

/** The date itself when it is a banking day. */
export function nextBankingDay(date: CivilDate, calendar?: BankingCalendar): CivilDate {
  let day = date;
  while (!isBankingDay(day, calendar)) day = addDays(day, 1);
  return day;
}

/** The count-th banking day after the date; a count of 0 is the date itself or the banking day it slides to. */
export function addBankingDays(date: CivilDate, count: number, calendar?: BankingCalendar): CivilDate {
  if (!Number.isInteger(count) || count < 0) throw new RangeError(`cannot add ${count} banking days`);
  if (count === 0) return nextBankingDay(date, calendar);
  let day = date;
  for (let left = count; left > 0; left--) day = nextBankingDay(addDays(day, 1), calendar);
  return day;
}

/** Lei 7.089/1983: what falls due on a non-banking day may be paid on the next one with no charge for lateness. */
export function effectiveDueDate(dueDate: CivilDate, calendar?: BankingCalendar): CivilDate {
  return nextBankingDay(dueDate, calendar);
}

/**
 * API Pix: the days of validity run from the effective due date, and a last day without banks slides too.
 * Pix does not stop on 31 December.
 */
export function lastPayableDate(
  dueDate: CivilDate,
  validAfterDays: number,
  calendar: BankingCalendar = { yearEndCloses: false },
): CivilDate {
  return nextBankingDay(addDays(effectiveDueDate(dueDate, calendar), validAfterDays), calendar);
}

function holidaysOf(year: number): Set<CivilDate> {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const easter = easterOf(year);
  const holidays = new Set([
    ...FIXED_HOLIDAYS.map((monthDay) => `${easter.slice(0, 4)}-${monthDay}`),
    ...MOVABLE_HOLIDAYS.map((days) => addDays(easter, days)),
  ]);
  if (year >= BLACK_AWARENESS_DAY_SINCE) holidays.add(`${year}-${BLACK_AWARENESS_DAY}`);
  holidaysByYear.set(year, holidays);
  return holidays;
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterOf(year: number): CivilDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const daysFromFebruary = epact + toSunday - 7 * late + 114;
  const month = Math.floor(daysFromFebruary / 31);
  const day = (daysFromFebruary % 31) + 1;
  return `${String(year).padStart(4, '0')}-0${month}-${String(day).padStart(2, '0')}`;
}

function utcOf(date: CivilDate): number {
  if (!isCivilDate(date)) throw new RangeError(`${date} is not a civil date`);
  return Date.parse(date);
}

function civilDateOfUtc(midnight: number): CivilDate {
  return new Date(midnight).toISOString().slice(0, 10);
}
