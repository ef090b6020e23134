import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Built code is in dist/server, source in server/src/site, that of the bench one level deeper. */
const PLACES = ['../../', '../../../', '../../../../'].map(
  (path) => new URL(`${path}dist/web/docs/`, import.meta.url),
);
const FIRST = 'en.html';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

export type DocsFile = { readonly type: string; readonly content: string };

/** The built guides (scripts/docs.mjs), in memory: about a megabyte. Those in Portuguese begin with `pt/`. */
export function readDocs(places: readonly URL[] = PLACES): ReadonlyMap<string, DocsFile> {
  const place = places.find((each) => existsSync(new URL(FIRST, each)));
  if (!place) throw new Error('The guides are not built: run `npm run build`.');
  return new Map(
    readdirSync(place, { encoding: 'utf8', recursive: true }).flatMap((name) => {
      const type = TYPES[name.split('.').at(-1) ?? ''];
      return type ? [[name, { type, content: readFileSync(new URL(name, place), 'utf8') }] as const] : [];
    }),
  );
}
