import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChargeDeps } from '../charges/deps.ts';
import { SECOND_MS, systemMs } from '../kit/clock.ts';
import type { CnabRail } from '../providers/cnab/rail.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import type { BankFile } from './file.ts';
import { bookReturn, bytesOf, keepReturn, MAX_RETURN_BYTES, readFor } from './receive.ts';
import { claimFile, lockCovenant, markFileSent, unsentFiles } from './store.ts';

const MAX_FILES_PER_ROUND = 50;
/** What changed later may still be being written. */
const SETTLED_MS = 5 * SECOND_MS;
/** Some programs give a file this ending until it is whole. */
const UNFINISHED = /^\.|\.(part|tmp|filepart|crdownload)$/i;
const DONE = 'done';
const FAILED = 'failed';
const OWNER_ONLY = 0o600;

/**
 * Writes files that were made into the folder for the bank, in the order of their numbers: banks refuse a file that comes
 * after a later one. Returns how many.
 */
export async function writeFiles(deps: ChargeDeps, { cnab }: CnabRail): Promise<number> {
  if (cnab.folderOut === null) return 0;
  const files = await claimFiles(deps, cnab.name);
  for (const file of files) {
    await putWhole(cnab.folderOut, file, await bytesOf(deps, file));
    await markFileSent(deps.db, file, deps.clock.now());
    deps.log.info({ bank: cnab.name, file: file.id, number: file.number }, 'a file for the bank was written');
  }
  return files.length;
}

/** While another process writes, nothing is claimed: it may have the file before. */
export function claimFiles(deps: Pick<ChargeDeps, 'writer'>, bank: string): Promise<BankFile[]> {
  return deps.writer.commit({
    load: async (tx) => {
      await lockCovenant(tx, bank);
      return unsentFiles(tx, bank);
    },
    decide: (files): Decision<BankFile[]> =>
      files.some(({ isClaimed }) => isClaimed)
        ? done([])
        : done(files, { rows: files.map((file) => rowWrite(claimFile, file)) }),
  });
}

/** Under its name it is there whole or not at all, also after a power cut. */
async function putWhole(folder: string, { id, name }: BankFile, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `.${name}.${id}.part`);
  const handle = await open(unfinished, 'w', OWNER_ONLY);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Books the returns that lie in the folder of the bank, and moves each to `done` or `failed`. One that a person has to
 * look at first, because its sums differ, is kept and moved to `done` without being booked. Returns how many it moved.
 */
export async function readFolder(deps: ChargeDeps, rail: CnabRail): Promise<number> {
  const folder = rail.cnab.folderIn;
  if (folder === null) return 0;
  const names = (await readdir(folder)).filter((name) => !UNFINISHED.test(name)).sort();
  let moved = 0;
  for (const name of names.slice(0, MAX_FILES_PER_ROUND)) {
    const size = await settledSize(join(folder, name));
    if (size === null) continue;
    const isGood = await takeReturn(deps, rail, folder, { name, size });
    moved += (await moveTo(folder, name, isGood ? DONE : FAILED)) ? 1 : 0;
  }
  return moved;
}

/** Null: no file, gone by now, or changed a moment ago. */
async function settledSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || systemMs() - found.mtimeMs < SETTLED_MS) return null;
  return found.size;
}

async function takeReturn(
  deps: ChargeDeps,
  rail: CnabRail,
  folder: string,
  { name, size }: { name: string; size: number },
): Promise<boolean> {
  const facts = { bank: rail.name, name };
  if (size > MAX_RETURN_BYTES) {
    deps.log.error({ ...facts, size }, 'a file in the folder of the bank is too large');
    return false;
  }
  const bytes = await readFile(join(folder, name)).catch(() => null);
  // Another process was faster.
  if (bytes === null) return true;
  const reading = readFor(rail.cnab, bytes);
  const received = { id: deps.ids.next(), name, bytes, by: null };
  const file = await keepReturn(deps, rail, received, reading);
  if (reading.problem) {
    deps.log.error(
      { ...facts, file: file.id, reason: reading.problem.message },
      'a return could not be read',
    );
    return false;
  }
  if (file.state !== 'checked') return true;
  if (reading.file.differences.length > 0) {
    deps.log.warn({ ...facts, file: file.id }, 'the sums of a return differ: an operator must look at it');
    return true;
  }
  await bookReturn(deps, file.id, { acceptsDifferentSums: false, by: null });
  return true;
}

/** A name that is there already gets the time before it. False: another process has moved it. */
async function moveTo(folder: string, name: string, place: string): Promise<boolean> {
  await mkdir(join(folder, place), { recursive: true });
  const isTaken = await stat(join(folder, place, name)).catch(() => null);
  const target = isTaken ? `${systemMs()}-${name}` : name;
  try {
    await rename(join(folder, name), join(folder, place, target));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** What a killed process left half written. */
export async function removeUnfinished({ cnab }: CnabRail): Promise<void> {
  if (cnab.folderOut === null) return;
  const names = (await readdir(cnab.folderOut)).filter((name) => /^\..*\.part$/.test(name));
  for (const name of names) {
    const path = join(cnab.folderOut, name);
    if ((await settledSize(path)) !== null) await unlink(path).catch(() => undefined);
  }
}
