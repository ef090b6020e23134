import { amountCell, BYTE_ORDER_MARK, csvRow as row, textCell, timeCell } from '../http/exports/csv.ts';
import type { Cents } from '../kit/money.ts';
import type { Statement, StatementFormat, StatementLine } from './statement.ts';
import { STATEMENT_TEXTS, type StatementLanguage } from './statement-texts.ts';

export function csvFormat({ span, openingCents }: Statement, language: StatementLanguage): StatementFormat {
  const texts = STATEMENT_TEXTS[language];
  const time = (at: Date) => timeCell(at, language);
  const empty = (count: number) => Array.from({ length: count }, () => '');
  const balanceRow = (at: Date, text: string, balance: Cents) =>
    row(time(at), textCell(text), ...empty(3), amountCell(balance), ...empty(6));
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
      textCell(line.customer_name ?? ''),
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
