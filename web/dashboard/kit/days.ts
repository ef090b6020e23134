/** Brazil has had no summer time since 2019: a day of São Paulo begins at 03:00 UTC. */
const OFFSET = '-03:00';
const DAY_MS = 24 * 3600 * 1000;

/** The first instant of a civil day (YYYY-MM-DD), for `created_from`. */
export function startOfDay(date: string | undefined): string | undefined {
  return isDay(date) ? `${date}T00:00:00${OFFSET}` : undefined;
}

/** The first instant after a civil day: `created_to` is exclusive. */
export function endOfDay(date: string | undefined): string | undefined {
  return isDay(date) ? startOfDay(dayAfter(date)) : undefined;
}

/** Whether it is a civil day, YYYY-MM-DD. */
export function isDay(date: string | undefined): date is string {
  return date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}

/** The day in São Paulo, some days from an instant. */
export function dayFrom(nowMs: number, days = 0): string {
  const written = new Date(nowMs + days * DAY_MS);
  return written.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
}

/** The civil day that ends at this instant; null when none does. */
export function dayEndingAt(instant: string): string | null {
  const day = dayFrom(Date.parse(instant), -1);
  return Date.parse(endOfDay(day) ?? '') === Date.parse(instant) ? day : null;
}
