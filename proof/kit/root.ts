import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The top of the checkout, from wherever this file was bundled to. */
export const ROOT = above(import.meta.dirname);

function above(folder: string): string {
  if (existsSync(join(folder, 'openapi.json'))) return folder;
  if (folder === dirname(folder)) throw new Error('openapi.json is in no folder above this program');
  return above(dirname(folder));
}
