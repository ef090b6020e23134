import { languageTag, useLanguage } from '../text/language.ts';
import type { Language } from '../text/languages.ts';

/** Dates are those of São Paulo, wherever the user is. */
const ZONE = 'America/Sao_Paulo';

function oncePerLanguage<T>(make: (tag: string) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const known = made.get(language);
    if (known) return known;
    const fresh = make(languageTag(language));
    made.set(language, fresh);
    return fresh;
  };
}

/** English has no space between currency and figure; we always show one. */
const SIGN = /R\$\s*/;
/** Unlike a hyphen, it is never separated from its figure by a line break. */
const MINUS = '\u2212';
const moneyFormat = oncePerLanguage(
  (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'BRL' }),
);
const numberFormat = oncePerLanguage((tag) => new Intl.NumberFormat(tag));
const percentFormat = oncePerLanguage(
  (tag) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }),
);
const instantFormat = oncePerLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE }),
);
const exactFormat = oncePerLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'medium', timeZone: ZONE }),
);
const dayFormat = oncePerLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeZone: 'UTC' }),
);

/** Formats amounts, numbers and times in the user's language. */
export function useFormat() {
  const language = useLanguage();
  return {
    money: (reais: number) =>
      moneyFormat(language).format(reais).replace(SIGN, 'R$\u00a0').replace('-', MINUS),
    number: (value: number) => numberFormat(language).format(value),
    percent: (share: number) => percentFormat(language).format(share),
    /** Day and minute, São Paulo time. */
    instant: (iso: string) => instantFormat(language).format(new Date(iso)),
    /** To the second. */
    exact: (iso: string) => exactFormat(language).format(new Date(iso)),
    /** A civil day, YYYY-MM-DD. */
    day: (date: string) => dayFormat(language).format(new Date(`${date}T12:00:00Z`)),
  };
}
