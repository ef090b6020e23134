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

type Parts = Readonly<Record<FreeFieldPart, string>>;

/** Of the pieces as a bank lists them. */
export function joined(pieces: readonly FreeFieldPiece[], parts: Parts): string {
  let field = '';
  for (const piece of pieces) {
    if ('text' in piece) field += piece.text;
    else if ('check' in piece) {
      field += checkDigit({ ...piece.check, over: [] }, piece.over === 'covenant' ? parts.covenant : field);
    } else {
      const { part, width, from = 1, to = width } = piece;
      field += filled(part, parts[part], width).slice(from - 1, to);
    }
  }
  if (field.length !== LENGTH) throw new CnabError(`has ${field.length} digits instead of ${LENGTH}`);
  return field;
}

function filled(part: string, digits: string, width: number): string {
  if (!/^[0-9]+$/.test(digits)) throw new CnabError('must be digits', { field: part });
  const own = digits.replace(/^0+(?=[0-9])/, '');
  if (own.length > width) throw new CnabError(`has more than ${width} digits`, { field: part });
  return own.padStart(width, '0');
}
