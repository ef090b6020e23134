import { type Cell, type Column, cellOf, type ExportLanguage } from './columns.ts';
import { amountCell, BYTE_ORDER_MARK, csvRow, textCell, timeCell } from './csv.ts';

/** UTF-8 with semicolons and decimal commas, as spreadsheets in Portuguese read it. */
export async function* writeCsv<R>(
  columns: readonly Column<R>[],
  pages: AsyncIterable<readonly R[]>,
  language: ExportLanguage,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(...columns.map(({ title }) => textCell(title[language])));
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      csvRow(...columns.map((each) => written(cellOf(each, row, language), language))),
    );
    if (lines.length > 0) yield lines.join('');
  }
}

function written(cell: Cell, language: ExportLanguage): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return textCell(cell);
  if ('cents' in cell) return amountCell(cell.cents);
  return 'at' in cell ? timeCell(cell.at, language) : String(cell.count);
}
