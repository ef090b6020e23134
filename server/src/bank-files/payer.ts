import { addDays, civilDateOf } from '../brazil/calendar.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { RowWriter } from '../write/effects.ts';
import type { Title } from './file.ts';

/** A boleto at a bank that takes files, with what is to be known before its payer is erased. */
export type PayersTitle = Pick<Title, 'reference' | 'state' | 'due_date'> & {
  readonly bank: string;
  readonly hasPayer: boolean;
};
/** Kept files that name a payer: sealed bytes with a hash, which cannot be changed. */
export type NamingFiles = { readonly count: number; readonly lastMadeAt: Date | null };

/** A bank that never says that it has ended a boleto does not keep the payer's data here for ever. */
const MAX_OPEN_DAYS_AFTER_DUE = 180;

const lockOfCharges = statement(
  'bank_titles.lock_of_charges',
  `select bank, reference, state, due_date, sealed is not null as "hasPayer"
   from bank_titles
   where reference = any($1)
   order by bank, reference
   for update`,
);
const namingFiles = statement(
  'bank_files.naming',
  `select count(*)::integer as count, max(f.created_at) as "lastMadeAt"
   from bank_files f
   where f.content_removed_at is null
     and (f.bank, f.id) in (
       select i.bank, i.file_id
       from bank_instructions i
       where i.bank = any($1)
         and i.reference = any($2)
       union all
       select l.bank, l.file_id
       from bank_file_lines l
       where l.bank = any($1)
         and l.reference = any($2)
     )`,
);

export function lockTitlesOfCharges(tx: Tx, chargeIds: readonly string[]): Promise<PayersTitle[]> {
  return tx.query<PayersTitle>(lockOfCharges, [chargeIds]);
}

export async function findNamingFiles(tx: Tx, titles: readonly PayersTitle[]): Promise<NamingFiles> {
  const banks = [...new Set(titles.map(({ bank }) => bank))];
  const [row] = await tx.query<NamingFiles>(namingFiles, [banks, titles.map(({ reference }) => reference)]);
  return row ?? { count: 0, lastMadeAt: null };
}

/** Writing it off carries its payer to the bank, as every instruction does. */
export function needsPayer({ state, hasPayer, due_date: dueDate }: PayersTitle, now: Date): boolean {
  const isOpen = state === 'registering' || state === 'open';
  return isOpen && hasPayer && addDays(dueDate, MAX_OPEN_DAYS_AFTER_DUE) >= civilDateOf(now);
}

export const erasePayerOfTitle: RowWriter<Pick<PayersTitle, 'bank' | 'reference'>> = {
  statement: statement(
    'bank_titles.erase_payer',
    `update bank_titles t
     set sealed = null
     from unnest($1::text[], $2::text[]) as gone (bank, reference)
     where t.bank = gone.bank
       and t.reference = gone.reference
     returning t.reference`,
  ),
  values: (rows) => [rows.map(({ bank }) => bank), rows.map(({ reference }) => reference)],
  writes: 'all',
};
