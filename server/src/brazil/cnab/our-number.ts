import type { Agreement, BankProfile, NumberPiece } from './bank.ts';
import { checkDigit, type DigitSource } from './check-digit.ts';
import { CnabError } from './error.ts';

const DIGITS = /^[0-9]+$/;

/** What a bank reports of our number: the digits that the seller chose, with their zeros, and the digit behind them. */
export type ReadOurNumber = {
  /** The whole field, without the blanks around it. */
  readonly field: string;
  /** Null where the field has another form than the profile says: a number that the bank chose. */
  readonly number: string | null;
  readonly digit: string | null;
};

type Holder = Readonly<Record<Exclude<DigitSource['part'], 'number'>, string>>;

export function ourNumberDigit(bank: BankProfile, agreement: Holder, number: string): string | null {
  const rule = bank.ourNumber.digit;
  if (rule === null) return null;
  const digits = rule.over.map(({ part, width }) =>
    padded(part, part === 'number' ? number : agreement[part], width),
  );
  return checkDigit(rule, digits.join(''));
}

/** The field of segment P that identifies the title at the bank. */
export function writeOurNumber(bank: BankProfile, agreement: Agreement, number: string): string {
  if (!DIGITS.test(number) || /^0+$/.test(number)) {
    throw new CnabError('must be digits, and not zero', { field: 'ourNumber' });
  }
  const digit = ourNumberDigit(bank, agreement, number) ?? '';
  const sources = { wallet: agreement.wallet, covenant: agreement.covenant, number };
  return bank.ourNumber.written
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return piece.from === 'digit' ? digit : padded(piece.from, sources[piece.from], piece.width);
    })
    .join('');
}

/** Reads the field of segment T as the profile describes it. */
export function readOurNumber(bank: BankProfile, content: string): ReadOurNumber {
  const found: Partial<Record<'number' | 'digit', string>> = {};
  let at = 0;
  for (const piece of bank.ourNumber.read) {
    const part = content.slice(at, at + widthOf(piece));
    at += widthOf(piece);
    if ('text' in piece) continue;
    if (piece.from === 'number' || piece.from === 'digit') found[piece.from] = part;
  }
  const isRead = found.number !== undefined && DIGITS.test(found.number);
  return {
    field: content.trim(),
    number: isRead ? (found.number ?? null) : null,
    digit: isRead ? (found.digit?.trim() ?? null) : null,
  };
}

function widthOf(piece: NumberPiece): number {
  return 'text' in piece ? piece.text.length : piece.width;
}

function padded(part: string, digits: string, width: number): string {
  if (!DIGITS.test(digits)) throw new CnabError('must be digits', { field: part });
  if (digits.length > width) throw new CnabError(`has more than ${width} digits`, { field: part });
  return digits.padStart(width, '0');
}
