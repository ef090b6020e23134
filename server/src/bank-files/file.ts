import type { CivilDate } from '../brazil/calendar.ts';
import type { ReturnEvent } from '../brazil/cnab/codes/movements.ts';
import type { Reason } from '../brazil/cnab/codes/reasons.ts';
import type { Cents } from '../kit/money.ts';
import type { InstructionKind, TitleRow } from '../providers/cnab/title.ts';

export const FILE_DIRECTIONS = ['remittance', 'return'] as const;
export type FileDirection = (typeof FILE_DIRECTIONS)[number];
/** A remittance is made, then sent to the bank; a return is checked, then booked. `failed`: it could not be read. */
export const FILE_STATES = ['made', 'sent', 'checked', 'booked', 'failed'] as const;
export type FileState = (typeof FILE_STATES)[number];

/** A file without its content. */
export type BankFile = {
  bank: string;
  id: string;
  direction: FileDirection;
  number: number | null;
  name: string;
  state: FileState;
  problem: string | null;
  sha256: Buffer;
  size: number;
  titles_count: number;
  total_cents: Cents;
  paid_count: number;
  paid_cents: Cents;
  fee_cents: Cents;
  open_count: number;
  user_id: string | null;
  created_at: Date;
  ended_at: Date | null;
  /** Its bytes were removed because of their age. */
  content_removed_at: Date | null;
};
export type NewBankFile = BankFile & { content: Buffer };

export const LINE_OUTCOMES = [
  'registered',
  'refused',
  'paid',
  'written_off',
  'changed',
  'instruction_refused',
  'fee',
  'noted',
  'repeated',
  'unknown_title',
  'problem',
] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];
/** What a person has to look at. */
export const OPEN_OUTCOMES: readonly LineOutcome[] = ['instruction_refused', 'unknown_title', 'problem'];

export const LINE_PROBLEMS = [
  'other_reference',
  'other_amount',
  'no_amount',
  'unknown_movement',
  'no_charge',
] as const;
export type LineProblem = (typeof LINE_PROBLEMS)[number];

/** What a return says of one title, and what becomes of it. */
export type FileLine = {
  line: number;
  our_number: string;
  reference: string | null;
  movement: string;
  event: ReturnEvent;
  outcome: LineOutcome;
  problem: LineProblem | null;
  reasons: readonly Reason[];
  amount_cents: Cents;
  paid_cents: Cents;
  credited_cents: Cents;
  fee_cents: Cents;
  occurred_on: CivilDate | null;
  credited_on: CivilDate | null;
  fact: string | null;
};

export type Instruction = {
  readonly id: string;
  readonly reference: string;
  readonly kind: InstructionKind;
  readonly due_date: CivilDate | null;
  readonly state: 'waiting' | 'in_file' | 'done' | 'refused' | 'dropped';
  readonly reason: string | null;
};

export type Title = TitleRow;

export type NewPayment = {
  payment_reference: string;
  reference: string | null;
  our_number: string;
  amount_cents: Cents;
  credited_cents: Cents;
  fee_cents: Cents;
  paid_on: CivilDate;
  credited_on: CivilDate | null;
  paid_at: Date;
};
