import { checkContents } from './contents.ts';
import { cut, type Line, type Problem, type Report } from './problem.ts';
import { KNOWN_BANKS, type RecordKind } from './tables.ts';
import { amount, checkDocument, checkFine, checkMovement, checkPayer, checkTitle } from './titles.ts';

const RECORD_LENGTH = 240;
const PLAIN = /^[ -`{-~]*$/;
/** What may stand behind a record of each kind. Segment P needs its Q; R is for those that need it. */
const FOLLOWERS: Readonly<Record<string, readonly string[]>> = {
  '': ['0'],
  '0': ['1'],
  '1': ['P'],
  P: ['Q'],
  Q: ['P', 'R', '5'],
  R: ['P', '5'],
  '5': ['1', '9'],
  '9': [],
};

type Lot = { readonly number: string; records: number; readonly titles: Line[] };

/**
 * Checks a remittance against the tables of FEBRABAN and the manuals of the banks, without knowing how it was written.
 * It shares nothing with the writer. An empty list is the only good answer.
 */
export function validateRemittance(text: string): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (rule, line, from, to, message) => problems.push({ rule, line, from, to, message });
  const lines = linesOf(text, report);
  const bank = lines[0]?.text.slice(0, 3) ?? '';
  if (!KNOWN_BANKS.includes(bank)) report('bank', 1, 1, 3, 'is unknown');
  checkOrder(lines, report);
  for (const line of lines) {
    if (cut(line, 1, 3) !== bank) report('bank', line.number, 1, 3, `is not ${bank} as in the first record`);
    const kind = kindOf(line);
    if (kind !== null) checkContents(bank, kind, line, report);
  }
  checkDetails(bank, lines, report);
  checkLots(lines, report);
  return problems;
}

function linesOf(text: string, report: Report): Line[] {
  const parts = text.split('\r\n');
  if (parts.pop() !== '')
    report('line end', parts.length + 1, 1, RECORD_LENGTH, 'the last record has no CRLF');
  return parts.map((part, at) => {
    const number = at + 1;
    if (/[\r\n]/.test(part)) report('line end', number, 1, part.length, 'has an end of line inside');
    if (part.length !== RECORD_LENGTH) {
      report('length', number, 1, part.length, `has ${part.length} characters instead of ${RECORD_LENGTH}`);
    }
    if (!PLAIN.test(part)) report('characters', number, 1, part.length, 'has more than upper-case ASCII');
    return { number, text: part };
  });
}

function kindOf(line: Line): RecordKind | null {
  const kind = cut(line, 8) === '3' ? cut(line, 14) : cut(line, 8);
  return ['0', '1', 'P', 'Q', 'R', '5', '9'].includes(kind) ? (kind as RecordKind) : null;
}

function checkOrder(lines: readonly Line[], report: Report): void {
  let previous = '';
  for (const line of lines) {
    const kind = kindOf(line);
    if (kind === null || !FOLLOWERS[previous]?.includes(kind)) {
      report(
        'order',
        line.number,
        8,
        14,
        `a record ${kind ?? 'unknown'} stands behind ${previous || 'nothing'}`,
      );
    }
    previous = kind ?? previous;
  }
  if (previous !== '9') report('order', lines.length, 1, RECORD_LENGTH, 'the file has no trailer');
}

/** Each title is a P, its Q and perhaps its R; all of them ask for the same. */
function checkDetails(bank: string, lines: readonly Line[], report: Report): void {
  const seen = new Set<string>();
  let title: Line | null = null;
  for (const line of lines) {
    const kind = kindOf(line);
    if (kind === '0') checkDocument(line, bank === '033' ? 17 : 18, 32, report);
    if (kind === '1') checkDocument(line, 18, 33, report);
    if (kind === 'P') {
      title = line;
      checkTitle(bank, line, report);
      const key = cut(line, 16, 17) + cut(line, 38, 57);
      if (seen.has(key)) report('twice', line.number, 38, 57, 'the same is asked for this title before');
      seen.add(key);
    }
    if (kind === 'Q' || kind === 'R') {
      checkMovement(line, report);
      if (title !== null && cut(line, 16, 17) !== cut(title, 16, 17)) {
        report('movement', line.number, 16, 17, 'is not that of its P');
      }
    }
    if (kind === 'Q') checkPayer(line, report);
    if (kind === 'R' && title !== null) checkFine(line, title, report);
  }
}

function checkLots(lines: readonly Line[], report: Report): void {
  let lots = 0;
  let lot: Lot | null = null;
  let sequence = 0;
  for (const line of lines) {
    const kind = cut(line, 8);
    if (kind === '1') {
      lots += 1;
      sequence = 0;
      lot = { number: String(lots).padStart(4, '0'), records: 0, titles: [] };
    }
    if (lot === null || kind === '9' || kind === '0') continue;
    if (cut(line, 4, 7) !== lot.number) report('lot', line.number, 4, 7, `should be ${lot.number}`);
    lot.records += 1;
    if (kindOf(line) === 'P') lot.titles.push(line);
    if (kind === '3') {
      sequence += 1;
      if (Number(cut(line, 9, 13)) !== sequence) {
        report('sequence', line.number, 9, 13, `should be ${sequence}`);
      }
    }
    if (kind === '5') checkLotTrailer(line, lot, report);
  }
  const trailer = lines.at(-1);
  if (trailer === undefined) return;
  checkCount(trailer, 18, 23, lots, report);
  checkCount(trailer, 24, 29, lines.length, report);
}

function checkLotTrailer(trailer: Line, lot: Lot, report: Report): void {
  checkCount(trailer, 18, 23, lot.records, report);
  const sum = lot.titles.reduce((total, title) => total + amount(title, 86, 100), 0n);
  const isFilled = /[1-9]/.test(cut(trailer, 24, 46));
  if (!isFilled) return;
  checkCount(trailer, 24, 29, lot.titles.length, report);
  if (amount(trailer, 30, 46) !== sum) report('sum', trailer.number, 30, 46, `the titles come to ${sum}`);
}

function checkCount(line: Line, from: number, to: number, counted: number, report: Report): void {
  if (Number(cut(line, from, to)) !== counted) {
    report('count', line.number, from, to, `says ${cut(line, from, to)}, and there are ${counted}`);
  }
}
