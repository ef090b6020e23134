import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../server/src/kit/errors.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DECISIONS = 'docs/decisions';
const decisions = readdirSync(join(ROOT, DECISIONS)).sort();
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'docs/errors.md',
  ...decisions.map((name) => `${DECISIONS}/${name}`),
];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Where a file that a document names may stand. */
const PLACES = ['', 'server/src', 'server/src/charges', 'test'];
const FILE = /`([\w./-]+\.(?:ts|mjs|sql|md|json))`/g;
/** Made while the gateway runs, or named as what somebody will add. */
const NOT_IN_THE_REPOSITORY = ['client.ts', 'translate.ts', 'config.ts', 'postgres.json'];

const exists = (path: string) => PLACES.some((place) => existsSync(join(ROOT, place, path)));

describe('the documents', () => {
  it.each(documents)('%s names only files that exist', (path) => {
    const named = [...read(path).matchAll(FILE)].map(([, file = '']) => file);
    const missing = named.filter((file) => !NOT_IN_THE_REPOSITORY.includes(file) && !exists(file));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s links only to what exists', (path) => {
    const links = [...read(path).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    const own = links.filter((target) => !/^https?:/.test(target));
    expect(own.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
  });

  it('number the decisions without a gap, each with its four parts', () => {
    expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
    for (const name of decisions) {
      const parts = [...read(`${DECISIONS}/${name}`).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      expect(parts, name).toEqual(['Context', 'Decision', 'Consequences', 'Enforced by']);
    }
  });

  it('list exactly the errors of the catalogue, with their status', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| `([A-Z_]+)` \| (\d+) \| (.+) \| (.+) \|$/gm)];
    const listed = rows.map(([, code, status]) => `${code} ${status}`);
    expect(listed.sort()).toEqual(
      Object.entries(catalogue)
        .map(([code, [status]]) => `${code} ${status}`)
        .sort(),
    );
  });
});
