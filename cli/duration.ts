const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const MAX_SECONDS = 3_650 * 86_400;

/** Seconds of `30d`, `12h`, `15m`, `90s` or `2w`; null for anything else. */
export function secondsOf(text: string): number | null {
  const [, digits = '', unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text.trim()) ?? [];
  const seconds = Number(digits) * (SECONDS[unit] ?? 0);
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : null;
}

export const DURATION_FORM = 'a number and a unit, as 30d, 12h, 15m, 90s or 2w, at most ten years';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `30 days`, `1.5 minutes`: in the largest unit that it fills. */
export function durationInWords(seconds: number): string {
  const [unit, each] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[3];
  const count = Math.round((seconds / each) * 100) / 100;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
