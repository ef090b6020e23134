import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { KeptFile } from '../http/kept-files.ts';
import type { Lang } from '../kit/language.ts';

/** Built code is in dist/server, source in server/src/site, that of the bench one level deeper. */
const PLACES = ['../../', '../../../', '../../../../'].map(
  (path) => new URL(`${path}dist/web/dashboard/`, import.meta.url),
);

const TEXTS: Readonly<Record<Lang, string>> = {
  pt: 'text/portuguese/texts.ts',
  en: 'text/english/texts.ts',
};

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean };
type Chunks = Readonly<Record<string, Chunk>>;
export type Dashboard = {
  readonly script: string;
  readonly styles: readonly string[];
  /**
   * The scripts that a page needs, with its texts, besides the first one. Named in the document they all come at once;
   * else each would be asked for when the one before it has run.
   */
  preloadsOf(path: string, lang: Lang): readonly string[];
  readonly files: ReadonlyMap<string, KeptFile>;
};

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The built dashboard, in memory: a few hundred kilobytes. */
export function readDashboard(places: readonly URL[] = PLACES): Dashboard {
  const place = places.find((each) => existsSync(new URL('manifest.json', each)));
  if (!place) throw new Error('The dashboard is not built: run `npm run build`.');
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, place), 'utf8'));
  const chunks: Chunks = read('manifest.json');
  const entry = Object.values(chunks).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The dashboard has no entry script: build it again.');
  const pageOf = pageFinder(read('pages.json'));
  const names = readdirSync(place).filter((name) => typeOf(name) !== undefined);
  return {
    script: entry.file,
    styles: entry.css ?? [],
    preloadsOf: (path, lang) => {
      const files = filesOf(chunks, [entry.file, chunks[TEXTS[lang]]?.file, pageOf(path)]);
      return files.filter((file) => file !== entry.file);
    },
    files: new Map(names.map((name) => [name, readFile(place, name)])),
  };
}

let read: Dashboard | undefined;

/** Read once per process. */
export function builtDashboard(): Dashboard {
  read ??= readDashboard();
  return read;
}

function readFile(place: URL, name: string): KeptFile {
  return {
    type: typeOf(name) ?? '',
    plain: readFileSync(new URL(name, place)),
    gzip: readFileSync(new URL(`${name}.gz`, place)),
    brotli: readFileSync(new URL(`${name}.br`, place)),
  };
}

/** The file of the page at a path; undefined: no page has it. A fixed part is stronger than a variable one. */
function pageFinder(pages: Readonly<Record<string, string>>): (path: string) => string | undefined {
  const patterns = Object.entries(pages).map(([path, file]) => ({
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    file,
  }));
  return (path) =>
    Object.hasOwn(pages, path) ? pages[path] : patterns.find(({ pattern }) => pattern.test(path))?.file;
}

/** These files, and all that they import. */
function filesOf(chunks: Chunks, names: readonly (string | undefined)[]): string[] {
  const byFile = new Map(Object.values(chunks).map((chunk) => [chunk.file, chunk]));
  const needed = new Set(names.filter((name) => name !== undefined));
  // A set goes on with what is added while it is read.
  for (const file of needed) {
    for (const next of byFile.get(file)?.imports ?? []) needed.add(chunks[next]?.file ?? '');
  }
  return [...needed];
}

function typeOf(name: string): string | undefined {
  return TYPES[name.split('.').at(-1) ?? ''];
}
