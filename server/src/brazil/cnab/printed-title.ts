import { itauOurNumberCheckDigit } from '../boleto-code.ts';
import { BANK_NAMES, type BankName } from './bank.ts';
import { banks } from './banks/registry.ts';
import { checkDigit } from './check-digit.ts';
import { type Parts, written } from './free-field.ts';
import { type FreeFieldPart, type FreeFieldPiece, freeFields } from './free-fields.ts';
import { ourNumberDigit } from './our-number.ts';
import { itauFreeField, printedForms } from './printed-forms.ts';

/** What a slip shows of a title beside its barcode. Empty where the barcode does not say it. */
export type PrintedTitle = {
  /** Our number alone, with its zeros. */
  readonly number: string;
  readonly wallet: string;
  readonly ourNumber: string;
  readonly holder: string;
};

/** Read from the 25 digits that are the bank's. Null: another bank, or another form than its profile has. */
export function printedTitle(bankCode: string, freeField: string): PrintedTitle | null {
  const name = BANK_NAMES.find((each) => banks[each].code === bankCode);
  const parts = name && partsIn(name === 'itau' ? itauFreeField : freeFields[name], freeField);
  if (!name || !parts) return null;
  const numberDigit = digitOf(name, parts);
  if (numberDigit === null) return null;
  const { wallet, number, holder } = printedForms[name];
  const whole = { ...parts, numberDigit };
  return {
    number: parts.number,
    wallet: written(wallet, whole),
    ourNumber: written(number, whole),
    holder: written(holder, whole),
  };
}

const NO_PARTS: Parts = {
  ...{ branch: '', account: '', accountDigit: '', covenant: '', wallet: '', station: '', beneficiary: '' },
  ...{ number: '', numberDigit: '' },
};

/** The free field taken apart as it is put together; null when a fixed text or a digit in it is another. */
function partsIn(pieces: readonly FreeFieldPiece[], freeField: string): Parts | null {
  const parts: Record<FreeFieldPart, string> = { ...NO_PARTS };
  let at = 0;
  for (const piece of pieces) {
    const before = freeField.slice(0, at);
    if ('text' in piece) {
      if (!freeField.startsWith(piece.text, at)) return null;
      at += piece.text.length;
    } else if ('check' in piece) {
      const over = piece.over === 'all before' ? before : parts[piece.over];
      if (freeField[at] !== checkDigit({ ...piece.check, over: [] }, over)) return null;
      at += 1;
    } else {
      const { width, from = 1, to = width } = piece;
      const end = at + to - from + 1;
      parts[piece.part] += freeField.slice(at, end);
      at = end;
    }
  }
  return at === freeField.length ? parts : null;
}

/** The digit behind our number; null when the barcode has another one. Itaú has wallets with a rule of their own. */
function digitOf(name: BankName, parts: Parts): string | null {
  const { number: ourNumber } = parts;
  const digit =
    name === 'itau'
      ? itauOurNumberCheckDigit({ ...parts, ourNumber })
      : (ourNumberDigit(banks[name], parts, ourNumber) ?? '');
  return parts.numberDigit === '' || parts.numberDigit === digit ? digit : null;
}
