import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { TITLE_COLUMNS } from '../providers/cnab/store.ts';
import type { RowWriter } from '../write/effects.ts';
import type { BankFile, FileDirection, FileLine, Instruction, NewBankFile, Title } from './file.ts';

type Reader = Pick<Tx, 'query'> | Db;

const FILE_COLUMNS = `bank, id, direction, number, name, state, problem, sha256, size, titles_count, total_cents,
  paid_count, paid_cents, fee_cents, open_count, user_id, created_at, ended_at, content_removed_at`;
const INSTRUCTION_COLUMNS = 'id, reference, kind, due_date, state, reason';

export type Covenant = { file_number: number; cut_off_at: Date | null };
/** A title with an instruction that waits. */
export type Waiting = Title & {
  instruction_id: string;
  kind: Instruction['kind'];
  new_due_date: string | null;
};

const addCovenant = statement(
  'bank_covenants.add',
  'insert into bank_covenants (bank) values ($1) on conflict do nothing',
);
const lockOne = statement(
  'bank_covenants.lock',
  'select file_number, cut_off_at from bank_covenants where bank = $1 for update',
);
const findOne = statement(
  'bank_covenants.find',
  'select file_number, cut_off_at from bank_covenants where bank = $1',
);
const waiting = statement(
  'bank_instructions.waiting',
  `select i.id as instruction_id, i.kind, i.due_date as new_due_date, t.${TITLE_COLUMNS.replace(/, */g, ', t.')}
   from bank_instructions i
   join bank_titles t on t.bank = i.bank and t.reference = i.reference
   where i.bank = $1
     and i.state = 'waiting'
   order by i.id
   limit $2
   for update of i`,
);
const countWaiting = statement(
  'bank_instructions.count_waiting',
  `select count(*)::integer as count from bank_instructions where bank = $1 and state = 'waiting'`,
);
const sentInstructions = statement(
  'bank_instructions.sent',
  `select ${INSTRUCTION_COLUMNS}
   from bank_instructions
   where bank = $1
     and reference = any($2)
     and state = 'in_file'
   order by id
   for update`,
);
const titlesOf = (lock: string) => `select ${TITLE_COLUMNS}
   from bank_titles
   where bank = $1
     and our_number = any($2)
   order by reference${lock}`;
const titlesByNumber = statement('bank_titles.by_number', titlesOf(''));
const lockedTitles = statement('bank_titles.lock', titlesOf('\n   for update'));
const bookedFacts = statement(
  'bank_file_lines.facts',
  'select fact from bank_file_lines where bank = $1 and fact = any($2)',
);
const fileById = statement('bank_files.find', `select ${FILE_COLUMNS} from bank_files where id = $1`);
const fileByContent = statement(
  'bank_files.by_content',
  `select ${FILE_COLUMNS}
   from bank_files
   where bank = $1
     and sha256 = $2
     and direction = 'return'
     and state <> 'failed'`,
);
const contentOf = statement(
  'bank_files.content',
  'select content from bank_files where bank = $1 and id = $2',
);
const listed = statement(
  'bank_files.list',
  `select ${FILE_COLUMNS}
   from bank_files
   where id < $1
     and ($2::text is null or bank = $2)
     and ($3::text is null or direction = $3)
   order by id desc
   limit $4
   offset $5`,
);
const counted = statement(
  'bank_files.count',
  `select count(*) as total
   from bank_files
   where ($1::text is null or bank = $1)
     and ($2::text is null or direction = $2)`,
);
const LINE_COLUMNS = `line, our_number, reference, movement, event, outcome, problem, reasons, amount_cents, paid_cents,
     credited_cents, fee_cents, occurred_on, credited_on, fact`;
const oneLine = statement(
  'bank_file_lines.find',
  `select ${LINE_COLUMNS}
   from bank_file_lines
   where bank = $1
     and file_id = $2
     and line = $3`,
);
const linesOfFile = statement(
  'bank_file_lines.list',
  `select ${LINE_COLUMNS}
   from bank_file_lines
   where bank = $1
     and file_id = $2
     and line > $3
     and (not $4 or problem is not null or outcome = any($5))
   order by line
   limit $6`,
);
const chargesOf = statement(
  'bank_files.charges',
  `select reference, account_id, charge_id from provider_references where reference = any($1)`,
);
const selectUnsent = statement(
  'bank_files.unsent',
  `select ${FILE_COLUMNS}, coalesce(claimed_until > now(), false) as "isClaimed"
   from bank_files
   where bank = $1
     and direction = 'remittance'
     and state = 'made'
     and content_removed_at is null
   order by number
   limit 10`,
);
/** What a process that is killed meanwhile does not write is written by another afterwards. */
export const claimFile: RowWriter<BankFile> = {
  statement: statement(
    'bank_files.claim',
    `update bank_files f
     set claimed_until = now() + interval '1 minute'
     from unnest($1::text[], $2::uuid[]) as claimed (bank, id)
     where f.bank = claimed.bank
       and f.id = claimed.id
     returning f.id`,
  ),
  values: (files) => [files.map(({ bank }) => bank), files.map(({ id }) => id)],
  writes: 'all',
};
const markSent = statement(
  'bank_files.sent',
  `update bank_files
   set state = 'sent',
       ended_at = $3,
       claimed_until = null
   where bank = $1
     and id = $2
     and state = 'made'`,
);

/** What makes or books a file of a bank holds this row until it commits. */
export async function lockCovenant(tx: Tx, bank: string): Promise<Covenant> {
  await tx.query(addCovenant, [bank]);
  const [row] = await tx.query<Covenant>(lockOne, [bank]);
  return row as Covenant;
}

export async function findCovenant(db: Db, bank: string): Promise<Covenant | null> {
  const [row] = await db.query<Covenant>(findOne, [bank]);
  return row ?? null;
}

export function lockWaiting(tx: Tx, bank: string, limit: number): Promise<Waiting[]> {
  return tx.query<Waiting>(waiting, [bank, limit]);
}

export async function waitingCount(db: Db, bank: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(countWaiting, [bank]);
  return row?.count ?? 0;
}

export function findTitles(db: Reader, bank: string, numbers: readonly string[]): Promise<Title[]> {
  return db.query<Title>(titlesByNumber, [bank, numbers]);
}

/** Instructions before titles: the order in which the rail takes them. */
export async function lockTitles(
  tx: Tx,
  bank: string,
  { numbers, references }: { numbers: readonly string[]; references: readonly string[] },
): Promise<{ instructions: Instruction[]; titles: Title[] }> {
  const instructions = await tx.query<Instruction>(sentInstructions, [bank, references]);
  return { instructions, titles: await tx.query<Title>(lockedTitles, [bank, numbers]) };
}

export async function findBooked(db: Reader, bank: string, facts: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ fact: string }>(bookedFacts, [bank, facts]);
  return new Set(rows.map(({ fact }) => fact));
}

export async function findFile(db: Reader, id: string): Promise<BankFile | null> {
  const [row] = await db.query<BankFile>(fileById, [id]);
  return row ?? null;
}

export async function findByContent(db: Reader, bank: string, sha256: Buffer): Promise<BankFile | null> {
  const [row] = await db.query<BankFile>(fileByContent, [bank, sha256]);
  return row ?? null;
}

export async function readContent(db: Db, { bank, id }: BankFile): Promise<Buffer | null> {
  const [row] = await db.query<{ content: Buffer }>(contentOf, [bank, id]);
  return row?.content ?? null;
}

export type FilesWanted = {
  below: string;
  bank: string | null;
  direction: FileDirection | null;
  limit: number;
  offset: number;
};

export function listFiles(db: Db, wanted: FilesWanted): Promise<BankFile[]> {
  const { below, bank, direction, limit, offset } = wanted;
  return db.query<BankFile>(listed, [below, bank, direction, limit, offset]);
}

export async function countFiles(
  db: Db,
  { bank, direction }: Pick<FilesWanted, 'bank' | 'direction'>,
): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(counted, [bank, direction]);
  return row?.total ?? 0n;
}

export type LinesWanted = { after: number; onlyOpen: boolean; open: readonly string[]; limit: number };

export function listLines(
  db: Db,
  { bank, id }: BankFile,
  { after, onlyOpen, open, limit }: LinesWanted,
): Promise<FileLine[]> {
  return db.query<FileLine>(linesOfFile, [bank, id, after, onlyOpen, open, limit]);
}

export async function findLine(
  db: Reader,
  { bank, id }: Pick<BankFile, 'bank' | 'id'>,
  line: number,
): Promise<FileLine | null> {
  const [row] = await db.query<FileLine>(oneLine, [bank, id, line]);
  return row ?? null;
}

/** Where the charge of each title is. */
export type TitleCharge = { reference: string; accountId: string };

export async function findCharges(db: Db, titles: readonly Title[]): Promise<TitleCharge[]> {
  const names = titles.flatMap(({ reference, our_number, charge_number }) => [
    ...[reference, our_number, charge_number],
  ]);
  const rows = await db.query<{ account_id: string; charge_id: string }>(chargesOf, [[...new Set(names)]]);
  const accounts = new Map(rows.map((row) => [row.charge_id, row.account_id]));
  return titles.flatMap(({ reference }) => {
    const accountId = accounts.get(reference);
    return accountId === undefined ? [] : [{ reference, accountId }];
  });
}

/** Files that no worker is writing into the folder of their bank; for a minute they are this one's. */
/** Those that the bank has not got, by their numbers. */
export function unsentFiles(tx: Tx, bank: string): Promise<(BankFile & { isClaimed: boolean })[]> {
  return tx.query(selectUnsent, [bank]);
}

export async function markFileSent(db: Db, { bank, id }: BankFile, at: Date): Promise<void> {
  await db.query(markSent, [bank, id, at]);
}

type OfBank<T> = T & { readonly bank: string };

export const saveCovenant: RowWriter<OfBank<Covenant>> = {
  statement: statement(
    'bank_covenants.save',
    `update bank_covenants
     set file_number = $2,
         cut_off_at = $3
     where bank = $1
     returning bank`,
  ),
  values: ([row]) => [row?.bank, row?.file_number, row?.cut_off_at],
  writes: 'all',
};

const NEW_FILE = `bank, id, direction, number, name, state, problem, sha256, size, titles_count, total_cents, paid_count,
  paid_cents, fee_cents, open_count, user_id, created_at, ended_at, content`;

export const insertFile: RowWriter<NewBankFile> = {
  statement: statement(
    'bank_files.add',
    `insert into bank_files (${NEW_FILE})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     returning id`,
  ),
  values: ([file]) => (file ? NEW_FILE.split(',').map((name) => file[name.trim() as keyof NewBankFile]) : []),
  writes: 'all',
};

export const saveFile: RowWriter<{ readonly before: BankFile; readonly after: BankFile }> = {
  statement: statement(
    'bank_files.save',
    `update bank_files
     set state = $4,
         problem = $5,
         paid_count = $6,
         paid_cents = $7,
         fee_cents = $8,
         open_count = $9,
         ended_at = $10
     where bank = $1
       and id = $2
       and state = $3
     returning id`,
  ),
  values: ([row]) => {
    if (!row) return [];
    const { after, before } = row;
    return [
      ...[after.bank, after.id, before.state, after.state, after.problem, after.paid_count],
      ...[after.paid_cents, after.fee_cents, after.open_count, after.ended_at],
    ];
  },
  writes: 'all',
};
