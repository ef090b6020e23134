import { localTime } from '../../brazil/local-time.ts';
import { type Cents, decimalText } from '../../kit/money.ts';
import type { ExportLanguage } from './columns.ts';

export const BYTE_ORDER_MARK = '\ufeff';
const SEPARATOR = ';';
const LINE_END = '\r\n';

/**
 * What a spreadsheet reads as the start of a formula: the signs, also in full width and after spaces or invisible
 * marks, and every control character.
 */
const FORMULA = /^[\p{Zs}\p{Cf}]*(?:[=+\-@＝＋－＠]|\p{Cc})/u;

/** Text of users as a cell that a spreadsheet does not run as a formula. */
export function textCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function amountCell(amount: Cents): string {
  return decimalText(amount).replace('.', ',');
}

/** In São Paulo: `15/11/2026 05:00:00`, in English `2026-11-15 05:00:00`. */
export function timeCell(instant: Date, language: ExportLanguage): string {
  const local = localTime(instant);
  if (language === 'en') return local;
  const [date = '', time = ''] = local.split(' ');
  return `${date.split('-').reverse().join('/')} ${time}`;
}

export function csvRow(...cells: string[]): string {
  return cells.join(SEPARATOR) + LINE_END;
}
