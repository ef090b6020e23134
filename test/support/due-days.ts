import { addDays, type CivilDate } from '../../server/src/brazil/calendar.ts';

/** A due date so many days later. The sandbox's bank takes no due date on the last day of a year. */
export function daysLater(from: CivilDate, days: number): CivilDate {
  const day = addDays(from, days);
  return day.endsWith('-12-31') ? addDays(day, 1) : day;
}
