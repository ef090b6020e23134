import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type Fault,
  findFaults,
  PLAIN_FOLDERS,
  RULES,
  type Rule,
  type SourceText,
} from './support/tidy-rules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = [
  'server/src',
  'test',
  'scripts',
  'bench',
  'proof',
  'web',
  'sdk/src',
  'cli',
  'examples/testing',
];
/** Made by a program, not to be read by people. */
const MADE = ['api-types.ts'];

function readSources(folder: string): SourceText[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !MADE.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(ROOT, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

function faults(path: string, text: string): Fault[] {
  return findFaults([{ path, text }]);
}

function lines(count: number): string {
  return 'work();\n'.repeat(count);
}

type Sample = { rule: Rule; what: string; path: string; text: string };

const BROKEN_ELSEWHERE: Sample[] = [
  {
    rule: 'floors',
    what: 'a piece of the kit that knows a page',
    path: 'web/dashboard/kit/a.tsx',
    text: `import { Page } from '../pages/charges/list.tsx';`,
  },
  {
    rule: 'floors',
    what: 'a page that knows the server',
    path: 'web/dashboard/pages/charges/a.tsx',
    text: `import { create } from '../../../../server/src/charges/create.ts';`,
  },
  {
    rule: 'floors',
    what: 'an import upward',
    path: 'server/src/ledger/a.ts',
    text: `import { x } from '../charges/b.ts';`,
  },
  {
    rule: 'floors',
    what: 'an import sideways',
    path: 'server/src/jobs/a.ts',
    text: `import { x } from '../events/b.ts';`,
  },
  {
    rule: 'floors',
    what: 'an import of a type',
    path: 'server/src/kit/a.ts',
    text: `import type { X } from '../db/b.ts';`,
  },
  {
    rule: 'floors',
    what: 'a type taken in place',
    path: 'server/src/kit/a.ts',
    text: `type X = import('../db/b.ts').X;`,
  },
  {
    rule: 'floors',
    what: 'a re-export',
    path: 'server/src/kit/a.ts',
    text: `export { x } from '../db/b.ts';\nwork();`,
  },
  {
    rule: 'floors',
    what: 'a dynamic import',
    path: 'server/src/db/a.ts',
    text: `await import('../http/b.ts');`,
  },
  { rule: 'floors', what: 'a require', path: 'server/src/db/a.ts', text: `require('../http/b.ts');` },
  {
    rule: 'floors',
    what: 'an import of the top',
    path: 'server/src/site/a.ts',
    text: `import { x } from '../app.ts';`,
  },
  {
    rule: 'floors',
    what: 'an import from a deep folder',
    path: 'server/src/charges/methods/a.ts',
    text: `import { x } from '../../site/b.ts';`,
  },
  {
    rule: 'floors',
    what: 'an import from outside the server',
    path: 'server/src/kit/a.ts',
    text: `import { x } from '../../../sdk/b.ts';`,
  },
  { rule: 'floors', what: 'a folder without a floor', path: 'server/src/misc/a.ts', text: '' },
  { rule: 'floors', what: 'a file beside main.ts without a place', path: 'server/src/extra.ts', text: '' },
  { rule: 'file length', what: '401 lines', path: 'server/src/kit/a.ts', text: lines(401) },
  {
    rule: 'function length',
    what: 'a function of 71 lines',
    path: 'server/src/kit/a.ts',
    text: `function f() {\n${lines(69)}}`,
  },
  {
    rule: 'function length',
    what: 'an arrow of 71 lines',
    path: 'server/src/kit/a.ts',
    text: `const f = () => {\n${lines(69)}};`,
  },
  {
    rule: 'function length',
    what: 'a method of 71 lines',
    path: 'server/src/kit/a.ts',
    text: `class A {\nf() {\n${lines(69)}}\n}`,
  },
  {
    rule: 'function length',
    what: 'a test of 71 lines',
    path: 'server/src/kit/a.test.ts',
    text: `it('works', () => {\n${lines(69)}});`,
  },
  { rule: 'file name', what: 'a file of utils', path: 'server/src/kit/string-utils.ts', text: '' },
  { rule: 'file name', what: 'a service', path: 'server/src/charges/charge.service.ts', text: '' },
  { rule: 'file name', what: 'a folder of helpers', path: 'test/helpers/a.ts', text: '' },
  { rule: 'file name', what: 'a name in camel case', path: 'server/src/kit/brCode.ts', text: '' },
  { rule: 'empty word', what: 'a manager', path: 'server/src/kit/a.ts', text: 'class ChargeManager {}' },
  { rule: 'empty word', what: 'a dto', path: 'server/src/kit/a.ts', text: 'export type ChargeDto = string;' },
  { rule: 'empty word', what: 'an impl', path: 'server/src/kit/a.ts', text: 'interface ClockImpl {}' },
  { rule: 'empty word', what: 'a helper', path: 'server/src/kit/a.ts', text: 'function moneyHelper() {}' },
  {
    rule: 'clock and chance',
    what: 'Date.now()',
    path: 'server/src/charges/a.ts',
    text: 'const at = Date.now();',
  },
  {
    rule: 'clock and chance',
    what: 'Date.now as a value',
    path: 'server/src/charges/a.ts',
    text: 'start(Date.now);',
  },
  {
    rule: 'clock and chance',
    what: 'new Date()',
    path: 'server/src/charges/a.ts',
    text: 'const at = new Date();',
  },
  {
    rule: 'clock and chance',
    what: 'new Date',
    path: 'server/src/charges/a.ts',
    text: 'const at = new Date;',
  },
  { rule: 'clock and chance', what: 'Date()', path: 'server/src/charges/a.ts', text: 'const at = Date();' },
  {
    rule: 'clock and chance',
    what: 'Math.random()',
    path: 'server/src/kit/a.ts',
    text: 'const part = Math.random();',
  },
  {
    rule: 'decimal arithmetic',
    what: 'parseFloat',
    path: 'server/src/charges/a.ts',
    text: `parseFloat('1.5');`,
  },
  {
    rule: 'decimal arithmetic',
    what: 'Number.parseFloat',
    path: 'server/src/charges/a.ts',
    text: `Number.parseFloat('1.5');`,
  },
  { rule: 'decimal arithmetic', what: 'toFixed', path: 'server/src/charges/a.ts', text: 'value.toFixed(2);' },
  {
    rule: 'unfinished work',
    what: 'a note to self',
    path: 'server/src/kit/a.ts',
    text: `// ${'TO'}${'DO'}: later`,
  },
  { rule: 'unfinished work', what: 'a known fault', path: 'test/a.ts', text: `/* ${'FIX'}${'ME'} */` },
  { rule: 'any', what: 'as any', path: 'server/src/kit/a.ts', text: 'const x = y as any;' },
  { rule: 'any', what: 'as any in a test', path: 'test/a.test.ts', text: 'const x = y as any;' },
  { rule: 'any', what: 'a parameter of any', path: 'server/src/kit/a.ts', text: 'function f(x: any[]) {}' },
  { rule: 'barrel', what: 'a file named index', path: 'server/src/charges/index.ts', text: 'work();' },
  {
    rule: 'barrel',
    what: 'a file of re-exports',
    path: 'server/src/charges/a.ts',
    text: `export * from './b.ts';\nexport { x } from './c.ts';`,
  },
  {
    rule: 'default export',
    what: 'a default function',
    path: 'server/src/kit/a.ts',
    text: 'export default function f() {}',
  },
  {
    rule: 'default export',
    what: 'a default value',
    path: 'server/src/kit/a.ts',
    text: 'const x = 1;\nexport default x;',
  },
  {
    rule: 'provider in a transaction',
    what: 'an import of transaction.ts',
    path: 'server/src/providers/sandbox/a.ts',
    text: `import { transaction } from '../../db/transaction.ts';`,
  },
  {
    rule: 'transaction outside write',
    what: 'an operation that opens its own transaction',
    path: 'server/src/charges/a.ts',
    text: `import { runTransaction } from '../db/transaction.ts';\nawait runTransaction(db, work);`,
  },
  {
    rule: 'transaction outside write',
    what: 'a transaction begun by SQL',
    path: 'server/src/charges/a.ts',
    text: `await client.query('begin');`,
  },
  {
    rule: 'provider in a transaction',
    what: 'a Tx by another way',
    path: 'server/src/providers/a.ts',
    text: 'export function pay(tx: Tx) {}',
  },
];

const PLAIN: Sample[] = [
  { what: 'a name', text: 'const isTold = true;' },
  { what: 'a name of a type', text: 'type NobodyHome = string;' },
  { what: 'a name of a field', text: 'type A = { heardBy: string };' },
  { what: 'a name of a parameter', text: 'function f(told: string) {}' },
  { what: 'a comment on its own line', text: '// Whoever pays.\nwork();' },
  { what: 'a comment behind code', text: 'work(); // nobody answers' },
  { what: 'a comment at the end of a block', text: 'function f() {\n  work();\n  // was rung\n}' },
  { what: 'a comment of a declaration', text: '/** As somebody heard. */\nexport const x = 1;' },
  { what: 'a constant with A for PER', text: 'const CHARGES_A_BATCH = 64;' },
  { what: 'a constant with MOST for MAX', text: 'const MOST_TRIES = 3;' },
  { what: 'a constant with AT_MOST for MAX', text: 'const ROUNDS_AT_MOST = 3;' },
  { what: 'a constant with LEAST for MIN', text: 'const LEAST_PARTS = 1;' },
  { what: 'a name with forget for delete', text: 'function forgetOldKeys() {}' },
].map((sample) => ({ ...sample, rule: 'plain words' as const, path: 'cli/a.ts' }));

const BROKEN: Sample[] = [
  ...PLAIN,
  {
    rule: 'plain words',
    what: 'a comment in markup',
    path: 'web/dashboard/kit/a.tsx',
    text: 'export const A = () => <p>{/* Nobody sees it. */}</p>;',
  },
  ...['server/src/charges/a.ts', 'bench/a.ts', 'scripts/a.mjs'].map((path) => ({
    rule: 'plain words' as const,
    what: `a comment of ${path}`,
    path,
    text: '// Whoever asks.\nwork();',
  })),
  ...BROKEN_ELSEWHERE,
];

const KEPT: Omit<Sample, 'rule'>[] = [
  { what: 'an odd word inside a text', path: 'cli/a.ts', text: `const user = 'nobody';` },
  { what: 'an odd word in a test', path: 'cli/a.test.ts', text: '// nobody' },
  { what: 'an odd word where the rule is not kept yet', path: 'examples/testing/a.ts', text: '// nobody' },
  { what: 'an odd name of another file', path: 'cli/a.ts', text: 'work(notice.heardBy);' },
  {
    what: 'a word that is odd in names only',
    path: 'cli/a.ts',
    text: '// No caller can forget it.\nwork();',
  },
  { what: 'letters of an odd word', path: 'cli/a.ts', text: 'const controlled = untold(); // controlled' },
  { what: 'a body that a test reads freely', path: 'test/support/a.ts', text: 'type Body = any;' },
  {
    what: 'an import downward',
    path: 'server/src/charges/a.ts',
    text: `import { x } from '../ledger/b.ts';`,
  },
  {
    what: 'an import inside the folder',
    path: 'server/src/charges/methods/a.ts',
    text: `import { x } from '../fees.ts';`,
  },
  { what: 'an import of a package', path: 'server/src/kit/a.ts', text: `import pg from 'pg';` },
  {
    what: 'the top importing everything',
    path: 'server/src/main.ts',
    text: `import { x } from './app.ts';\nimport { y } from './site/b.ts';`,
  },
  {
    what: 'a test that looks at a higher floor',
    path: 'server/src/kit/a.test.ts',
    text: `import { x } from '../db/b.ts';`,
  },
  { what: '400 lines', path: 'server/src/kit/a.ts', text: lines(400) },
  { what: 'a function of 70 lines', path: 'server/src/kit/a.ts', text: `function f() {\n${lines(68)}}` },
  {
    what: 'a long list of tests',
    path: 'server/src/kit/a.test.ts',
    text: `describe('a', () => {\n${lines(200)}});\ndescribe.each([1])('b', () => {\n${lines(99)}});`,
  },
  {
    what: 'the machine clock in its one place',
    path: 'server/src/kit/clock.ts',
    text: 'const at = Date.now();',
  },
  { what: 'chance in its one place', path: 'server/src/kit/ids.ts', text: 'const part = Math.random();' },
  { what: 'a date made from a moment', path: 'server/src/charges/a.ts', text: 'const at = new Date(nowMs);' },
  {
    what: 'the machine clock in a test',
    path: 'server/src/charges/a.test.ts',
    text: 'const at = Date.now();',
  },
  { what: 'decimal reais at the border', path: 'server/src/kit/money.ts', text: 'value.toFixed(2);' },
  {
    what: 'a variable named controller',
    path: 'server/src/kit/a.ts',
    text: 'const controller = new AbortController();',
  },
  {
    what: 'the name of a service in a header',
    path: 'server/src/kit/a.ts',
    text: 'const serviceName = "Service-Webhook";',
  },
  {
    what: 'a file that re-exports one thing and has others',
    path: 'server/src/kit/a.ts',
    text: `export { x } from './b.ts';\nexport const y = 1;`,
  },
  { what: 'a switch with a default', path: 'server/src/kit/a.ts', text: 'switch (x) { default: work(); }' },
  {
    what: 'a provider with a store of its own',
    path: 'server/src/providers/sandbox/store.ts',
    text: `import type { Db } from '../../db/pool.ts';`,
  },
];

describe('the tidy rules', () => {
  it.each(BROKEN)('$rule: $what is noticed', ({ rule, path, text }) => {
    expect(faults(path, text).map((fault) => fault.rule)).toContain(rule);
  });

  it.each(KEPT)('$what is fine', ({ path, text }) => {
    expect(faults(path, text)).toEqual([]);
  });

  it('each have a sample that breaks them', () => {
    expect([...new Set(BROKEN.map((sample) => sample.rule))].sort()).toEqual([...RULES].sort());
  });

  it('hold only folders that exist to plain words', () => {
    expect(PLAIN_FOLDERS.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  });

  it('say where the fault is', () => {
    expect(faults('server/src/charges/a.ts', 'work();\nconst at = Date.now();')).toEqual([
      {
        rule: 'clock and chance',
        path: 'server/src/charges/a.ts',
        line: 2,
        message: 'Date.now: ask the clock or the ids in deps',
      },
    ]);
  });

  it('are kept by every file of this repository', { timeout: 300_000 }, () => {
    const sources = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap(readSources);
    expect(sources.length).toBeGreaterThan(20);
    const found = findFaults(sources).map(
      (fault) => `${fault.path}:${fault.line} ${fault.rule}: ${fault.message}`,
    );
    expect(found).toEqual([]);
  });
});
