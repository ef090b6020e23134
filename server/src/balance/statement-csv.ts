import { type Cents, decimalText } from '../kit/money.ts';
import { localTime } from './local-time.ts';
import type { Statement, StatementFormat, StatementLine } from './statement.ts';
import { STATEMENT_TEXTS, type StatementLanguage } from './statement-texts.ts';

const BYTE_ORDER_MARK = '\ufeff';
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

function amountCell(amount: Cents): string {
  return decimalText(amount).replace('.', ',');
}

function row(...cells: string[]): string {
  return cells.join(SEPARATOR) + LINE_END;
}

export function csvFormat({ span, openingCents }: Statement, language: StatementLanguage): StatementFormat {
  const texts = STATEMENT_TEXTS[language];
  const time = language === 'pt' ? brazilianTime : localTime;
  const empty = (count: number) => Array.from({ length: count }, () => '');
  const balanceRow = (at: Date, text: string, balance: Cents) =>
    row(time(at), textCell(text), ...empty(3), amountCell(balance), ...empty(5));
  const lineRow = (line: StatementLine) =>
    row(
      time(line.occurred_at),
      textCell(texts.sentences[line.category][line.type]),
      textCell(texts.categories[line.category]),
      textCell(texts.types[line.type]),
      amountCell(line.amountCents),
      amountCell(line.balanceCents),
      textCell(line.external_reference ?? ''),
      textCell(line.description ?? ''),
      line.charge_id ?? '',
      line.withdrawal_id ?? '',
      line.sequence.toString(),
    );
  return {
    contentType: 'text/csv; charset=utf-8',
    begin: () =>
      BYTE_ORDER_MARK +
      row(...texts.columns.map(textCell)) +
      balanceRow(span.from, texts.opening, openingCents),
    lines: (lines) => lines.map(lineRow).join(''),
    // `to` is exclusive: at midnight it is already the next day.
    end: (closingCents) => balanceRow(new Date(span.to.getTime() - 1), texts.closing, closingCents),
  };
}

/** `15/11/2026 05:00:00` */
function brazilianTime(instant: Date): string {
  const [date = '', time = ''] = localTime(instant).split(' ');
  return `${date.split('-').reverse().join('/')} ${time}`;
}
