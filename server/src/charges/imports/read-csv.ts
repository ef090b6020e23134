import { invalidField } from '../../kit/errors.ts';

export const MAX_ROWS = 5_000;
const MAX_CELLS = 50;
const SEPARATORS = [';', ',', '\t'] as const;

/** `line`: where it begins in the file, as an editor counts. */
export type CsvRow = { line: number; cells: string[] };

/** Reads the rows of a file: semicolons, commas or tabs, quotes as spreadsheets write them, with or without a mark. */
export function readCsv(text: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, '');
  const rows = rowsOf(content, separatorOf(content));
  if (rows.length > MAX_ROWS + 1) throw invalidField('csv', `must have at most ${MAX_ROWS} rows`);
  return rows;
}

/** The one that the first line has most of. */
function separatorOf(content: string): string {
  const [first = ''] = content.split(/\r\n|\r|\n/, 1);
  const counted = SEPARATORS.map((separator) => ({ separator, count: first.split(separator).length }));
  return counted.sort((one, other) => other.count - one.count)[0]?.separator ?? ';';
}

/** Those that say something; the loop ends with the first that is too many. */
function rowsOf(content: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let at = 0;
  while (at < content.length && rows.length <= MAX_ROWS + 1) {
    const { text, end, lines, isOpen } = cellAt(content, at, separator);
    // Whatever follows would be lost in this one cell.
    if (isOpen) throw invalidField('csv', `line ${line} has a quote that is never closed`);
    row.cells.push(text.trim());
    if (row.cells.length > MAX_CELLS) throw invalidField('csv', `line ${row.line} has too many columns`);
    line += lines;
    const next = content[end];
    at = end + 1;
    if (next === separator) {
      if (at === content.length) row.cells.push('');
      continue;
    }
    if (next === '\r' && content[at] === '\n') at += 1;
    if (isFilled(row)) rows.push(row);
    line += 1;
    row = { line, cells: [] };
  }
  if (isFilled(row)) rows.push(row);
  return rows;
}

function isFilled({ cells }: CsvRow): boolean {
  return cells.some((cell) => cell !== '');
}

type Cell = { text: string; end: number; lines: number; isOpen: boolean };

/** The cell that begins here, and where its separator or the end of its line stands. */
function cellAt(content: string, begin: number, separator: string): Cell {
  if (content[begin] !== '"') {
    let end = begin;
    while (end < content.length && content[end] !== separator && !isLineEnd(content[end])) end += 1;
    return { text: content.slice(begin, end), end, lines: 0, isOpen: false };
  }
  let end = begin + 1;
  while (end < content.length && !(content[end] === '"' && content[end + 1] !== '"')) {
    end += content[end] === '"' ? 2 : 1;
  }
  const quoted = content.slice(begin + 1, end);
  let after = end + 1;
  while (after < content.length && content[after] !== separator && !isLineEnd(content[after])) after += 1;
  const text = quoted.replaceAll('""', '"') + content.slice(end + 1, after);
  const lines = quoted.split(/\r\n|\r|\n/).length - 1;
  return { text, end: after, lines, isOpen: end >= content.length };
}

function isLineEnd(sign: string | undefined): boolean {
  return sign === '\n' || sign === '\r';
}
