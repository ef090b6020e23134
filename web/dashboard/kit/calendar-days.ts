const DAY_MS = 24 * 3600 * 1000;
const WEEK = 7;
const MAX_DIGITS = 8;

/** Which part of a written day comes first: Brazil writes 31/12/2026, our English pages 12/31/2026. */
export type DayOrder = 'day first' | 'month first';

/** A civil day of a calendar, YYYY-MM-DD; null: there is no such day. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1900;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** Digits get their slashes while they are typed. */
export function withSlashes(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, MAX_DIGITS);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}

/** What was typed, as YYYY-MM-DD; null: it is no day. A pasted YYYY-MM-DD is one too. */
export function readDay(typed: string, order: DayOrder): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed.trim());
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, one, two, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed.trim()) ?? [];
  if (!one || !two || !year) return null;
  const [day, month] = order === 'day first' ? [one, two] : [two, one];
  return dayOf(Number(year), Number(month), Number(day));
}

/** A day as it is typed; a text that is no day stays as it is. */
export function writeDay(day: string, order: DayOrder): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year || !month || !date) return day;
  return order === 'day first' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`;
}

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or that month's last. */
export function monthsLater(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return date.toISOString().slice(0, 10);
}

/** Sunday is the first day, as in Brazilian calendars. */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The weeks of a day's month; null where a week begins or ends in another month. */
export function weeksOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`;
  const days: (string | null)[] = Array.from({ length: weekday(first) }, () => null);
  for (let each = first; each.startsWith(day.slice(0, 7)); each = daysLater(each, 1)) days.push(each);
  while (days.length % WEEK !== 0) days.push(null);
  return Array.from({ length: days.length / WEEK }, (_, week) => days.slice(week * WEEK, (week + 1) * WEEK));
}
