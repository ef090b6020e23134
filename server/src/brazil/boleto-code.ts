import { type Cents, cents } from '../kit/money.ts';
import { type CivilDate, daysBetween } from './calendar.ts';

/** Ten digits of cents is all that the barcode has room for: R$ 99,999,999.99. */
export const MAX_BOLETO_CENTS = cents(9_999_999_999n);

const FACTOR_BASE = '1997-10-07';
const FIRST_CYCLED_FACTOR = 1000;
const FACTORS_PER_CYCLE = 9000;

const REAL = '9';
/** Banks have codes from 001 to 7xx; an 8 in front marks utility and tax slips, which have another layout. */
const BARCODE = /^[0-7][0-9]{2}9[0-9]{40}$/;
const LINE = /^[0-9]{47}$/;

/** These wallets draw the free field another way, with the payer's number and a client code. */
const ITAU_WALLETS_WITH_CLIENT_CODE = ['106', '107', '122', '142', '143', '195', '196', '198'];
const ITAU_WALLETS_CHECKED_ALONE = ['112', '126', '131', '146', '150', '168'];

type BoletoBarcode = { bank: string; dueDate: CivilDate; amountCents: Cents; freeField: string };
type ItauBoleto = { wallet: string; ourNumber: string; branch: string; account: string };

/** Days since the base date; from 1000 on the factor runs to 9999 and starts at 1000 again (2025-02-22). */
export function dueDateFactor(dueDate: CivilDate): number {
  const days = daysBetween(FACTOR_BASE, dueDate);
  if (days < 0) throw new RangeError(`${dueDate} is before due-date factors began`);
  return days < FIRST_CYCLED_FACTOR
    ? days
    : ((days - FIRST_CYCLED_FACTOR) % FACTORS_PER_CYCLE) + FIRST_CYCLED_FACTOR;
}

export function boletoBarcode({ bank, dueDate, amountCents, freeField }: BoletoBarcode): string {
  if (amountCents < 0n || amountCents > MAX_BOLETO_CENTS)
    throw new RangeError('the amount does not fit a boleto');
  const factor = String(dueDateFactor(dueDate)).padStart(4, '0');
  const amount = String(amountCents).padStart(10, '0');
  const head = exactDigits(bank, 3, 'bank') + REAL;
  const tail = factor + amount + exactDigits(freeField, 25, 'free field');
  return head + modulo11(head + tail) + tail;
}

export function isValidBarcode(barcode: string): boolean {
  return BARCODE.test(barcode) && barcode[4] === modulo11(barcode.slice(0, 4) + barcode.slice(5));
}

/** The 47 digits a payer types: the barcode's, in another order, with a check digit after each of three fields. */
export function digitableLine(barcode: string): string {
  if (!BARCODE.test(barcode)) throw new RangeError('not the barcode of a boleto');
  const fields = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34, 44)];
  return fields.map((field) => field + modulo10(field)).join('') + barcode.slice(4, 19);
}

/** `AAABC.CCCCX DDDDD.DDDDDY EEEEE.EEEEEZ K UUUUVVVVVVVVVV` */
export function formatDigitableLine(line: string): string {
  return line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

/** Null when any check digit of the line is wrong. Dots and spaces are ignored. */
export function barcodeFromLine(text: string): string | null {
  const line = text.replace(/[. ]/g, '');
  if (!LINE.test(line)) return null;
  const freeField = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  const barcode = line.slice(0, 4) + line.slice(32) + freeField;
  return isValidBarcode(barcode) && digitableLine(barcode) === line ? barcode : null;
}

export function isValidDigitableLine(text: string): boolean {
  return barcodeFromLine(text) !== null;
}

export function itauFreeField(boleto: ItauBoleto): string {
  const { wallet, ourNumber, branch, account } = boleto;
  if (ITAU_WALLETS_WITH_CLIENT_CODE.includes(wallet))
    throw new RangeError(`Itaú wallet ${wallet} is not supported`);
  const number = wallet + ourNumber + itauOurNumberCheckDigit(boleto);
  return `${number}${branch}${account}${modulo10(branch + account)}000`;
}

/** Printed after the hyphen in `109/00010152-7`. */
export function itauOurNumberCheckDigit({ wallet, ourNumber, branch, account }: ItauBoleto): string {
  const number = exactDigits(wallet, 3, 'wallet') + exactDigits(ourNumber, 8, 'our number');
  const holder = exactDigits(branch, 4, 'branch') + exactDigits(account, 5, 'account');
  return modulo10(ITAU_WALLETS_CHECKED_ALONE.includes(wallet) ? number : holder + number);
}

function exactDigits(text: string, length: number, what: string): string {
  if (text.length !== length || !/^[0-9]+$/.test(text))
    throw new RangeError(`the ${what} has ${length} digits`);
  return text;
}

/** Weights 2, 1, 2, 1… from the right; a product of two digits counts as their sum. */
function modulo10(digits: string): string {
  let total = 0;
  let weight = 2;
  for (let index = digits.length - 1; index >= 0; index--) {
    const product = Number(digits[index]) * weight;
    total += product > 9 ? product - 9 : product;
    weight = 3 - weight;
  }
  return String((10 - (total % 10)) % 10);
}

/** Weights 2 to 9 from the right, over and over; never 0, so that a barcode always has a check digit. */
function modulo11(digits: string): string {
  let total = 0;
  let weight = 2;
  for (let index = digits.length - 1; index >= 0; index--) {
    total += Number(digits[index]) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  const remainder = total % 11;
  return String(remainder < 2 ? 1 : 11 - remainder);
}
