import { type Cents, cents, ZERO } from '../../kit/money.ts';
import { type CivilDate, isCivilDate } from '../calendar.ts';
import { CnabError } from './error.ts';
import type { Field, FieldName, Layout } from './layout.ts';

/** A line of a file, read by a layout. Only what is asked for is judged: banks fill the rest as they like. */
export type Decoded = { readonly layout: Layout; readonly line: string; readonly number: number };

const DIGITS = /^[0-9]+$/;
const ZEROS = /^0*$/;
/** FEBRABAN, field G005: CPF and CNPJ. */
const DOCUMENT_LENGTHS: Readonly<Record<string, number>> = { '1': 11, '2': 14 };
const NO_DATE = /^[0 ]*$/;

/** As it stands, with its blanks. */
export function contentOf(record: Decoded, name: FieldName): string {
  const { from, to } = fieldOf(record, name);
  return record.line.slice(from - 1, to);
}

export function textOf(record: Decoded, name: FieldName): string {
  return contentOf(record, name).trim();
}

/** Some banks fill a name that they do not give with zeros. */
export function nameOf(record: Decoded, name: FieldName): string {
  const text = textOf(record, name);
  return ZEROS.test(text) ? '' : text;
}

/** Without the zeros that fill the field; empty where there is none. Banks report documents that we did not check. */
export function documentOf(record: Decoded, type: FieldName, document: FieldName): string {
  const length = DOCUMENT_LENGTHS[textOf(record, type)];
  const text = nameOf(record, document);
  return length === undefined ? '' : text.slice(-length);
}

/** Digits as they stand, with their zeros. */
export function digitsOf(record: Decoded, name: FieldName): string {
  const field = fieldOf(record, name);
  const content = contentOf(record, name);
  if (!DIGITS.test(content)) throw broken(record, field, `must be digits, and is ${shown(content)}`);
  return content;
}

export function countOf(record: Decoded, name: FieldName): number {
  return Number(digitsOf(record, name));
}

export function centsOf(record: Decoded, name: FieldName): Cents {
  return cents(BigInt(digitsOf(record, name)));
}

/** As centsOf, for amounts that some banks leave blank where there is none. */
export function centsOrZeroOf(record: Decoded, name: FieldName): Cents {
  return textOf(record, name) === '' ? ZERO : centsOf(record, name);
}

/** Null where the bank left it blank or at zero. */
export function dateOf(record: Decoded, name: FieldName): CivilDate | null {
  const field = fieldOf(record, name);
  const content = contentOf(record, name);
  if (NO_DATE.test(content)) return null;
  const date = `${content.slice(4)}-${content.slice(2, 4)}-${content.slice(0, 2)}`;
  if (!DIGITS.test(content) || !isCivilDate(date)) {
    throw broken(record, field, `is not a date: ${shown(content)}`);
  }
  return date;
}

export function fail(record: Decoded, name: FieldName, message: string): CnabError {
  return broken(record, fieldOf(record, name), message);
}

function fieldOf({ layout }: Decoded, name: FieldName): Field {
  const field = layout.fields.find((each) => each.name === name);
  if (field === undefined) throw new CnabError(`${layout.title} has no such field`, { field: name });
  return field;
}

function broken({ number }: Decoded, { name, from, to }: Field, message: string): CnabError {
  return new CnabError(message, { line: number, from, to, ...(name === null ? {} : { field: name }) });
}

function shown(content: string): string {
  return JSON.stringify(content);
}
