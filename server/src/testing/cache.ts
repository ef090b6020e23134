import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HOUR_MS, systemMs } from '../kit/clock.ts';

// Built code is in dist/server, source in server/src/testing.
const PLACES = ['../../', '../../../'].map((path) => new URL(path, import.meta.url));
/** Increased when the form of a template changes while the version of the package does not. */
const FORM = 2;
const DRAFT_IS_ABANDONED_MS = HOUR_MS;
const RUNS = 'runs';
const OWN_FOLDER = 'Set GUICHE_TEST_CACHE, or the option cacheFolder, to a folder of your own.';

/** A template is valid for one version of the package, one set of migrations and one kind of machine. */
export async function templateName(): Promise<string> {
  const root = PLACES.find((place) => existsSync(new URL('migrations/', place)));
  if (!root) throw new Error('The folder with the migrations is missing.');
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as {
    version: string;
  };
  const folder = fileURLToPath(new URL('migrations/', root));
  const hash = createHash('sha256').update(`${FORM} ${process.platform} ${process.arch}`);
  for (const name of (await readdir(folder)).sort())
    hash.update(name).update(await readFile(join(folder, name)));
  return `template-${version}-${hash.digest('hex').slice(0, 16)}`;
}

/**
 * The folder that `make` fills, created once. It is filled in a draft folder and renamed, so that a killed process leaves
 * nothing half made; of two processes that start at once, the slower deletes its draft.
 */
export async function createOnce(
  cache: string,
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const place = join(cache, name);
  if (existsSync(place)) return place;
  await openFolder(cache);
  await removeAbandonedDrafts(cache);
  const draft = `${place}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await make(draft);
    await rename(draft, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return place;
}

async function openFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw new Error(`The cache folder ${path} cannot be made (${(error as Error).message}). ${OWN_FOLDER}`);
  }
  const { uid } = await stat(path);
  if (process.getuid && uid !== process.getuid()) {
    throw new Error(`The cache folder ${path} belongs to another user. ${OWN_FOLDER}`);
  }
}

async function removeAbandonedDrafts(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.includes('.draft-')) continue;
    const path = join(cache, name);
    const changedMs = await stat(path).then(
      (found) => found.mtimeMs,
      () => systemMs(),
    );
    if (systemMs() - changedMs > DRAFT_IS_ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

/** A copy for one run. `cp` keeps owners (PostgreSQL may run as another user) and shares blocks where it can. */
export async function copyForRun(cache: string, template: string): Promise<string> {
  const runs = join(cache, RUNS);
  await openFolder(runs);
  await removeDeadRuns(runs);
  const run = join(runs, `${process.pid}-${randomBytes(4).toString('hex')}`);
  await promisify(execFile)('cp', ['-R', '-p', template, run]);
  return run;
}

/** Deletes the folders of killed processes. */
async function removeDeadRuns(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await rm(join(runs, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
