import { statement } from '../db/pool.ts';
import { assert } from '../kit/errors.ts';
import type { RowWriter } from '../write/effects.ts';
import type { FileLine, Instruction, NewPayment, Title } from './file.ts';

/** A row of one bank; all rows of one write are of the same. */
type OfBank<T> = T & { readonly bank: string };
type InFile<T> = OfBank<T> & { readonly file_id: string };

function bankOf(rows: readonly { readonly bank: string }[]): string {
  const [first] = rows;
  assert(first, 'there are rows');
  return first.bank;
}

export type EndedInstruction = OfBank<Instruction> & { readonly file_id: string | null; readonly at: Date };

/** A file id stays when there is none here. Only what waits or was sent changes. */
export const saveInstruction: RowWriter<EndedInstruction> = {
  statement: statement(
    'bank_instructions.save',
    `update bank_instructions i
     set state = changed.state,
         reason = changed.reason,
         file_id = coalesce(changed.file_id, i.file_id),
         ended_at = case when changed.state = 'in_file' then null else changed.at end
     from unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[])
       as changed (id, state, reason, file_id, at)
     where i.bank = $1
       and i.id = changed.id
       and i.state in ('waiting', 'in_file')
     returning i.id`,
  ),
  values: (rows) => [
    bankOf(rows),
    rows.map(({ id }) => id),
    rows.map(({ state }) => state),
    rows.map(({ reason }) => reason),
    rows.map(({ file_id: fileId }) => fileId),
    rows.map(({ at }) => at),
  ],
  writes: 'all',
};

export const saveTitle: RowWriter<OfBank<Title> & { readonly at: Date }> = {
  statement: statement(
    'bank_titles.save',
    `update bank_titles t
     set state = changed.state,
         reason = changed.reason,
         due_date = changed.due_date,
         sealed = case when changed.is_ended then null else t.sealed end,
         changed_at = changed.at
     from unnest($2::text[], $3::text[], $4::text[], $5::date[], $6::boolean[], $7::timestamptz[])
       as changed (reference, state, reason, due_date, is_ended, at)
     where t.bank = $1
       and t.reference = changed.reference
     returning t.reference`,
  ),
  values: (rows) => [
    bankOf(rows),
    rows.map(({ reference }) => reference),
    rows.map(({ state }) => state),
    rows.map(({ reason }) => reason),
    rows.map(({ due_date: dueDate }) => dueDate),
    rows.map(({ sealed }) => sealed === null),
    rows.map(({ at }) => at),
  ],
  writes: 'all',
};

export const insertLine: RowWriter<InFile<FileLine>> = {
  statement: statement(
    'bank_file_lines.add',
    `insert into bank_file_lines (bank, file_id, line, our_number, reference, movement, event, outcome, problem, reasons,
       amount_cents, paid_cents, credited_cents, fee_cents, occurred_on, credited_on, fact)
     select $1, line.*
     from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::json[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::date[], $16::date[], $17::text[])
       as line
     returning line`,
  ),
  values: (rows) => [
    bankOf(rows),
    rows.map((row) => row.file_id),
    rows.map((row) => row.line),
    rows.map((row) => row.our_number),
    rows.map((row) => row.reference),
    rows.map((row) => row.movement),
    rows.map((row) => row.event),
    rows.map((row) => row.outcome),
    rows.map((row) => row.problem),
    rows.map((row) => JSON.stringify(row.reasons)),
    rows.map((row) => row.amount_cents),
    rows.map((row) => row.paid_cents),
    rows.map((row) => row.credited_cents),
    rows.map((row) => row.fee_cents),
    rows.map((row) => row.occurred_on),
    rows.map((row) => row.credited_on),
    rows.map((row) => row.fact),
  ],
  writes: 'all',
};

/** A repeated line, booked by a person as a payment of its own. Once. */
export const bookLine: RowWriter<InFile<FileLine>> = {
  statement: statement(
    'bank_file_lines.book',
    `update bank_file_lines l
     set outcome = booked.outcome,
         fact = booked.fact
     from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[]) as booked (file_id, line, outcome, fact)
     where l.bank = $1
       and l.file_id = booked.file_id
       and l.line = booked.line
       and l.outcome = 'repeated'
     returning l.line`,
  ),
  values: (rows) => [
    bankOf(rows),
    rows.map((row) => row.file_id),
    rows.map((row) => row.line),
    rows.map((row) => row.outcome),
    rows.map((row) => row.fact),
  ],
  writes: 'all',
};

export const insertPayment: RowWriter<InFile<NewPayment>> = {
  statement: statement(
    'bank_payments.add',
    `insert into bank_payments (bank, file_id, payment_reference, reference, our_number, amount_cents, credited_cents,
       fee_cents, paid_on, credited_on, paid_at)
     select $1, payment.*
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::date[],
       $10::date[], $11::timestamptz[]) as payment
     returning payment_reference`,
  ),
  values: (rows) => [
    bankOf(rows),
    rows.map((row) => row.file_id),
    rows.map((row) => row.payment_reference),
    rows.map((row) => row.reference),
    rows.map((row) => row.our_number),
    rows.map((row) => row.amount_cents),
    rows.map((row) => row.credited_cents),
    rows.map((row) => row.fee_cents),
    rows.map((row) => row.paid_on),
    rows.map((row) => row.credited_on),
    rows.map((row) => row.paid_at),
  ],
  writes: 'all',
};
