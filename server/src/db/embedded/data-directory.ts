import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from '../../kit/start-error.ts';

const { R_OK, W_OK, X_OK } = constants;

/** Checks that the folder exists or can be created, without creating it. */
export function requireDataDirectory(path: string): void {
  orStartError(path, () => {
    const wanted = resolve(path);
    const nearest = nearestThere(wanted);
    if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is not a folder`);
    accessSync(nearest, nearest === wanted ? R_OK | W_OK | X_OK : W_OK | X_OK);
  });
}

export function openDataDirectory(path: string): string {
  requireDataDirectory(path);
  return orStartError(path, () => {
    // Root's own folder stays closed to listing, but the user who runs PostgreSQL has to pass through it.
    makeFolder(resolve(path), process.getuid?.() === 0 ? 0o711 : 0o700);
    return realpathSync(path);
  });
}

/** Node's recursive mkdir does not return where a file system hides its folder, as /proc does. */
function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}

function nearestThere(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestThere(dirname(path));
}

/** Turns an error of the file system into one that names GUICHE_DATA_DIR. */
export function orStartError<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be used (${(error as Error).message})`,
      'Set GUICHE_DATA_DIR to a folder that this user may write to.',
      error,
    );
  }
}
