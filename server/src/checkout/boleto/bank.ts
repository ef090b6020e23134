import { printedTitle } from '../../brazil/cnab/printed-title.ts';
import type { Boleto } from '../../charges/charge.ts';

/** The bank's fields as printed. Empty where the barcode does not contain them. */
export type PrintedBank = { code: string; wallet: string; branchAndAccount: string; ourNumber: string };

const FREE_FIELD_AT = 19;

export function printedBank({ barcode, ourNumber }: Boleto): PrintedBank {
  const bank = barcode.slice(0, 3);
  const code = `${bank}-${bankCheckDigit(bank)}`;
  const title = printedTitle(bank, barcode.slice(FREE_FIELD_AT));
  // A barcode of another form may look like one of its bank's by chance: then it has another number.
  if (!title || withoutZeros(title.number) !== withoutZeros(ourNumber))
    return { code, wallet: '', branchAndAccount: '', ourNumber };
  return { code, wallet: title.wallet, branchAndAccount: title.holder, ourNumber: title.ourNumber };
}

function withoutZeros(number: string): string {
  return number.replace(/^0+/, '');
}

/** Sicredi prints X for a check digit of ten, others print 0. */
const PRINTED_AS_LETTER = '748';

/** Modulo 11 with weights 2, 3, 4 from the right: 001-9, 237-2, 341-7. */
export function bankCheckDigit(bank: string): string {
  if (bank === PRINTED_AS_LETTER) return 'X';
  const total = [4, 3, 2].reduce((sum, weight, index) => sum + Number(bank[index]) * weight, 0);
  const remainder = total % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}
