import { isCivilDate } from '../../calendar.ts';
import { cut, type Line, type Report } from './problem.ts';
import { type Content, type RecordKind, tableOf } from './tables.ts';

const PATTERNS: Readonly<Record<string, RegExp>> = {
  N: /^[0-9]+$/,
  'N|P': /^[0-9]+P? *$/,
  A: /^[ -`{-~]*$/,
  B: /^ +$/,
  Z: /^0+$/,
  H: /^([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]$/,
};
const MEANINGS: Readonly<Record<string, string>> = {
  N: 'digits',
  'N|P': 'digits, with a digit or P at the end',
  A: 'text',
  B: 'blanks',
  Z: 'zeros',
  D: 'a date',
  d: 'a date or zeros',
  H: 'a time',
};

/** Whether every position of a record holds what the table says. */
export function checkContents(bank: string, kind: RecordKind, line: Line, report: Report): void {
  for (const { from, to, type } of tableOf(bank, kind)) {
    const content = cut(line, from, to);
    if (holds({ from, to, type }, content)) continue;
    const expected = type.startsWith('=') ? type.slice(1) : (MEANINGS[type] ?? type);
    report('content', line.number, from, to, `must be ${expected}, and is ${JSON.stringify(content)}`);
  }
}

function holds({ type }: Content, content: string): boolean {
  if (type.startsWith('=')) return content === type.slice(1);
  if (type === 'D') return isDate(content);
  if (type === 'd') return /^0+$/.test(content) || isDate(content);
  return PATTERNS[type]?.test(content) ?? false;
}

function isDate(content: string): boolean {
  return /^[0-9]{8}$/.test(content) && isCivilDate(dayOf(content));
}

/** DDMMAAAA as a date that can be compared. */
export function dayOf(content: string): string {
  return `${content.slice(4)}-${content.slice(2, 4)}-${content.slice(0, 2)}`;
}
