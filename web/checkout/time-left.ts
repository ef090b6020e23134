const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DAYS = { pt: ['dia', 'dias'], en: ['day', 'days'] } as const;

export type Language = keyof typeof DAYS;

export function languageOf(tag: string): Language {
  return /^en\b/i.test(tag) ? 'en' : 'pt';
}

/** `2 dias 3 h`, `1 h 05 min`, `14:59`. A second that has begun counts: `0:00` is never shown. */
export function timeLeft(leftMs: number, language: Language): string {
  if (leftMs > DAY_MS) {
    const days = Math.floor(leftMs / DAY_MS);
    return `${days} ${DAYS[language][days === 1 ? 0 : 1]} ${Math.floor((leftMs % DAY_MS) / HOUR_MS)} h`;
  }
  if (leftMs > HOUR_MS) {
    const minutes = Math.ceil(leftMs / MINUTE_MS);
    const hours = `${Math.floor(minutes / 60)} h`;
    return minutes % 60 === 0 ? hours : `${hours} ${twoDigits(minutes % 60)} min`;
  }
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

/** Time until the text changes: a second in the last hour, a minute before. */
export function nextChangeMs(leftMs: number): number {
  const step = leftMs > HOUR_MS ? MINUTE_MS : SECOND_MS;
  return leftMs % step || step;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
