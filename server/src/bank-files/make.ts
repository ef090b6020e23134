import type { Action, Actor } from '../audit/record.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import { CnabError } from '../brazil/cnab/error.ts';
import { type WrittenRemittance, writeRemittance } from '../brazil/cnab/remittance.ts';
import type { Title as WrittenTitle } from '../brazil/cnab/title.ts';
import { validateRemittance } from '../brazil/cnab/validation/validate.ts';
import { localTime } from '../brazil/local-time.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { hashOf } from '../files/content.ts';
import { assert, GatewayError } from '../kit/errors.ts';
import { ZERO } from '../kit/money.ts';
import type { Vault } from '../kit/secrets.ts';
import type { CnabConfig } from '../providers/cnab/config.ts';
import type { CnabRail } from '../providers/cnab/rail.ts';
import { requireCarried, writtenTitle } from '../providers/cnab/title.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import type { BankFile, Instruction, NewBankFile } from './file.ts';
import { type EndedInstruction, saveInstruction, saveTitle } from './rows.ts';
import { type Covenant, insertFile, lockCovenant, lockWaiting, saveCovenant, type Waiting } from './store.ts';

export const CONTENT_SEAL = 'bank files';
/** The rest goes into the next file. */
export const MAX_TITLES_PER_FILE = 5_000;

type FileState = { readonly covenant: Covenant; readonly waiting: readonly Waiting[] };
type Wanted = {
  readonly id: string;
  readonly now: Date;
  readonly by: Actor | null;
  /** The cut-off that asks for it; null: a person does. */
  readonly cutOff: Date | null;
};

/**
 * The next file of a bank, of everything that waits; null: nothing does. Its number is taken in the same transaction as the
 * instructions, under the lock of the bank: no number is lost and nothing stands in two files, however many ask at the same time.
 */
export function makeFile(
  deps: ChargeDeps,
  { cnab }: CnabRail,
  { by, cutOff }: Pick<Wanted, 'by' | 'cutOff'>,
  answer?: Answer<BankFile | null>,
): Promise<BankFile | null> {
  const wanted = { id: deps.ids.next(), now: deps.clock.now(), by, cutOff };
  return deps.writer.commit(
    {
      load: async (tx): Promise<FileState> => ({
        covenant: await lockCovenant(tx, cnab.name),
        waiting: await lockWaiting(tx, cnab.name, MAX_TITLES_PER_FILE),
      }),
      decide: (state) => decideFile(state, cnab, deps.vault, wanted),
    },
    answer,
  );
}

type Sorted = {
  readonly carried: readonly { readonly row: Waiting; readonly title: WrittenTitle }[];
  readonly dropped: readonly Waiting[];
  readonly refused: readonly { readonly row: Waiting; readonly reason: string }[];
};

function decideFile(
  { covenant, waiting }: FileState,
  cnab: CnabConfig,
  vault: Vault,
  wanted: Wanted,
): Decision<BankFile | null> {
  const { cutOff, now, by } = wanted;
  const isSeen = cutOff !== null && covenant.cut_off_at !== null && covenant.cut_off_at >= cutOff;
  if (isSeen) return done(null);
  const { carried, dropped, refused } = sorted(cnab, vault, waiting);
  const cutOffAt = cutOff ?? covenant.cut_off_at;
  const file = carried.length === 0 ? null : fileOf(cnab, vault, covenant, carried, wanted);
  const { name: bank } = cnab;
  const ended = (row: Waiting, state: Instruction['state'], reason: string | null): EndedInstruction => ({
    ...{ bank, id: row.instruction_id, reference: row.reference, kind: row.kind, due_date: row.new_due_date },
    ...{ state, reason, at: now, file_id: state === 'in_file' ? (file?.id ?? null) : null },
  });
  const instructions = [
    ...carried.map(({ row }) => ended(row, 'in_file', null)),
    ...dropped.map((row) => ended(row, 'dropped', null)),
    ...refused.map(({ row, reason }) => ended(row, 'refused', reason)),
  ];
  const lost = refused.filter(({ row }) => row.kind === 'register');
  return done(file, {
    rows: [
      rowWrite(saveCovenant, {
        bank,
        file_number: file?.number ?? covenant.file_number,
        cut_off_at: cutOffAt,
      }),
      ...(file ? [rowWrite(insertFile, file)] : []),
      ...instructions.map((row) => rowWrite(saveInstruction, row)),
      ...lost.map(({ row, reason }) =>
        rowWrite(saveTitle, { ...row, bank, state: 'refused', reason, at: now }),
      ),
    ],
    audit: by && file ? [fileAction('bank_file.made', by, file)] : [],
  });
}

/** What a person did with a file, for the audit log. */
export function fileAction(
  action: `bank_file.${'made' | 'uploaded' | 'booked' | 'downloaded' | 'sent' | 'payment_booked'}`,
  actor: Actor,
  { id, bank, direction, number, name, titles_count: titles }: BankFile,
): Action {
  const { accountId } = actor;
  const details = { bank, direction, number, name, titles };
  return { actor, accountId, action, target: { kind: 'bank_file', id }, details };
}

/** One title that no file can carry must not keep the others waiting. A title that has ended needs nothing more. */
function sorted(cnab: CnabConfig, vault: Vault, waiting: readonly Waiting[]): Sorted {
  const carried: { row: Waiting; title: WrittenTitle }[] = [];
  const dropped: Waiting[] = [];
  const refused: { row: Waiting; reason: string }[] = [];
  for (const row of waiting) {
    if (row.state !== 'registering' && row.state !== 'open') {
      dropped.push(row);
      continue;
    }
    try {
      const dueDate = row.new_due_date ?? row.due_date;
      const title = writtenTitle(cnab, vault, { ...row, due_date: dueDate }, row.kind);
      requireCarried(cnab, title);
      carried.push({ row, title });
    } catch (error) {
      // A fault that is not of this title is of the settings: nothing is refused for it.
      if (!(error instanceof CnabError) || error.place.title === undefined) throw error;
      refused.push({ row, reason: error.message });
    }
  }
  return { carried, dropped, refused };
}

function fileOf(
  cnab: CnabConfig,
  vault: Vault,
  covenant: Covenant,
  carried: Sorted['carried'],
  { id, now, by }: Wanted,
): NewBankFile {
  const { bank, agreement, isTest, name } = cnab;
  const number = covenant.file_number + 1;
  const written = writeRemittance({
    ...{ bank, agreement, isTest, fileNumber: number, createdOn: civilDateOf(now) },
    createdAt: localTime(now).slice(-8).replaceAll(':', ''),
    titles: carried.map(({ title }) => title),
  });
  requireValid(written);
  const bytes = Buffer.from(written.text, 'latin1');
  return {
    bank: name,
    id,
    direction: 'remittance',
    number,
    name: `${name}-${String(number).padStart(6, '0')}.rem`,
    state: 'made',
    problem: null,
    sha256: hashOf(bytes),
    size: bytes.length,
    titles_count: written.titles,
    total_cents: written.totalCents,
    ...{ paid_count: 0, paid_cents: ZERO, fee_cents: ZERO, open_count: 0 },
    user_id: by?.userId ?? null,
    created_at: now,
    ended_at: null,
    content_removed_at: null,
    content: vault.seal(CONTENT_SEAL, bytes),
  };
}

/** The second reading of the tables: a file that it does not accept is not made, and everything goes on waiting. */
function requireValid({ text, titles }: WrittenRemittance): void {
  assert(titles > 0, 'a file has titles');
  const [problem] = validateRemittance(text);
  if (!problem) return;
  const { line, from, to, message } = problem;
  throw new GatewayError(
    'INVALID_STATE',
    `The file was not made: line ${line}, positions ${from}-${to}: ${message}`,
  );
}
