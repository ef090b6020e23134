import { type Cents, cents, decimalText, MAX_AMOUNT_CENTS } from '../../kit/money.ts';

/** JSON of servers that write amounts as numbers: no amount becomes a floating-point number here. */

/** A number as it is written: `150.00`. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [name: string]: JsonValue | undefined };

export function jsonAmount(amount: Cents): JsonNumber {
  return new JsonNumber(decimalText(amount));
}

export function jsonWhole(number: number): JsonNumber {
  if (!Number.isSafeInteger(number)) throw new Error('a whole number is expected');
  return new JsonNumber(String(number));
}

/** Members that are undefined are left out. */
export function writeJson(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : `${JSON.stringify(name)}:${writeJson(member)}`,
  );
  return `{${members.join(',')}}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Like JSON.parse, but each number is the text that was written. */
export function parseJson(text: string): unknown {
  // Only valid JSON is changed: between strings, digits are numbers.
  JSON.parse(text);
  return JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  );
}

const AMOUNT = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/;

/** `150`, `150.5`, `150.00`, `150.000`; null when it is not an exact amount, or was not written as a number or text. */
export function readAmount(value: unknown): Cents | null {
  const [, whole, fraction = ''] = (typeof value === 'string' && AMOUNT.exec(value.trim())) || [];
  if (whole === undefined) return null;
  const amount = BigInt(whole + fraction.padEnd(2, '0'));
  return amount <= MAX_AMOUNT_CENTS ? cents(amount) : null;
}
