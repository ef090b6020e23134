import type { Address } from '../../brazil/address.ts';
import { type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import type { BankProfile, Instruction } from '../../brazil/cnab/bank.ts';
import { CnabError } from '../../brazil/cnab/error.ts';
import { freeField } from '../../brazil/cnab/free-field.ts';
import { writeRemittance } from '../../brazil/cnab/remittance.ts';
import type { Title, TitlePayer, TitleTerms } from '../../brazil/cnab/title.ts';
import { validateRemittance } from '../../brazil/cnab/validation/validate.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { BoletoRequest } from '../boleto.ts';
import type { DueTerms } from '../provider.ts';
import type { CnabConfig } from './config.ts';

/** A boleto at a bank that takes files, as its row has it. */
export type TitleRow = {
  readonly reference: string;
  readonly our_number: string;
  readonly charge_number: string;
  readonly free_field: string;
  readonly state: 'registering' | 'open' | 'paid' | 'cancelled' | 'refused';
  readonly reason: string | null;
  readonly amount_cents: Cents;
  readonly issued_on: CivilDate;
  readonly due_date: CivilDate;
  readonly sealed: Buffer | null;
  readonly created_at: Date;
};
export type InstructionKind = 'register' | 'write_off' | 'change_due_date';
type Sealed = { terms: TitleTerms; payer: TitlePayer };

const SEALED_FOR = 'bank titles';
const BASE = 36;
const FILE_REFERENCE_LENGTH = 25;
/** What segment Q has for street, number and complement. */
const STREET_LENGTH = 40;
/** Sicredi: the year in two digits, a digit from 2 to 9 for the seller, five of a sequence. */
const SICREDI_PER_YEAR = 800_000n;
const SICREDI_FIRST = 200_000n;

/** The row of a new boleto. Throws a `CnabError` where the bank would not take it. */
export function titleFrom(config: CnabConfig, vault: Vault, request: BoletoRequest): TitleRow {
  const { bank, agreement, beneficiary } = config;
  const issuedOn = civilDateOf(request.createdAt);
  const number = numberAtBank(config, request.ourNumber, issuedOn);
  const facts: Sealed = {
    terms: termsOf(bank, request.terms),
    payer: payerOf(request),
  };
  const row: TitleRow = {
    reference: request.reference,
    our_number: number,
    charge_number: request.ourNumber,
    free_field: freeField(bank, { agreement, beneficiary, number }),
    state: 'registering',
    reason: null,
    amount_cents: request.amountCents,
    issued_on: issuedOn,
    due_date: request.terms.dueDate,
    sealed: vault.seal(SEALED_FOR, JSON.stringify(facts, withoutBigint)),
    created_at: request.createdAt,
  };
  requireCarried(config, writtenTitle(config, vault, row, 'register'));
  return row;
}

/** The title as a file carries it. */
export function writtenTitle(
  config: CnabConfig,
  vault: Vault,
  row: Omit<TitleRow, 'state'>,
  instruction: InstructionKind & Instruction,
): Title {
  if (row.sealed === null) throw new CnabError('is ended: its payer was erased', { title: row.our_number });
  const { terms, payer } = JSON.parse(vault.open(SEALED_FOR, row.sealed), withBigint) as Sealed;
  return {
    instruction,
    ourNumber: row.our_number,
    documentNumber: row.charge_number,
    reference: fileReference(row.reference),
    kind: config.titleKind,
    amountCents: row.amount_cents,
    rebateCents: ZERO,
    issuedOn: row.issued_on,
    dueDate: row.due_date,
    terms,
    payer,
  };
}

/** Found now, and not when a file with a thousand others is made. */
export function requireCarried({ bank, agreement, isTest }: CnabConfig, title: Title): void {
  const { text } = writeRemittance({
    ...{ bank, agreement, isTest, fileNumber: 1, createdAt: '000000', titles: [title] },
    createdOn: title.issuedOn,
  });
  const [problem] = validateRemittance(text);
  if (problem)
    throw new CnabError(problem.message, { line: problem.line, from: problem.from, to: problem.to });
}

/** The id of a charge in the 25 characters that a file has for it: base 36. Another name stands as it is. */
export function fileReference(reference: string): string {
  const hex = reference.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(hex)) return reference.toUpperCase();
  return BigInt(`0x${hex}`).toString(BASE).toUpperCase().padStart(FILE_REFERENCE_LENGTH, '0');
}

/** The number that the charge has, in the form of the bank. */
export function numberAtBank(
  { bank, numbersAbove }: Pick<CnabConfig, 'bank' | 'numbersAbove'>,
  ourNumber: string,
  issuedOn: CivilDate,
): string {
  const { width } = bank.ourNumber;
  if (!/^[0-9]{1,15}$/.test(ourNumber)) throw new CnabError('must be digits', { field: 'ourNumber' });
  if (bank.name === 'sicredi') {
    const inYear = SICREDI_FIRST + ((BigInt(ourNumber) + numbersAbove) % SICREDI_PER_YEAR);
    return `${issuedOn.slice(2, 4)}${inYear}`;
  }
  const own = String(BigInt(ourNumber) + numbersAbove);
  if (own.length > width) throw new CnabError(`has more than ${width} digits`, { field: 'ourNumber' });
  return own.padStart(width, '0');
}

function termsOf(bank: BankProfile, terms: DueTerms): TitleTerms {
  const { maxWriteOffDays: max } = bank.terms;
  const { fineBasisPoints, interestMonthlyBasisPoints, discount, payableDaysAfterDue: days } = terms;
  return {
    fineBasisPoints,
    interestMonthlyBasisPoints,
    discount,
    // At least a day: zero would say that the bank never writes it off.
    writeOffAfterDays: max === null ? null : Math.min(Math.max(days, 1), max),
  };
}

function payerOf({ payer: { name, document, address } }: BoletoRequest): TitlePayer {
  if (address === null) throw new CnabError('is missing', { field: 'address' });
  const { district, postal_code: postalCode, city, state } = address;
  return { name, document, street: streetLine(address), district, postalCode, city, state };
}

/** The street is cut before its number is. */
function streetLine({ street, number, complement }: Address): string {
  const place = `, ${number}`;
  const cut = `${street.slice(0, STREET_LENGTH - place.length).trim()}${place}`;
  return complement === null ? cut : `${cut} ${complement}`;
}

function withoutBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { cents: String(value) } : value;
}

function withBigint(_key: string, value: unknown): unknown {
  const { cents: written } = (value ?? {}) as { cents?: unknown };
  return typeof written === 'string' ? cents(BigInt(written)) : value;
}
