import { itauFreeField } from '../boleto-code.ts';
import type { Agreement, BankProfile } from './bank.ts';
import { checkDigit } from './check-digit.ts';
import { CnabError } from './error.ts';
import { type FreeFieldPart, type FreeFieldPiece, freeFields } from './free-fields.ts';
import { ourNumberDigit } from './our-number.ts';

const LENGTH = 25;
const ITAU_NUMBER_WIDTH = 8;

/** `beneficiary`: the code that stands in the barcode, at a bank whose files have another one (Santander). */
export type Barcoded = {
  readonly agreement: Agreement;
  readonly beneficiary: string;
  /** Our number, without its digit. */
  readonly number: string;
};

/** The 25 digits of a barcode that say to its bank which title it is. */
export function freeField(bank: BankProfile, title: Barcoded): string {
  const { agreement, number } = title;
  if (bank.name === 'itau') {
    const { wallet, branch, account } = agreement;
    return itauFreeField({ wallet, branch, account, ourNumber: filled('number', number, ITAU_NUMBER_WIDTH) });
  }
  return joined(freeFields[bank.name], {
    ...agreement,
    beneficiary: title.beneficiary,
    number,
    numberDigit: ourNumberDigit(bank, agreement, number) ?? '',
  });
}

export type Parts = Readonly<Record<FreeFieldPart, string>>;

/** Of the pieces as a bank lists them. */
export function joined(pieces: readonly FreeFieldPiece[], parts: Parts): string {
  const field = written(pieces, parts);
  if (field.length !== LENGTH) throw new CnabError(`has ${field.length} digits instead of ${LENGTH}`);
  return field;
}

export function written(pieces: readonly FreeFieldPiece[], parts: Parts): string {
  let field = '';
  for (const piece of pieces) {
    if ('text' in piece) field += piece.text;
    else if ('check' in piece) {
      field += checkDigit(
        { ...piece.check, over: [] },
        piece.over === 'all before' ? field : parts[piece.over],
      );
    } else {
      const { part, width, from = 1, to = width } = piece;
      // A digit may be a letter on a slip; in the barcode of its bank it then has no place.
      const own = part === 'numberDigit' ? parts[part] : filled(part, parts[part], width);
      field += own.slice(from - 1, to);
    }
  }
  return field;
}

function filled(part: string, digits: string, width: number): string {
  if (!/^[0-9]+$/.test(digits)) throw new CnabError('must be digits', { field: part });
  const own = digits.replace(/^0+(?=[0-9])/, '');
  if (own.length > width) throw new CnabError(`has more than ${width} digits`, { field: part });
  return own.padStart(width, '0');
}
