import type { Actor } from '../audit/record.ts';
import { CnabError } from '../brazil/cnab/error.ts';
import type { Occurrence } from '../brazil/cnab/occurrence.ts';
import { type ReturnFile, readReturn, type SumDifference } from '../brazil/cnab/return-file.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { hashOf } from '../files/content.ts';
import { assert, GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { cents, sum, ZERO } from '../kit/money.ts';
import type { CnabConfig } from '../providers/cnab/config.ts';
import { type CnabRail, cnabRails } from '../providers/cnab/rail.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import { type Booking, decideReturn, factsOf, isOpen, numberOf, type ReturnState } from './decide-return.ts';
import type { BankFile, FileLine, Instruction, NewBankFile, Title } from './file.ts';
import { CONTENT_SEAL, fileAction } from './make.ts';
import { insertLine, insertPayment, saveInstruction, saveTitle } from './rows.ts';
import {
  findBooked,
  findByContent,
  findCharges,
  findFile,
  findTitles,
  insertFile,
  lockCovenant,
  lockTitles,
  readContent,
  saveFile,
  type TitleCharge,
} from './store.ts';

/** Some 12,000 titles. */
export const MAX_RETURN_BYTES = 6 * 1024 * 1024;
const MAX_NAME_LENGTH = 200;

export type Received = {
  readonly id: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** Null: it lay in the folder of the bank. */
  readonly by: Actor | null;
};

/** A file as it was read, or why it cannot be. */
export type Reading =
  | { readonly file: ReturnFile; readonly problem?: never }
  | { readonly problem: CnabError };

/** Whole, of this bank and of this company. Sums that do not add up are part of what was read. */
export function readFor({ bank, agreement }: CnabConfig, bytes: Buffer): Reading {
  try {
    if (bytes.length > MAX_RETURN_BYTES)
      throw new CnabError(`the file has more than ${MAX_RETURN_BYTES} bytes`);
    const file = readReturn(bytes, { acceptDifferentSums: true });
    if (file.bank !== bank.name) throw new CnabError(`is not of ${bank.title}`, { line: 1, from: 1, to: 3 });
    if (file.company.document !== agreement.company.document)
      throw new CnabError(`is of another company: ${file.company.name}`, {
        line: 1,
        field: 'companyDocument',
      });
    return { file };
  } catch (error) {
    if (error instanceof CnabError) return { problem: error };
    throw error;
  }
}

/** Keeps a return that was read, with what it would do. The same bytes again are the file that is known. */
export async function keepReturn(
  deps: ChargeDeps,
  { cnab }: CnabRail,
  received: Received,
  reading: Reading,
  answer?: Answer<BankFile>,
): Promise<BankFile> {
  const { bytes, by } = received;
  const sha256 = hashOf(bytes);
  const occurrences = reading.problem ? [] : reading.file.occurrences;
  const preview = await previewOf(deps.db, cnab, occurrences);
  const file: NewBankFile = {
    bank: cnab.name,
    id: received.id,
    direction: 'return',
    number: reading.problem ? null : reading.file.fileNumber,
    name: received.name.slice(0, MAX_NAME_LENGTH),
    state: reading.problem ? 'failed' : 'checked',
    problem: reading.problem?.message ?? null,
    sha256,
    size: bytes.length,
    titles_count: occurrences.length,
    total_cents: sum(occurrences.map(({ amountCents }) => amountCents)),
    ...figuresOf(preview.lines),
    user_id: by?.userId ?? null,
    created_at: deps.clock.now(),
    ended_at: null,
    content_removed_at: null,
    content: deps.vault.seal(CONTENT_SEAL, bytes),
  };
  const { content: _, ...kept } = file;
  return deps.writer.commit(
    {
      load: async (tx) => {
        await lockCovenant(tx, cnab.name);
        return findByContent(tx, cnab.name, sha256);
      },
      decide: (known): Decision<BankFile> => {
        if (known) return done(known);
        const audit = by ? [fileAction('bank_file.uploaded', by, kept)] : [];
        return done<BankFile>(kept, { rows: [rowWrite(insertFile, file)], audit });
      },
    },
    answer,
  );
}

/** What each line would do now. Nothing is locked: booking decides again. */
export async function previewOf(
  db: Db,
  cnab: CnabConfig,
  occurrences: readonly Occurrence[],
): Promise<Booking> {
  const titles = await findTitles(db, cnab.name, numbersOf(occurrences));
  const charges = await findCharges(db, titles);
  const booked = await findBooked(db, cnab.name, factsOf(occurrences));
  return decideReturn(occurrences, stateOf(titles, { instructions: [], booked, charges }));
}

export type Read = { readonly cnab: CnabConfig; readonly file: ReturnFile };

/** A kept return, read again from its bytes. */
export async function readKept(deps: ChargeDeps, file: BankFile): Promise<Read> {
  const rail = railOf(deps, file.bank);
  const reading = readFor(rail.cnab, await bytesOf(deps, file));
  if (reading.problem) throw invalidState(reading.problem.message);
  return { cnab: rail.cnab, file: reading.file };
}

/** The bytes as they were made or received. */
export async function bytesOf({ db, vault }: ChargeDeps, file: BankFile): Promise<Buffer> {
  const content = await readContent(db, file);
  if (content === null || content.length === 0)
    throw invalidState('The bytes of this file were removed: it is older than what is kept');
  const bytes = vault.openBytes(CONTENT_SEAL, content);
  assert(hashOf(bytes).equals(file.sha256), `the content of file ${file.id} is what was stored`);
  return bytes;
}

export type Confirmation = { readonly acceptsDifferentSums: boolean; readonly by: Actor | null };

/** Books every line once, with the states of the titles, in one transaction. A second time changes nothing. */
export async function bookReturn(
  deps: ChargeDeps,
  id: string,
  { acceptsDifferentSums, by }: Confirmation,
  answer?: Answer<BankFile>,
): Promise<BankFile> {
  const found = await findFile(deps.db, id);
  if (!found) throw notFound('Bank file');
  if (found.state !== 'checked') {
    return deps.writer.commit({ load: () => Promise.resolve(found), decide: settled }, answer);
  }
  const { cnab, file } = await readKept(deps, found);
  requireSums(file.differences, acceptsDifferentSums);
  const { occurrences } = file;
  const facts = factsOf(occurrences);
  const numbers = numbersOf(occurrences);
  const known = await findTitles(deps.db, cnab.name, numbers);
  const charges = await findCharges(deps.db, known);
  const references = known.map(({ reference }) => reference);
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: async (tx) => {
        await lockCovenant(tx, cnab.name);
        const current = await findFile(tx, id);
        assert(current, 'files are never deleted');
        const state = await lockedState(tx, cnab, { numbers, references, facts, charges });
        return { current, state };
      },
      decide: ({ current, state }): Decision<BankFile> => {
        if (current.state !== 'checked') return settled(current);
        return booked(current, decideReturn(occurrences, state), { charges, now, by });
      },
    },
    answer,
  );
}

function settled(file: BankFile): Decision<BankFile> {
  if (file.state === 'booked') return done(file);
  return new GatewayError('INVALID_STATE', 'Only a return that was checked can be booked');
}

function requireSums(differences: readonly SumDifference[], isAccepted: boolean): void {
  const [first] = differences;
  if (!first || isAccepted) return;
  throw invalidField(
    'accept_different_sums',
    `line ${first.line} says ${first.statedBy}, and the titles come to ${first.counted}`,
  );
}

type Locking = {
  numbers: readonly string[];
  references: readonly string[];
  facts: readonly string[];
  charges: readonly TitleCharge[];
};

async function lockedState(
  tx: Tx,
  { name }: CnabConfig,
  { facts, charges, ...wanted }: Locking,
): Promise<ReturnState> {
  const { instructions, titles } = await lockTitles(tx, name, wanted);
  return stateOf(titles, { instructions, booked: await findBooked(tx, name, facts), charges });
}

function stateOf(
  titles: readonly Title[],
  {
    instructions,
    booked: facts,
    charges,
  }: Pick<ReturnState, 'instructions' | 'booked'> & {
    charges: readonly TitleCharge[];
  },
): ReturnState {
  return {
    titles: new Map(titles.map((title) => [title.our_number, title])),
    instructions,
    booked: facts,
    charges: new Set(charges.map(({ reference }) => reference)),
  };
}

type Circumstances = { charges: readonly TitleCharge[]; now: Date; by: Actor | null };

/** The charges look at their boletos afterwards, each by its own job. */
function booked(file: BankFile, booking: Booking, { charges, now, by }: Circumstances): Decision<BankFile> {
  const { bank, id } = file;
  const after: BankFile = { ...file, state: 'booked', ended_at: now, ...figuresOf(booking.lines) };
  const accounts = new Map(charges.map(({ reference, accountId }) => [reference, accountId]));
  const changed = new Set([
    ...booking.titles.map(({ reference }) => reference),
    ...booking.instructions.filter(isRefusedDueDate).map(({ reference }) => reference),
    ...booking.payments.flatMap(({ reference }) => reference ?? []),
  ]);
  const jobs = [...changed].flatMap((reference) => {
    const accountId = accounts.get(reference);
    if (accountId === undefined) return [];
    return [{ accountId, kind: LOOK_JOB, payload: { charge_id: reference }, runAt: now }];
  });
  return done(after, {
    rows: [
      rowWrite(saveFile, { before: file, after }),
      ...booking.instructions.map((row) =>
        rowWrite(saveInstruction, { ...row, bank, file_id: null, at: now }),
      ),
      ...booking.titles.map((row) => rowWrite(saveTitle, { ...row, bank, at: now })),
      ...booking.lines.map((row) => rowWrite(insertLine, { ...row, bank, file_id: id })),
      ...booking.payments.map((row) => rowWrite(insertPayment, { ...row, bank, file_id: id })),
    ],
    jobs,
    audit: by ? [fileAction('bank_file.booked', by, after)] : [],
  });
}

/** It changes no title, and ends what the charge waits for. */
function isRefusedDueDate({ kind, state }: Instruction): boolean {
  return kind === 'change_due_date' && state === 'refused';
}

/** Its handler reads the boleto at the bank, which here are the rows that were just written. */
const LOOK_JOB = 'boleto.look';

function figuresOf(lines: readonly FileLine[]) {
  const fresh = lines.filter(({ outcome }) => outcome !== 'repeated');
  const paid = fresh.filter(({ paid_cents: amount }) => amount > 0n);
  return {
    paid_count: paid.length,
    paid_cents: cents(paid.reduce((total: bigint, line) => total + line.paid_cents, ZERO)),
    fee_cents: cents(fresh.reduce((total: bigint, line) => total + line.fee_cents, ZERO)),
    open_count: lines.filter(isOpen).length,
  };
}

function numbersOf(occurrences: readonly Occurrence[]): string[] {
  return [...new Set(occurrences.map(numberOf))];
}

export function railOf({ rails }: Pick<ChargeDeps, 'rails'>, bank: string): CnabRail {
  const rail = cnabRails(rails).find(({ name }) => name === bank);
  if (!rail)
    throw invalidField(
      'bank',
      `is none of ${cnabRails(rails)
        .map(({ name }) => name)
        .join(', ')}`,
    );
  return rail;
}

function invalidState(message: string): GatewayError {
  return new GatewayError('INVALID_STATE', message);
}
