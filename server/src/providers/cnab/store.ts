import type { CivilDate } from '../../brazil/calendar.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Cents } from '../../kit/money.ts';
import type { TitleRow } from './title.ts';

export const TITLE_COLUMNS = `reference, our_number, charge_number, free_field, state, reason, amount_cents, issued_on,
  due_date, sealed, created_at`;

export type PaymentRow = {
  payment_reference: string;
  reference: string | null;
  our_number: string;
  amount_cents: Cents;
  fee_cents: Cents;
  paid_at: Date;
};

// Once for a reference, and no two titles of a bank share a number.
const insert = statement(
  'bank_titles.add',
  `with title as (
     insert into bank_titles (bank, reference, our_number, charge_number, free_field, state, amount_cents, issued_on,
       due_date, sealed, created_at, changed_at)
     values ($1, $2, $3, $4, $5, 'registering', $6, $7, $8, $9, $10, $10)
     on conflict do nothing
     returning bank, reference
   )
   insert into bank_instructions (bank, id, reference, kind, state, created_at)
   select bank, $11, reference, 'register', 'waiting', $12
   from title`,
);
const find = statement(
  'bank_titles.find',
  `select ${TITLE_COLUMNS}
   from bank_titles
   where bank = $1
     and reference = $2`,
);
const paymentsOf = statement(
  'bank_payments.of_title',
  `select payment_reference, reference, our_number, amount_cents, fee_cents, paid_at
   from bank_payments
   where bank = $1
     and reference = $2
   order by paid_on, payment_reference`,
);
const paidOn = statement(
  'bank_payments.of_days',
  `select payment_reference, reference, our_number, amount_cents, fee_cents, paid_at
   from bank_payments
   where bank = $1
     and paid_on between $2 and $3
   order by paid_on, payment_reference
   limit $4
   offset $5`,
);
// The update waits for a file that is being made of the instruction, and then finds it no longer waiting.
const dropUnsent = statement(
  'bank_titles.drop_unsent',
  `with dropped as (
     update bank_instructions
     set state = 'dropped',
         ended_at = $3
     where bank = $1
       and reference = $2
       and kind = 'register'
       and state = 'waiting'
     returning bank, reference
   )
   update bank_titles t
   set state = 'cancelled',
       sealed = null,
       changed_at = $3
   from dropped
   where t.bank = dropped.bank
     and t.reference = dropped.reference
   returning t.reference`,
);
const askWriteOff = statement(
  'bank_instructions.write_off',
  `with dropped as (
     update bank_instructions
     set state = 'dropped',
         ended_at = $4
     where bank = $1
       and reference = $2
       and kind = 'change_due_date'
       and state = 'waiting'
   )
   insert into bank_instructions (bank, id, reference, kind, state, created_at)
   select bank, $3, reference, 'write_off', 'waiting', $4
   from bank_titles
   where bank = $1
     and reference = $2
     and state in ('registering', 'open')
   on conflict do nothing`,
);
const changeUnsent = statement(
  'bank_titles.change_unsent',
  `with touched as (
     update bank_instructions
     set due_date = $3
     where bank = $1
       and reference = $2
       and kind = 'register'
       and state = 'waiting'
     returning bank, reference
   )
   update bank_titles t
   set due_date = $3,
       changed_at = $4
   from touched
   where t.bank = touched.bank
     and t.reference = touched.reference
   returning t.reference`,
);
const askDueDate = statement(
  'bank_instructions.change_due_date',
  `insert into bank_instructions as i (bank, id, reference, kind, due_date, state, created_at)
   select bank, $3, reference, 'change_due_date', $4, 'waiting', $5
   from bank_titles
   where bank = $1
     and reference = $2
     and state in ('registering', 'open')
   on conflict (bank, reference, kind) where state = 'waiting' do update
   set due_date = excluded.due_date
   returning i.id`,
);

const lastDueDate = statement(
  'bank_instructions.last_due_date',
  `select due_date as "dueDate", state, reason, ended_at as at
   from bank_instructions
   where bank = $1
     and reference = $2
     and kind = 'change_due_date'
   order by id desc
   limit 1`,
);

export async function insertTitle(
  db: Db,
  bank: string,
  title: TitleRow,
  instruction: { id: string; at: Date },
): Promise<void> {
  const { reference, our_number, charge_number, free_field, amount_cents, issued_on, due_date } = title;
  await db.query(insert, [
    ...[bank, reference, our_number, charge_number, free_field, amount_cents, issued_on, due_date],
    ...[title.sealed, title.created_at, instruction.id, instruction.at],
  ]);
}

export async function findTitle(db: Db, bank: string, reference: string): Promise<TitleRow | null> {
  const [row] = await db.query<TitleRow>(find, [bank, reference]);
  return row ?? null;
}

export function listPayments(db: Db, bank: string, reference: string): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(paymentsOf, [bank, reference]);
}

export function listPaid(
  db: Db,
  bank: string,
  { from, until, limit, offset }: { from: CivilDate; until: CivilDate; limit: number; offset: number },
): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(paidOn, [bank, from, until, limit, offset]);
}

/** True: it was in no file yet, so that the bank will never hear of it. */
export async function cancelUnsent(db: Db, bank: string, reference: string, at: Date): Promise<boolean> {
  return (await db.query(dropUnsent, [bank, reference, at])).length > 0;
}

export async function recordWriteOff(
  db: Db,
  bank: string,
  reference: string,
  instruction: { id: string; at: Date },
): Promise<void> {
  await db.query(askWriteOff, [bank, reference, instruction.id, instruction.at]);
}

export type DueDateChange = { readonly reference: string; readonly dueDate: CivilDate; readonly at: Date };

/** True: it was in no file yet, and the one to come has the new date. */
export async function changeUnsentDueDate(db: Db, bank: string, change: DueDateChange): Promise<boolean> {
  return (await db.query(changeUnsent, [bank, change.reference, change.dueDate, change.at])).length > 0;
}

export type LastDueDate = { dueDate: CivilDate; state: string; reason: string | null; at: Date | null };

/** The last change of the due date that was asked for. */
export async function findLastDueDate(db: Db, bank: string, reference: string): Promise<LastDueDate | null> {
  const [last] = await db.query<LastDueDate>(lastDueDate, [bank, reference]);
  return last ?? null;
}

/** False: the title is ended. */
export async function recordDueDate(
  db: Db,
  bank: string,
  id: string,
  change: DueDateChange,
): Promise<boolean> {
  return (await db.query(askDueDate, [bank, change.reference, id, change.dueDate, change.at])).length > 0;
}
