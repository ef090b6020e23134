import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Built code is in dist/server, source in server/src/html, that of the bench one level deeper. */
const PLACES = ['../../', '../../../', '../../../../'].map(
  (path) => new URL(`${path}dist/web/checkout.js`, import.meta.url),
);
const HASH_LENGTH = 12;

export type Script = { readonly path: string; readonly content: string; readonly integrity: string };

/** The only script of the pages, which also work without it. */
export const script: Script = readScript(PLACES);

export function readScript(places: readonly URL[]): Script {
  const place = places.find((each) => existsSync(each));
  if (!place) throw new Error('The script of the pages is not built: run `npm run build`.');
  const content = readFileSync(place, 'utf8');
  const name = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  const digest = createHash('sha384').update(content).digest('base64');
  // The name changes with the content, so browsers may cache it without expiry.
  return { path: `/assets/checkout.${name}.js`, content, integrity: `sha384-${digest}` };
}
