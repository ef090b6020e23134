import { existsSync, readFileSync } from 'node:fs';

/** server/src as seen from the source in server/src/db, and its copy beside the bundle in dist/server. */
const PLACES = ['../', './'].map((path) => new URL(path, import.meta.url));

/** Reads a statement from a .sql file. `path` starts at server/src. Call it once, at load. */
export function sqlFile(path: string): string {
  const file = PLACES.map((place) => new URL(path, place)).find((each) => existsSync(each));
  if (!file) throw new Error(`The SQL file ${path} is missing.`);
  return readFileSync(file, 'utf8').trim();
}
