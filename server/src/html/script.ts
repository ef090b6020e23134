import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Built code is in dist/server, source in server/src/html, that of the bench one level deeper. */
const placesOf = (name: string) =>
  ['../../', '../../../', '../../../../'].map((path) => new URL(`${path}dist/web/${name}`, import.meta.url));
const HASH_LENGTH = 12;

export type Script = { readonly path: string; readonly content: string; readonly integrity: string };

/** The script of the pages, which also work without it. */
export const script: Script = readScript(placesOf('checkout.js'));
/** The same, and what gives a card to its acquirer: instead of the other on the pages where that is done. */
export const cardScript: Script = readScript(placesOf('card-checkout.js'), 'card-checkout');

export function readScript(places: readonly URL[], called = 'checkout'): Script {
  const place = places.find((each) => existsSync(each));
  if (!place) throw new Error('The script of the pages is not built: run `npm run build`.');
  const content = readFileSync(place, 'utf8');
  const name = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  const digest = createHash('sha384').update(content).digest('base64');
  // The name changes with the content, so browsers may cache it without expiry.
  return { path: `/assets/${called}.${name}.js`, content, integrity: `sha384-${digest}` };
}
