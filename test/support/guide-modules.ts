import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import typescript from 'typescript';
import { expect } from 'vitest';
import { type Block, blocksOf } from './code-blocks.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SDK = join(ROOT, 'sdk', 'src', 'main.ts');
/** `paid.status; // 'RECEIVED'`: the comment is what the expression gives. Other comments are for people. */
const STATED = /^(\s*)([^\s].*); \/\/ ((?:['"[{\d]|true\b|false\b|null\b).*)$/;
const EXPRESSION = /^([\w[\].?]+);$/;

/** A guide's TypeScript is one module: its blocks go on from one another. */
export type GuideModule = { name: string; source: string; claims: number; runnable: string };

export function moduleOf(name: string, markdown: string): GuideModule | null {
  const blocks = blocksOf(markdown);
  const own = blocks.filter(({ language }) => language === 'ts');
  if (own.length === 0) return null;
  const runnable = blocks.flatMap((block, at) =>
    block.language === 'ts' ? [withClaims(block, blocks[at + 1])] : [],
  );
  const claims = runnable.join('\n').match(/await claim\(/g)?.length ?? 0;
  return { name, source: own.map(({ text }) => text).join('\n'), claims, runnable: runnable.join('\n') };
}

/** Each statement about a value becomes a call that compares it. */
function withClaims({ text }: Block, next: Block | undefined): string {
  const lines = text.split('\n').map((line) => {
    const [, indent, expression, stated] = STATED.exec(line) ?? [];
    return stated === undefined ? line : `${indent}await claim(${expression}, ${stated});`;
  });
  const last = lines.at(-1) ?? '';
  const shown = EXPRESSION.exec(last)?.[1];
  if (next?.language !== 'json') return lines.join('\n');
  expect(shown, `the block before ${next.text} ends with the expression that it shows`).toBeDefined();
  return [...lines.slice(0, -1), `await claim(${shown}, ${next.text});`].join('\n');
}

/** What the compiler says of the guides against the source of the SDK: nothing, when all is well. */
export function complaintsAbout(modules: readonly GuideModule[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-guides-'));
  try {
    return complaintsOf(
      modules.map(({ name, source }) => {
        const file = join(folder, `${name}.mts`);
        writeFileSync(file, source);
        return file;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files that import `@guiche/sdk`, compiled against its source. */
export function complaintsOf(files: readonly string[], options: typescript.CompilerOptions = {}): string[] {
  const program = typescript.createProgram(files, {
    target: typescript.ScriptTarget.ES2023,
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    moduleDetection: typescript.ModuleDetectionKind.Force,
    lib: ['lib.es2024.d.ts'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    paths: { '@guiche/sdk': [SDK] },
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    types: ['node'],
    ...options,
  });
  return typescript.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${typescript.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

/** Runs a guide and compares all it says of its values. Returns how often it compared. */
export async function runModule({ name, runnable }: GuideModule): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'));
  let compared = 0;
  const scope = globalThis as typeof globalThis & { claim?: unknown };
  scope.claim = (actual: unknown, stated: unknown) => {
    compared += 1;
    expectShown(actual, stated, name);
  };
  try {
    const file = join(folder, `${name}.mts`);
    writeFileSync(file, runnable.replaceAll(`'@guiche/sdk'`, JSON.stringify(SDK)));
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    return compared;
  } finally {
    delete scope.claim;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A guide may leave fields out and shorten text with an ellipsis; what it shows must be so. */
export function expectShown(actual: unknown, shown: unknown, where: string): void {
  if (Array.isArray(shown)) {
    expect(actual, where).toHaveLength(shown.length);
    for (const [at, item] of shown.entries()) expectShown((actual as unknown[])[at], item, `${where}[${at}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    expect(Object.keys(actual ?? {}), where).toEqual(expect.arrayContaining(Object.keys(shown)));
    for (const [key, value] of Object.entries(shown)) {
      expectShown((actual as Record<string, unknown>)[key], value, `${where}.${key}`);
    }
  } else if (typeof shown === 'string' && shown.includes('…')) {
    const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    expect(actual, where).toMatch(new RegExp(`^${shown.split('…').map(literally).join('.+')}$`));
  } else expect(actual, where).toEqual(shown);
}
