import { HOUR_MS } from '../../kit/clock.ts';

/** Pagar.me forgets a key 24 hours after its first request; less, because two clocks never agree. */
const REMEMBERED_MS = 23 * HOUR_MS;

const VERSION_7 = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/i;
const TIME_DIGITS = 12;

/** Our references are UUIDs that begin with their time, with or without hyphens. Null: of another kind. */
export function madeAt(reference: string): Date | null {
  const digits = reference.replaceAll('-', '');
  return VERSION_7.test(digits) ? new Date(Number.parseInt(digits.slice(0, TIME_DIGITS), 16)) : null;
}

/**
 * Whether the key of a reference may have been sent and have ended since: then a request would be a new one. No key is
 * older than its reference.
 */
export function keyMayHaveEnded(reference: string, now: Date): boolean {
  const made = madeAt(reference);
  return made !== null && now.getTime() - made.getTime() > REMEMBERED_MS;
}
