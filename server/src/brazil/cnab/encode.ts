import { isCivilDate } from '../calendar.ts';
import { CnabError } from './error.ts';
import { type Field, type FieldName, type Layout, widthOf } from './layout.ts';
import { plainText } from './plain-text.ts';

/** A bigint is hundredths (cents or basis points), a string a text, digits or a civil date; null leaves a date out. */
export type Value = string | bigint | number | null;
export type Values = Partial<Readonly<Record<FieldName, Value>>>;

const CODE = /^[\x21-\x60\x7b-\x7e]*(?: +[\x21-\x60\x7b-\x7e]+)*$/;
const DIGITS = /^[0-9]+$/;
const DECIMALS_BEYOND_HUNDREDTHS = 10n ** 3n;

/** One record of 240 characters. A value that does not fit, or that the record has no place for, is refused. */
export function encodeRecord(layout: Layout, values: Values): string {
  const places = new Set(layout.fields.filter(isWritten).map(({ name }) => name));
  for (const name of Object.keys(values) as FieldName[]) {
    if (!places.has(name) && !layout.leavesOut.includes(name)) {
      throw new CnabError(`${layout.title} has no place for it`, { field: name });
    }
  }
  return layout.fields.map((field) => encodeField(field, values)).join('');
}

function isWritten({ kind }: Field): boolean {
  return kind !== 'blank' && kind !== 'zeros';
}

function encodeField(field: Field, values: Values): string {
  const width = widthOf(field);
  if (field.fixed !== undefined) return fitted(field, field.fixed);
  if (field.kind === 'blank' || field.name === null) return fill(field);
  if (field.kind === 'zeros') return fill(field);
  const value = values[field.name];
  if (value === undefined) throw refused(field, 'is missing');
  switch (field.kind) {
    case 'number':
      return encodeNumber(field, value);
    case 'document':
      return encodeNumber(field, value);
    case 'money':
      return encodeNumber(field, hundredths(field, value));
    case 'money5':
      return encodeNumber(field, hundredths(field, value) * DECIMALS_BEYOND_HUNDREDTHS);
    case 'date':
      return encodeDate(field, value);
    case 'code':
      return encodeCode(field, value);
    case 'text':
      return plainText(String(value)).slice(0, width).padEnd(width);
  }
}

function fill(field: Field): string {
  return (field.kind === 'zeros' ? '0' : ' ').repeat(widthOf(field));
}

function fitted(field: Field, fixed: string): string {
  return field.kind === 'text' || field.kind === 'code'
    ? fixed.padEnd(widthOf(field))
    : fixed.padStart(widthOf(field), '0');
}

function hundredths(field: Field, value: Value): bigint {
  if (typeof value !== 'bigint') throw refused(field, 'must be whole hundredths');
  return value;
}

function encodeNumber(field: Field, value: Value): string {
  const digits = String(value);
  if (!DIGITS.test(digits)) throw refused(field, 'must be digits only');
  if (digits.length > widthOf(field)) throw refused(field, `has more than ${widthOf(field)} digits`);
  return digits.padStart(widthOf(field), '0');
}

function encodeDate(field: Field, value: Value): string {
  if (value === null) return '0'.repeat(widthOf(field));
  if (typeof value !== 'string' || !isCivilDate(value)) throw refused(field, 'is not a date');
  return value.slice(8) + value.slice(5, 7) + value.slice(0, 4);
}

/** What must come back as it was sent is never changed or cut. */
function encodeCode(field: Field, value: Value): string {
  const code = String(value);
  if (!CODE.test(code)) throw refused(field, 'has characters that a file cannot carry');
  if (code.length > widthOf(field)) throw refused(field, `has more than ${widthOf(field)} characters`);
  return code.padEnd(widthOf(field));
}

function refused({ name, from, to }: Field, message: string): CnabError {
  return new CnabError(message, { from, to, ...(name === null ? {} : { field: name }) });
}
