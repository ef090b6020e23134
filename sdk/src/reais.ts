import { UsageError } from './errors.ts';

/** An amount in reais, as the API speaks it: 19.9 is R$ 19,90. Made by `reais()` or `fromCents()` only. */
export type Reais = number & { readonly __unit: 'reais' };

/** An amount in whole cents, for arithmetic: 1990 is R$ 19,90. Made by `toCents()`. */
export type Cents = number & { readonly __unit: 'cents' };

/** A number that is not known to be of the other unit. */
type NotCents = number & { readonly __unit?: 'reais' };
type NotReais = number & { readonly __unit?: 'cents' };

const MAX_CENTS = 999_999_999_999;
const CENTS_PER_REAL = 100;
const DECIMAL_TEXT = /^\d+(\.\d{1,2})?$/;
const MAX_DIGITS = 10;

/** `reais(19.9)` or `reais('19.90')`. Throws a sentence when it is not an amount of whole cents. */
export function reais(amount: NotCents | string): Reais {
  if (typeof amount === 'string') return fromText(amount);
  const fault = faultOf(amount);
  if (fault) throw refusal(`reais(${shown(amount)})`, fault);
  return amount as Reais;
}

/** `fromCents(1990)` is R$ 19,90. May be below zero, as a difference of balances may; requests refuse that. */
export function fromCents(cents: NotReais): Reais {
  if (!Number.isInteger(cents)) {
    throw new UsageError(
      `fromCents(${shown(cents)}): cents are whole numbers. For reais with decimals use reais(19.9).`,
    );
  }
  if (Math.abs(cents) > MAX_CENTS) throw refusal(`fromCents(${shown(cents)})`, TOO_LARGE);
  return (cents / CENTS_PER_REAL) as Reais;
}

/** Whole cents of an amount, exactly. */
export function toCents(amount: Reais): Cents {
  const cents = wholeCents(amount);
  if (cents === null) {
    throw new UsageError(
      `toCents(${shown(amount)}): give it an amount of an answer, or one made by reais().`,
    );
  }
  return cents as Cents;
}

type Fault = { message: string; code: 'WRONG_USE' | 'AMOUNT_TOO_LARGE' };

const TOO_LARGE: Fault = { message: 'the largest amount is 9999999999.99.', code: 'AMOUNT_TOO_LARGE' };

/** The error for what is wrong at `place`: a call of this file, or a field of a request. */
export function refusal(place: string, { message, code }: Fault): UsageError {
  return new UsageError(`${place}: ${message}`, code);
}

const wrong = (message: string): Fault => ({ message, code: 'WRONG_USE' });

/** What is wrong with a number as the amount of a request; null when nothing is. */
export function faultOf(amount: unknown): Fault | null {
  if (typeof amount !== 'number')
    return wrong(`write an amount as reais(19.9) or fromCents(1990), not ${kindOf(amount)}.`);
  if (!Number.isFinite(amount)) return wrong('that is not a number. Check the calculation that made it.');
  if (amount < 0) return wrong('an amount cannot be below zero.');
  if (amount > MAX_CENTS / CENTS_PER_REAL) return TOO_LARGE;
  if (wholeCents(amount) === null)
    return wrong(
      'an amount has at most two decimals. Calculate in cents (toCents) and convert back with fromCents.',
    );
  return null;
}

/** n / 100 is rounded correctly, so a double is an amount of whole cents exactly when it equals one such quotient. */
function wholeCents(amount: unknown): number | null {
  if (typeof amount !== 'number') return null;
  const cents = Math.round(amount * CENTS_PER_REAL);
  return Number.isSafeInteger(cents) && cents / CENTS_PER_REAL === amount ? cents + 0 : null;
}

function fromText(text: string): Reais {
  if (!DECIMAL_TEXT.test(text)) {
    throw new UsageError(
      `reais(${JSON.stringify(text.slice(0, 40))}): write digits and a point with at most two decimals, as '1234.50'.`,
    );
  }
  if ((text.split('.')[0] ?? '').length > MAX_DIGITS) {
    throw refusal(`reais(${JSON.stringify(text.slice(0, 40))})`, TOO_LARGE);
  }
  return Number(text) as Reais;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : `something of type ${typeof value}`;
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindOf(value);
}
