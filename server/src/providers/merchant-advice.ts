import { DAY_MS, HOUR_MS } from '../kit/clock.ts';
import type { Refusal } from './card.ts';

/** Mastercard's merchant advice codes that forbid another try, and those that say when one may be made. */
const NEVER = ['03', '21'];
const NOT_BEFORE_MS: Readonly<Record<string, number>> = {
  '24': HOUR_MS,
  '25': DAY_MS,
  '26': 2 * DAY_MS,
  '27': 4 * DAY_MS,
  '28': 6 * DAY_MS,
  '29': 8 * DAY_MS,
  '30': 10 * DAY_MS,
};

/** The refusal with what the brand adds to it. Null: it adds nothing. */
export function withAdvice(refusal: Refusal, advice: string | null, at: Date): Refusal {
  const code = advice === null || !/^[0-9A-Za-z]{1,4}$/.test(advice) ? null : advice.padStart(2, '0');
  if (code === null) return refusal;
  const waitMs = NOT_BEFORE_MS[code];
  return {
    ...refusal,
    advice: code,
    retry: NEVER.includes(code) ? 'never' : refusal.retry,
    ...(waitMs === undefined ? {} : { notBefore: new Date(at.getTime() + waitMs) }),
  };
}
