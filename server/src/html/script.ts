import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Built code stands in dist/server, source in server/src/pages, that of the bench one deeper. */
const PLACES = ['../../', '../../../', '../../../../'].map(
  (path) => new URL(`${path}dist/web/checkout.js`, import.meta.url),
);
const HASH_LENGTH = 12;

export type Script = { readonly path: string; readonly content: string; readonly integrity: string };

/** The only script of the pages: they work without it, and are better to use with it. */
export const script: Script = readScript(PLACES);

export function readScript(places: readonly URL[]): Script {
  const place = places.find((each) => existsSync(each));
  if (!place) throw new Error('The script of the pages is not built: run `npm run build`.');
  const content = readFileSync(place, 'utf8');
  const name = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  const digest = createHash('sha384').update(content).digest('base64');
  // The name changes with the content, so a browser may keep it for ever.
  return { path: `/assets/checkout.${name}.js`, content, integrity: `sha384-${digest}` };
}
