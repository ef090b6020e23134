import type { BankName } from './bank.ts';
import { digitsOf, type FreeFieldPiece, type FreeFieldRule, part } from './free-fields.ts';

/** How a slip of one bank shows what its barcode says. */
export type PrintedForm = {
  readonly wallet: readonly FreeFieldPiece[];
  readonly number: readonly FreeFieldPiece[];
  /** Branch and account or code of who receives; empty where the barcode does not have all of it. */
  readonly holder: readonly FreeFieldPiece[];
};

const text = (content: string): FreeFieldPiece => ({ text: content });
const elevenUpTo = (highest: number): FreeFieldRule => ({
  modulus: 11,
  weights: [2, 3, 4, 5, 6, 7].filter((weight) => weight <= highest),
  startsAt: 'right',
  exceptions: { 10: 'P', 11: '0' },
});
const DIGIT = part('numberDigit', 1);

/** Itaú's free field as it is read back: how it is written is in `boleto-code.ts`. */
export const itauFreeField: readonly FreeFieldPiece[] = [
  part('wallet', 3),
  part('number', 8),
  DIGIT,
  part('branch', 4),
  part('account', 5),
  part('accountDigit', 1),
  text('000'),
];

/** Forms as Brazilian slips have them: those of public libraries, and for Sicoob the digit set apart as elsewhere. */
export const printedForms: Readonly<Record<BankName, PrintedForm>> = {
  bradesco: {
    wallet: [part('wallet', 2)],
    number: [part('wallet', 2), text('/'), part('number', 11), text('-'), DIGIT],
    holder: [
      part('branch', 4),
      text('-'),
      { check: elevenUpTo(5), over: 'branch' },
      text('/'),
      part('account', 7),
      text('-'),
      { check: elevenUpTo(7), over: 'account' },
    ],
  },
  itau: {
    wallet: [part('wallet', 3)],
    number: [part('wallet', 3), text('/'), part('number', 8), text('-'), DIGIT],
    holder: [part('branch', 4), text('/'), part('account', 5), text('-'), part('accountDigit', 1)],
  },
  'banco-do-brasil': {
    wallet: [part('wallet', 2)],
    number: [part('covenant', 7), part('number', 10)],
    holder: [],
  },
  santander: {
    wallet: [part('wallet', 3)],
    number: [part('number', 12), text('-'), DIGIT],
    holder: [],
  },
  caixa: {
    // Registered; the modalidade is the beginning of the number.
    wallet: [text('RG')],
    number: [part('wallet', 2), part('number', 15), text('-'), DIGIT],
    holder: [],
  },
  sicoob: {
    wallet: [text('1')],
    number: [part('number', 7), text('-'), DIGIT],
    holder: [part('branch', 4), text('/'), part('covenant', 7)],
  },
  sicredi: {
    wallet: [text('1')],
    number: [digitsOf('number', 8, 1, 2), text('/'), digitsOf('number', 8, 3, 8), text('-'), DIGIT],
    holder: [part('branch', 4), text('.'), part('station', 2), text('.'), part('covenant', 5)],
  },
};
