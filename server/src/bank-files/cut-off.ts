import { addDays, civilDateOf, isBankingDay, startOfCivilDate } from '../brazil/calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../kit/clock.ts';

/** The longest stretch without a banking day is shorter. */
const MAX_DAYS_BACK = 10;

/** The last cut-off that has passed, on a banking day in São Paulo; null: the bank has none. */
export function lastCutOff(cutOffs: readonly string[], now: Date): Date | null {
  if (cutOffs.length === 0) return null;
  const today = civilDateOf(now);
  for (let back = 0; back <= MAX_DAYS_BACK; back += 1) {
    const day = addDays(today, -back);
    if (!isBankingDay(day)) continue;
    const passed = cutOffs.map((time) => instantOf(day, time)).filter((instant) => instant <= now);
    const last = passed.at(-1);
    if (last) return last;
  }
  return null;
}

function instantOf(day: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfCivilDate(day).getTime() + hours * HOUR_MS + minutes * MINUTE_MS);
}
