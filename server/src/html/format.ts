import type { CivilDate } from '../brazil/calendar.ts';
import { type Cents, cents, MAX_AMOUNT_CENTS } from '../kit/money.ts';
import type { Lang } from './texts.ts';

const SEPARATORS = { pt: { thousands: '.', decimal: ',' }, en: { thousands: ',', decimal: '.' } } as const;
const LOCALES = { pt: 'pt-BR', en: 'en-US' } as const;

/** `R$ 1.234,56` in Portuguese, `R$ 1,234.56` in English. No line ends between the sign and the number. */
export function money(amount: Cents, lang: Lang): string {
  const { thousands, decimal } = SEPARATORS[lang];
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${amount < 0n ? '-' : ''}R$\u00a0${whole}${decimal}${digits.slice(-2)}`;
}

const TYPED = {
  pt: /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
  en: /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
} as const;
const MORE_DECIMALS = {
  pt: /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{3,}$/,
  en: /^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d{3,}$/,
} as const;
const EITHER_DECIMAL_SIGN = /^(\d+)[.,](\d{1,2})$/;

/** `unclear`: ambiguous or empty. */
export type AmountProblem = 'unclear' | 'tooLarge' | 'tooManyDecimals';

/** An amount as typed, or what is wrong with it: an ambiguous amount is refused, not guessed. */
export function typedAmount(text: string, lang: Lang): Cents | AmountProblem {
  const bare = text.replace(/^R\$/i, '').replace(/\s/g, '');
  const match = TYPED[lang].exec(bare) ?? EITHER_DECIMAL_SIGN.exec(bare);
  if (!match) return MORE_DECIMALS[lang].test(bare) ? 'tooManyDecimals' : 'unclear';
  const whole = (match[1] ?? '').replace(/\D/g, '');
  const amount = cents(BigInt(whole + (match[2] ?? '').padEnd(2, '0')));
  if (amount > MAX_AMOUNT_CENTS) return 'tooLarge';
  return amount > 0n ? amount : 'unclear';
}

export function percent(basisPoints: number, lang: Lang): string {
  const whole = Math.trunc(basisPoints / 100);
  const fraction = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${whole}${fraction ? SEPARATORS[lang].decimal + fraction : ''}%`;
}

const DATE = eachLanguage({ dateStyle: 'long', timeZone: 'UTC' });
const INSTANT = eachLanguage({ dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Sao_Paulo' });

function eachLanguage(options: Intl.DateTimeFormatOptions): Record<Lang, Intl.DateTimeFormat> {
  return {
    pt: new Intl.DateTimeFormat(LOCALES.pt, options),
    en: new Intl.DateTimeFormat(LOCALES.en, options),
  };
}

export function dateInWords(date: CivilDate, lang: Lang): string {
  return DATE[lang].format(new Date(date));
}

/** In the time of São Paulo; the surrounding text says so. */
export function instantInWords(instant: Date, lang: Lang): string {
  return INSTANT[lang].format(instant).replace(/\s/g, ' ');
}

/** `123.456.789-09` or `12.ABC.345/01DE-35`. */
export function documentInGroups(document: string): string {
  return document.length === 11
    ? document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    : document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

export function cardInGroups(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ');
}
