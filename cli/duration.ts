const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const LONGEST_SECONDS = 3_650 * 86_400;

/** Seconds of `30d`, `12h`, `15m`, `90s` or `2w`; null for anything else. */
export function secondsOf(text: string): number | null {
  const [, digits = '', unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const seconds = Number(digits) * (SECONDS[unit] ?? 0);
  return seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}

export const DURATION_FORM = 'a number and a unit, as 30d, 12h, 15m, 90s or 2w, at most ten years';
