import { digitsOf } from './mask.ts';

const CENTURY = 2_000;
/** Brazil has kept this one offset all year since 2019. */
const SAO_PAULO_BEHIND_MS = 3 * 60 * 60 * 1_000;

/** `5` → `05/`, `12` → `12/`, `1/` → `01/`, `08/2029` → `08/29`, `2029-08` → `08/29`. */
export function tidyExpiry(text: string): string {
  const digits = monthFirst(text);
  if (digits.length < 2) return digits;
  const year = digits.slice(2);
  return `${digits.slice(0, 2)}/${/^20\d\d/.test(year) ? year.slice(2, 4) : shortYear(year)}`;
}

/** Two digits, or the typed part of a four-digit year. */
function shortYear(year: string): string {
  return year.startsWith('20') ? year.slice(0, 4) : year.slice(0, 2);
}

function monthFirst(text: string): string {
  const turned = /^\D*(20\d\d)\D+(\d{1,2})\D*$/.exec(text);
  if (turned) return monthFirst(`${turned[2]}/${turned[1]}`);
  const digits = digitsOf(text);
  const isOneDigitMonth = /^\D*[1-9]\D/.test(text) || /^([2-9]|1[3-9])/.test(digits);
  // `13/30` is a mistake, not January.
  return isOneDigitMonth && !/^\D*\d\d\D/.test(text) ? `0${digits}` : digits;
}

/** The field's text after a key press; unchanged while deleting. */
export function expiryAsTyped(before: string, text: string): string {
  return text.length < before.length ? text : tidyExpiry(text);
}

/** A card is valid through the last day of its month. */
export function isExpiry(text: string, nowMs: number): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(tidyExpiry(text)) ?? [];
  if (!month) return false;
  const today = new Date(nowMs - SAO_PAULO_BEHIND_MS);
  const monthsLeft =
    (CENTURY + Number(year) - today.getUTCFullYear()) * 12 + Number(month) - 1 - today.getUTCMonth();
  return monthsLeft >= 0;
}
