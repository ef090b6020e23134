import { type TObject, Type } from 'typebox';
import type { SumDifference } from '../brazil/cnab/return-file.ts';
import { filledText, instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { cursorQuery, listOf, pageQuery } from '../http/lists.ts';
import { reaisFromCents } from '../kit/money.ts';
import type { CnabConfig } from '../providers/cnab/config.ts';
import {
  type BankFile,
  FILE_DIRECTIONS,
  FILE_STATES,
  type FileLine,
  LINE_OUTCOMES,
  LINE_PROBLEMS,
} from './file.ts';

const money = (description: string) => Type.Number({ description });

const bankShape = namedObject('FileBank', {
  object: Type.Literal('file_bank'),
  name: Type.String({ description: 'As in GUICHE_BOLETO' }),
  bank: Type.String({ description: 'e.g. Bradesco' }),
  code: Type.String({ description: 'COMPE' }),
  waiting: Type.Integer({ description: 'Instructions that the next file will carry' }),
  last_number: Type.Integer({ description: 'Of the last file that was made; 0: none was' }),
  cut_offs: Type.Array(Type.String(), { description: 'HH:MM in São Paulo, on banking days' }),
  writes_to_folder: Type.Boolean(),
  reads_from_folder: Type.Boolean(),
  is_test: Type.Boolean(),
  notes: Type.Array(Type.String(), { description: 'What to know of this bank, and what was not verified' }),
});
export const bankListShape = namedObject('FileBankList', {
  object: Type.Literal('list'),
  data: Type.Array(bankShape),
});

export const bankFileShape = namedObject('BankFile', {
  object: Type.Literal('bank_file'),
  id: Type.String(),
  bank: Type.String(),
  direction: namedEnum('BankFileDirection', [...FILE_DIRECTIONS]),
  number: nullable(Type.Integer({ description: "Of a return: the bank's own" })),
  name: Type.String(),
  status: namedEnum('BankFileStatus', [...FILE_STATES], {
    description:
      'A remittance is made, then sent. A return is checked, then booked; failed: it could not be read',
  }),
  problem: nullable(Type.String()),
  sha256: Type.String(),
  size: Type.Integer(),
  titles: Type.Integer(),
  total: money('Nominal value of its titles'),
  paid_count: Type.Integer(),
  paid: money('Paid by payers; of a checked return: what booking it would record'),
  fees: money('What the bank keeps'),
  open_count: Type.Integer({ description: 'Lines that a person has to look at' }),
  created_at: instantShape,
  ended_at: nullable(Type.String({ format: 'date-time', description: 'When it was sent, or booked' })),
  content_removed_at: nullable(
    Type.String({ format: 'date-time', description: 'Its bytes were removed because of their age' }),
  ),
});

export const bankFileDetailShape = namedObject('BankFileDetail', {
  ...bankFileShape.properties,
  differences: Type.Array(
    namedObject('BankFileDifference', {
      line: Type.Integer(),
      field: Type.String(),
      stated: Type.String({ description: 'By the trailer, in cents or as a count' }),
      counted: Type.String(),
    }),
    { description: 'Sums of a checked return that do not add up; booking it needs accept_different_sums' },
  ),
});

export const lineShape = namedObject('BankFileLine', {
  object: Type.Literal('bank_file_line'),
  line: Type.Integer(),
  our_number: Type.String(),
  charge_id: nullable(Type.String()),
  movement: Type.String({ description: "The bank's code" }),
  outcome: namedEnum('BankFileOutcome', [...LINE_OUTCOMES]),
  problem: nullable(namedEnum('BankFileProblem', [...LINE_PROBLEMS])),
  reasons: Type.Array(
    namedObject('BankReason', {
      code: Type.String(),
      text_pt: nullable(Type.String()),
      text_en: nullable(Type.String()),
    }),
  ),
  amount: money('Nominal value'),
  paid: money('Paid by the payer'),
  credited: money('Credited by the bank'),
  fee: money('Kept by the bank'),
  occurred_on: nullable(Type.String({ format: 'date' })),
  credited_on: nullable(Type.String({ format: 'date' })),
});

export const fileListShape = listOf(bankFileShape);
export const lineListShape = withoutTotal(lineShape, 'BankFileLineList');

/** A list that is not counted. */
function withoutTotal<T extends TObject>(item: T, name: string) {
  const { total: _, ...properties } = listOf(item).properties;
  return namedObject(name, properties);
}

export const filesQuery = Type.Object({
  bank: Type.Optional(Type.String({ maxLength: 40 })),
  direction: Type.Optional(namedEnum('BankFileDirection', [...FILE_DIRECTIONS])),
  ...pageQuery,
  ...cursorQuery,
});
export const linesQuery = Type.Object({
  open: Type.Optional(Type.Enum(['true'], { description: 'Only what a person has to look at' })),
  limit: pageQuery.limit,
  ...cursorQuery,
});
export const uploadQuery = Type.Object({
  file_name: Type.Optional(Type.String({ maxLength: 200, description: 'As it is shown; never a path' })),
});
export const bookBody = namedObject('BookBankFile', {
  accept_different_sums: Type.Optional(
    Type.Boolean({ description: 'You have looked: book it although sums of its trailer do not add up' }),
  ),
});

export const secondPaymentBody = namedObject('BookSecondPayment', {
  line: Type.Integer({
    minimum: 1,
    maximum: 999_999_999,
    description: 'Of the file, as its lines are listed',
  }),
  reason: filledText(500),
});

export function presentBank(config: CnabConfig, { waiting, number }: { waiting: number; number: number }) {
  return {
    object: 'file_bank' as const,
    name: config.name,
    bank: config.bank.title,
    code: config.bank.code,
    waiting,
    last_number: number,
    cut_offs: [...config.cutOffs],
    writes_to_folder: config.folderOut !== null,
    reads_from_folder: config.folderIn !== null,
    is_test: config.isTest,
    notes: [...config.bank.notes],
  };
}

export function presentFile(file: BankFile) {
  return {
    object: 'bank_file' as const,
    id: file.id,
    bank: file.bank,
    direction: file.direction,
    number: file.number,
    name: file.name,
    status: file.state,
    problem: file.problem,
    sha256: file.sha256.toString('hex'),
    size: file.size,
    titles: file.titles_count,
    total: reaisFromCents(file.total_cents),
    paid_count: file.paid_count,
    paid: reaisFromCents(file.paid_cents),
    fees: reaisFromCents(file.fee_cents),
    open_count: file.open_count,
    created_at: file.created_at.toISOString(),
    ended_at: file.ended_at?.toISOString() ?? null,
    content_removed_at: file.content_removed_at?.toISOString() ?? null,
  };
}

export function presentDetail(file: BankFile, differences: readonly SumDifference[]) {
  return {
    ...presentFile(file),
    differences: differences.map(({ line, field, statedBy, counted }) => ({
      ...{ line, field, stated: String(statedBy), counted: String(counted) },
    })),
  };
}

export function presentLine(line: FileLine) {
  return {
    object: 'bank_file_line' as const,
    line: line.line,
    our_number: line.our_number,
    charge_id: line.reference,
    movement: line.movement,
    outcome: line.outcome,
    problem: line.problem,
    reasons: line.reasons.map(({ code, pt, en }) => ({ code, text_pt: pt, text_en: en })),
    amount: reaisFromCents(line.amount_cents),
    paid: reaisFromCents(line.paid_cents),
    credited: reaisFromCents(line.credited_cents),
    fee: reaisFromCents(line.fee_cents),
    occurred_on: line.occurred_on,
    credited_on: line.credited_on,
  };
}
