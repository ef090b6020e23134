import { addDays, type CivilDate, civilDateOf, startOfCivilDate } from '../../brazil/calendar.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';

export const FREQUENCIES = ['off', 'daily', 'weekly', 'above'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In the order of the column: Sunday is 0. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

export const OUTCOMES = [
  'requested',
  'nothing_available',
  'account_not_active',
  'pix_key_required',
  'email_not_verified',
  'by_acquirer',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a seller has asked for in advance. */
export type Plan = {
  frequency: Frequency;
  /** Of `weekly`: 0 is Sunday. */
  weekday: number | null;
  /** Of `above`: once more than this is available. */
  aboveCents: Cents | null;
  /** Left in the balance. */
  keepCents: Cents;
};

/** At nine in São Paulo, when the banks of both sides are open. */
const SLOT_HOUR = 9;
const DAYS_OF_WEEK = 7;

/** When the plan is next looked at; null: never. `isUsed`: there was a withdrawal today. */
export function nextAt({ frequency, weekday }: Plan, now: Date, isUsed = false): Date | null {
  const today = civilDateOf(now);
  switch (frequency) {
    case 'off':
      return null;
    case 'above':
      return isUsed ? startOfCivilDate(addDays(today, 1)) : new Date(now.getTime() + HOUR_MS);
    case 'daily':
    case 'weekly':
      return firstSlot(today, now, frequency === 'weekly' ? weekday : null);
  }
}

function firstSlot(today: CivilDate, now: Date, weekday: number | null): Date {
  const days = Array.from({ length: DAYS_OF_WEEK + 1 }, (_, ahead) => addDays(today, ahead));
  const slots = days.filter((day) => weekday === null || weekdayOf(day) === weekday).map(slotOf);
  const next = slots.find((slot) => slot > now);
  if (!next) throw new RangeError('every weekday comes within a week');
  return next;
}

function slotOf(day: CivilDate): Date {
  return new Date(startOfCivilDate(day).getTime() + SLOT_HOUR * HOUR_MS);
}

function weekdayOf(day: CivilDate): number {
  return new Date(`${day}T12:00:00Z`).getUTCDay();
}

/** What the plan withdraws of this balance; zero: nothing. */
export function amountOf({ frequency, aboveCents, keepCents }: Plan, availableCents: Cents): Cents {
  if (frequency === 'above' && (aboveCents === null || availableCents <= aboveCents)) return ZERO;
  return availableCents > keepCents ? cents(availableCents - keepCents) : ZERO;
}
