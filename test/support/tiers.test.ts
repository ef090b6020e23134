import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf, type Tier } from './tiers.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['server/src', 'web', 'sdk/src', 'cli', 'test'];
const IMPORT = /\bfrom '([^']+)'/g;
const STARTS_SOMETHING = ['node:child_process', 'playwright-core'];

const testFiles = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name)),
);

/** As far as globs are used here: `**` stands for any folders, `*` for any name. */
function matches(glob: string, path: string): boolean {
  const pattern = glob
    .replaceAll('.', String.raw`\.`)
    .split('**/')
    .map((part) => part.replaceAll('*', '[^/]*'))
    .join('(.+/)?');
  return new RegExp(`^${pattern}$`).test(path);
}

function runs(tier: Tier, path: string): boolean {
  const { include, exclude } = filesOf(tier);
  return include.some((glob) => matches(glob, path)) && !exclude.some((glob) => matches(glob, path));
}

/** What a test imports, itself and through other files of tests. What the product imports is the product's business. */
function reached(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const names = [...readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)].map(([, name = '']) => name);
  const files = names
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(ROOT, join(ROOT, dirname(path), name)))
    .filter((file) => /^(test|web)\//.test(file) && existsSync(join(ROOT, file)));
  return [...names, ...files.flatMap((file) => reached(file, seen))];
}

describe('the tiers of tests', () => {
  it('have every test in `npm test`, or among the soaks and there alone', () => {
    expect(testFiles.length).toBeGreaterThan(200);
    const left = testFiles.filter((path) => !runs('all', path));
    expect(left).toEqual(testFiles.filter((path) => runs('soak', path)));
    expect(left.every((path) => path.startsWith('test/soak/'))).toBe(true);
  });

  it('have no test in `npm run test:quick` that starts a browser or a process', () => {
    const quick = testFiles.filter((path) => runs('quick', path));
    expect(quick.length).toBeGreaterThan(150);
    const slow = quick.filter((path) => reached(path).some((name) => STARTS_SOMETHING.includes(name)));
    expect(slow).toEqual([]);
  });
});
