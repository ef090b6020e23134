import { itauOurNumberCheckDigit } from '../../brazil/boleto-code.ts';
import type { Boleto } from '../../charges/charge.ts';

/** The bank's fields as printed. Empty where the barcode does not contain them. */
export type PrintedBank = { code: string; wallet: string; branchAndAccount: string; ourNumber: string };

const ITAU = '341';
/** In the barcode of the wallets we register: wallet, number, check digit, branch, account, check digit. */
const ITAU_FREE_FIELD = /^(\d{3})(\d{8})\d(\d{4})(\d{5})(\d)000$/;
const FREE_FIELD_AT = 19;

export function printedBank({ barcode, ourNumber }: Boleto): PrintedBank {
  const bank = barcode.slice(0, 3);
  const code = `${bank}-${bankCheckDigit(bank)}`;
  const [, wallet = '', number = '', branch = '', account = '', digit = ''] =
    (bank === ITAU && ITAU_FREE_FIELD.exec(barcode.slice(FREE_FIELD_AT))) || [];
  if (number !== ourNumber) return { code, wallet: '', branchAndAccount: '', ourNumber };
  const check = itauOurNumberCheckDigit({ wallet, ourNumber, branch, account });
  return {
    code,
    wallet,
    branchAndAccount: `${branch}/${account}-${digit}`,
    ourNumber: `${wallet}/${ourNumber}-${check}`,
  };
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
