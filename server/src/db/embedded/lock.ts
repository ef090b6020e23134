import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orStartError } from './data-directory.ts';
import { processIdentity } from './processes.ts';

type Holder = {
  pid: number;
  identity: string;
};

export type Lock = {
  release(): void;
};

const ATTEMPTS_TO_TAKE_OVER = 20;

/** One Guichê per data folder. A lock is taken over if its process has ended or its pid was reused. */
export function lockDataDirectory(dataDir: string): Lock {
  const path = join(dataDir, 'lock');
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' });
  for (let attempt = 0; attempt < ATTEMPTS_TO_TAKE_OVER; attempt += 1) {
    if (orStartError(dataDir, () => place(path, mine))) return { release: () => removeIf(path, mine) };
    const found = read(path);
    if (found === undefined) continue;
    refuseIfHeld(found, dataDir);
    removeIf(path, found);
  }
  throw new Error(
    `Could not lock the data folder ${dataDir}: too many processes are starting on it at once.`,
  );
}

/** A hard link to a complete file: a lock is never read half written, and only one process can create it. */
function place(path: string, content: string): boolean {
  const draft = besides(path);
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
  try {
    linkOrWrite(draft, path, content);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function linkOrWrite(draft: string, path: string, content: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw error;
    // Some file systems have no hard links.
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  }
}

/** Removes the lock only while it is the one we read: another process may have taken it over meanwhile. */
function removeIf(path: string, expected: string): void {
  const aside = besides(path);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside) !== expected) putBack(aside, path);
  rmSync(aside, { force: true });
}

function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

function refuseIfHeld(content: string, dataDir: string): void {
  const holder = parseHolder(content);
  if (!holder || processIdentity(holder.pid) !== holder.identity) return;
  throw new Error(
    `Another Guichê (process ${holder.pid}) already uses the data folder ${dataDir}. ` +
      'Stop it first, or give this one a folder of its own with GUICHE_DATA_DIR.',
  );
}

function parseHolder(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  const holder = value as Partial<Holder> | null;
  return typeof holder?.pid === 'number' && typeof holder.identity === 'string';
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function besides(path: string): string {
  return `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
