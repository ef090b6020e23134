import type { Language } from './time-left.ts';

const SIGNS = { pt: ['.', ','], en: [',', '.'] } as const;
const TYPED = {
  pt: /^(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/,
  en: /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/,
} as const;
const EITHER_DECIMAL_SIGN = /^(\d+)[.,](\d{1,2})$/;
const MAX_DIGITS = 10;

/**
 * `1234,5` → `1.234,50`, by the same rules as the server. Null if the amount is ambiguous or invalid:
 * then the text is unchanged, and the server reports the error.
 */
export function tidyAmount(text: string, language: Language): string | null {
  const bare = text.replace(/^R\$/i, '').replace(/\s/g, '');
  const match = TYPED[language].exec(bare) || EITHER_DECIMAL_SIGN.exec(bare);
  if (!match) return null;
  const whole = (match[1] || '').replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (whole.length > MAX_DIGITS) return null;
  const fraction = (match[2] || '').padEnd(2, '0');
  if (!/[1-9]/.test(whole + fraction)) return null;
  const [thousands, decimal] = SIGNS[language];
  return whole.replace(/\B(?=(\d{3})+$)/g, thousands) + decimal + fraction;
}
