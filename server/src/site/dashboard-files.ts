import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { KeptFile } from '../http/kept-files.ts';

/** Built code is in dist/server, source in server/src/site, that of the bench one level deeper. */
const PLACES = ['../../', '../../../', '../../../../'].map(
  (path) => new URL(`${path}dist/web/dashboard/`, import.meta.url),
);

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean };
export type Dashboard = {
  readonly script: string;
  readonly styles: readonly string[];
  /** Files that the first script loads immediately. */
  readonly preloads: readonly string[];
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
  const chunks = JSON.parse(readFileSync(new URL('manifest.json', place), 'utf8')) as Record<string, Chunk>;
  const entry = Object.values(chunks).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The dashboard has no entry script: build it again.');
  const names = readdirSync(place).filter((name) => typeOf(name) !== undefined);
  return {
    script: entry.file,
    styles: entry.css ?? [],
    preloads: (entry.imports ?? []).flatMap((name) => chunks[name]?.file ?? []),
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
    packed: readFileSync(new URL(`${name}.gz`, place)),
  };
}

function typeOf(name: string): string | undefined {
  return TYPES[name.split('.').at(-1) ?? ''];
}
