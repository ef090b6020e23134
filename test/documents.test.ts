import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../server/src/kit/errors.ts';
import { guidePairs, shapeOf } from './support/guide-pairs.ts';
import { dialectIn } from './support/tidy-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DECISIONS = 'docs/decisions';
const decisions = readdirSync(join(ROOT, DECISIONS)).sort();
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'bench/RESULTS.md',
  'docs/errors.md',
  ...decisions.map((name) => `${DECISIONS}/${name}`),
];

const pairs = guidePairs(ROOT);

const MAX_DECISION_WORDS = 800;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

function sourceOf(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(ts|mjs)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** A document may name a file relative to any of these. */
const FILE_ROOTS = ['', 'server/src', 'server/src/charges', 'test'];
const FILE = /`([\w./-]+\.(?:ts|mjs|sql|md|json))`/g;
/** Written while the gateway runs, or files that a contributor will add. */
const NOT_IN_THE_REPOSITORY = ['client.ts', 'translate.ts', 'config.ts', 'postgres.json'];

const exists = (path: string) => FILE_ROOTS.some((root) => existsSync(join(ROOT, root, path)));

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

  it.each([
    ...documents.filter((path) => path !== 'ARCHITECTURE.md'),
    ...['CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'deploy/README.md', 'examples/README.md'],
    ...['docs/README.md', ...readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`)],
  ])('%s uses plain words', (path) => {
    const prose = read(path).replace(/```.*?```|`[^`]*`/gs, '');
    expect(dialectIn(prose)).toBeUndefined();
  });

  it('number the decisions without a gap, each with its four parts', () => {
    expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
    for (const name of decisions) {
      const parts = [...read(`${DECISIONS}/${name}`).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
      expect(parts, name).toEqual(['Context', 'Decision', 'Consequences', 'Enforced by']);
    }
  });

  it.each(decisions)('%s has a status and fits on one page', (name) => {
    const text = read(`${DECISIONS}/${name}`);
    expect(text).toMatch(/^# \d{4} .+\n\nStatus: (accepted|(amended|superseded) by \d{4})\n/);
    for (const [, later = ''] of text.matchAll(/^Status: \w+ by (\d{4})$/gm)) {
      expect(decisions.some((each) => each.startsWith(later))).toBe(true);
    }
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(MAX_DECISION_WORDS);
  });

  it('quote start messages as the program prints them', () => {
    const sources = ['server/src', 'scripts'].map(sourceOf).join('\n');
    const rows = [...read('docs/guides/troubleshooting.md').matchAll(/^\| `([^`]+)` \|/gm)];
    expect(rows.length).toBeGreaterThan(3);
    for (const [, message = ''] of rows) {
      const [longest = ''] = message.split('…').sort((a, b) => b.length - a.length);
      expect(sources, message).toContain(longest.trim());
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

describe('the guides in Portuguese', () => {
  it('are as many as those in English', () => {
    const files = readdirSync(join(ROOT, 'docs/pt'), { recursive: true, withFileTypes: true });
    const there = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(there.sort()).toEqual(pairs.map(([, portuguese]) => join(ROOT, portuguese)).sort());
  });

  it.each(pairs)('%s and %s say the same: the same code, parts, numbers and links', (english, portuguese) => {
    const wanted = shapeOf(english, read(english), pairs);
    const found = shapeOf(portuguese, read(portuguese), pairs);
    expect(found).toEqual(wanted);
  });

  it.each(pairs)('%2$s links only to what exists', (_english, portuguese) => {
    const prose = read(portuguese).replace(/^```.*?^```$/gms, '');
    const targets = [...prose.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    const own = targets.filter((target) => !/^https?:/.test(target));
    expect(own.filter((target) => !existsSync(join(ROOT, dirname(portuguese), target)))).toEqual([]);
  });
});
