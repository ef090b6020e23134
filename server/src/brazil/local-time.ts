import { HOUR_MS } from '../kit/clock.ts';

/** The zone by name and not by offset, as the calendar has it. Swedes write dates as ISO 8601 does. */
const SAO_PAULO = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `2026-11-15 05:00:00` in São Paulo. */
export function localTime(instant: Date): string {
  return SAO_PAULO.format(instant);
}

/** How many hours São Paulo is ahead of UTC: below zero. */
export function hoursFromUtc(instant: Date): number {
  const wholeSeconds = Math.floor(instant.getTime() / 1_000) * 1_000;
  return (Date.parse(`${localTime(instant).replace(' ', 'T')}Z`) - wholeSeconds) / HOUR_MS;
}
