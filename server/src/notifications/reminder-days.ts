import { addDays, type CivilDate, effectiveDueDate, startOfCivilDate } from '../brazil/calendar.ts';
import { HOUR_MS } from '../kit/clock.ts';
import { REMINDER_DAYS } from './switches.ts';

/** Payers read mails by day. */
const SENT_AT_HOUR = 9;

/** A due date on a holiday moves to the next banking day: before that the payer is not late. */
function dayOf(dueDate: CivilDate, day: number): CivilDate {
  return day > 0 ? addDays(effectiveDueDate(dueDate), day) : addDays(dueDate, day);
}

/** When the boleto is looked at next, after this day; null: never again. */
export function nextLook(dueDate: CivilDate, after: CivilDate): Date | null {
  const [next] = REMINDER_DAYS.map((day) => dayOf(dueDate, day))
    .filter((date) => date > after)
    .sort();
  return next ? new Date(startOfCivilDate(next).getTime() + SENT_AT_HOUR * HOUR_MS) : null;
}

/** The day of a reminder that is due today; null: none. */
export function reminderOf(dueDate: CivilDate, today: CivilDate): number | null {
  return REMINDER_DAYS.find((day) => dayOf(dueDate, day) === today) ?? null;
}
