import { addDays, type CivilDate, civilDateOf, startOfCivilDate } from '../brazil/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/clock.ts';

/** After the end of the day: providers list late, and payments are refunded later. */
const COMPARED_AFTER_MS = [HOUR_MS, DAY_MS + HOUR_MS, 3 * DAY_MS, 7 * DAY_MS, 30 * DAY_MS];
const INCOMPLETE_AGAIN_MS = 30 * MINUTE_MS;
/** A day that stays incomplete is left to an operator. */
const GIVEN_UP_AFTER_MS = 31 * DAY_MS;
/** After a stop, and for an installation that is new to reconciliation. */
const MAX_DAYS_BACK = 31;

export function endOfCivilDate(day: CivilDate): Date {
  return startOfCivilDate(addDays(day, 1));
}

/** When a day is compared for the first time. */
export function firstRunAt(day: CivilDate): Date {
  return new Date(endOfCivilDate(day).getTime() + HOUR_MS);
}

/** Null: not again by itself. */
export function nextRunAt(day: CivilDate, now: Date, isComplete: boolean): Date | null {
  const endMs = endOfCivilDate(day).getTime();
  if (isComplete) {
    const next = COMPARED_AFTER_MS.find((afterMs) => endMs + afterMs > now.getTime());
    return next === undefined ? null : new Date(endMs + next);
  }
  return now.getTime() < endMs + GIVEN_UP_AFTER_MS ? new Date(now.getTime() + INCOMPLETE_AGAIN_MS) : null;
}

/** The days that have ended since the last known one, oldest first. `since`: nothing before it is of this installation. */
export function endedDays(last: CivilDate | null, since: Date, now: Date): CivilDate[] {
  const today = civilDateOf(now);
  const earliest = [civilDateOf(since), addDays(today, -MAX_DAYS_BACK), ...(last ? [addDays(last, 1)] : [])];
  const days: CivilDate[] = [];
  for (let day = earliest.sort().at(-1) ?? today; day < today; day = addDays(day, 1)) days.push(day);
  return days;
}
