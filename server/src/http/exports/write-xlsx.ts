import { localTime } from '../../brazil/local-time.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { decimalText } from '../../kit/money.ts';
import { type Cell, type Column, cellOf, type ExportLanguage } from './columns.ts';
import { writeZip, type ZipEntry } from './zip.ts';

/** Rows of a sheet, the first of them with the titles. */
export const MAX_XLSX_ROWS = 1_000_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The places of `cellXfs` below. */
const STYLES = { bold: 1, amount: 2, instant: 3 };
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** A workbook with one sheet, written row by row: texts stand in their cells, so nothing is collected. */
export function writeXlsx<R>(
  name: string,
  columns: readonly Column<R>[],
  pages: AsyncIterable<readonly R[]>,
  language: ExportLanguage,
): AsyncGenerator<Buffer> {
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts = Object.entries({ ...PARTS, 'xl/workbook.xml': workbook });
  return writeZip([
    ...parts.map(([path, text]): ZipEntry => ({ path, chunks: once(HEAD + text) })),
    { path: 'xl/worksheets/sheet1.xml', chunks: sheet(columns, pages, language) },
  ]);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* sheet<R>(
  columns: readonly Column<R>[],
  pages: AsyncIterable<readonly R[]>,
  language: ExportLanguage,
): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => textCell(title[language], STYLES.bold)).join('');
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>';
  yield `${HEAD}<worksheet xmlns="${MAIN}">${view}<sheetData><row>${titles}</row>`;
  for await (const rows of pages) {
    yield rows
      .map((row) => `<row>${columns.map((each) => written(cellOf(each, row, language))).join('')}</row>`)
      .join('');
  }
  yield '</sheetData></worksheet>';
}

function written(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'string') return textCell(cell);
  if ('cents' in cell) return `<c s="${STYLES.amount}"><v>${decimalText(cell.cents)}</v></c>`;
  return 'at' in cell
    ? `<c s="${STYLES.instant}"><v>${dayNumber(cell.at)}</v></c>`
    : `<c><v>${cell.count}</v></c>`;
}

/** Never a formula, whatever it begins with. */
function textCell(text: string, style = 0): string {
  return `<c${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** What Excel would read as the code of a character. */
const CODE_LIKE = /_x(?=[0-9a-fA-F]{4}_)/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(CODE_LIKE, '_x005F_x')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string);
}

/** Days since 1899-12-30, in São Paulo: how a sheet keeps an instant. */
function dayNumber(instant: Date): number {
  const DAYS_TO_1970 = 25_569;
  return Date.parse(`${localTime(instant).replace(' ', 'T')}Z`) / DAY_MS + DAYS_TO_1970;
}
