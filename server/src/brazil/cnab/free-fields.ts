import type { BankName } from './bank.ts';
import type { DigitRule } from './check-digit.ts';

/** Modulus 11, where a result of two digits is written as zero. */
const ELEVEN: Pick<DigitRule, 'modulus' | 'weights' | 'startsAt' | 'exceptions'> = {
  modulus: 11,
  weights: [2, 3, 4, 5, 6, 7, 8, 9],
  startsAt: 'right',
  exceptions: { 10: '0', 11: '0' },
};

export type FreeFieldRule = typeof ELEVEN;
export type FreeFieldPart =
  | 'branch'
  | 'account'
  | 'accountDigit'
  | 'covenant'
  | 'wallet'
  | 'station'
  | 'beneficiary'
  | 'number'
  | 'numberDigit';

/**
 * A piece of the 25 digits of a barcode that each bank fills in its own way. `from` and `to` count the digits of the part
 * after it was filled with zeros to its width. `check`: the digit over the part, or over everything before it.
 */
export type FreeFieldPiece =
  | {
      readonly part: FreeFieldPart;
      readonly width: number;
      readonly from?: number;
      readonly to?: number;
    }
  | { readonly text: string }
  | { readonly check: FreeFieldRule; readonly over: 'all before' | FreeFieldPart };

export const part = (name: FreeFieldPart, width: number): FreeFieldPiece => ({ part: name, width });
export const digitsOf = (name: FreeFieldPart, width: number, from: number, to: number): FreeFieldPiece => ({
  part: name,
  width,
  from,
  to,
});

/** Itaú's is in `boleto-code.ts`: its two digits run over parts that lie apart. */
export const freeFields: Readonly<Record<Exclude<BankName, 'itau'>, readonly FreeFieldPiece[]>> = {
  bradesco: [part('branch', 4), part('wallet', 2), part('number', 11), part('account', 7), { text: '0' }],
  'banco-do-brasil': [{ text: '000000' }, part('covenant', 7), part('number', 10), part('wallet', 2)],
  santander: [
    { text: '9' },
    part('beneficiary', 7),
    part('number', 12),
    part('numberDigit', 1),
    { text: '0' },
    part('wallet', 3),
  ],
  caixa: [
    part('covenant', 6),
    { check: ELEVEN, over: 'covenant' },
    digitsOf('number', 15, 1, 3),
    digitsOf('wallet', 2, 1, 1),
    digitsOf('number', 15, 4, 6),
    digitsOf('wallet', 2, 2, 2),
    digitsOf('number', 15, 7, 15),
    { check: ELEVEN, over: 'all before' },
  ],
  sicoob: [
    { text: '1' },
    part('branch', 4),
    part('wallet', 2),
    part('covenant', 7),
    part('number', 7),
    part('numberDigit', 1),
    { text: '001' },
  ],
  sicredi: [
    { text: '11' },
    part('number', 8),
    part('numberDigit', 1),
    part('branch', 4),
    part('station', 2),
    part('covenant', 5),
    { text: '10' },
    { check: ELEVEN, over: 'all before' },
  ],
};
