import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const PREPARE = `import { prepare } from './scripts/prepare.mjs'; await prepare();`;
const SAYS_WITHIN_MS = 60_000;
const COMMAND = join(ROOT, 'dist', 'cli', 'guiche.js');

/** The built gateway and the built command, made anew when they are stale. */
export async function requireBuilt(): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PREPARE], { cwd: ROOT });
}

const begun = new Set<ChildProcessWithoutNullStreams>();

/** What a failed test left running. */
export async function endCommands(): Promise<void> {
  const ends = [...begun].map((child) => {
    child.kill('SIGTERM');
    return new Promise((done) => child.once('close', done));
  });
  await Promise.all(ends);
}

export type Ended = { code: number | null; out: string; err: string };

export type Guiche = {
  /** Runs the command to its end. */
  (...words: string[]): Promise<Ended>;
  json(...words: string[]): Promise<Json>;
  begin(words: string[], input?: string): RunningCommand;
  /** Runs it on a terminal, whose keys the test presses. */
  onTerminal(...words: string[]): Terminal;
};

// biome-ignore lint/suspicious/noExplicitAny: a typed answer would only repeat the assertions
type Json = any;

export type RunningCommand = {
  child: ChildProcessWithoutNullStreams;
  out(): string;
  err(): string;
  untilOut(text: string): Promise<void>;
  ended: Promise<Ended>;
};

export type Terminal = RunningCommand & { press(keys: string): void };

function running(child: ChildProcessWithoutNullStreams): RunningCommand {
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  child.stdin.on('error', () => undefined);
  begun.add(child);
  child.once('close', () => begun.delete(child));
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, ...text })));
  return {
    child,
    ended,
    out: () => text.out,
    err: () => text.err,
    untilOut: (wanted) =>
      until(`the command says ${wanted}`, () => text.out.includes(wanted), SAYS_WITHIN_MS),
  };
}

/** The real command in real processes, with an environment of its own. */
export function commandWith(environment: Record<string, string>): Guiche {
  const { PATH = '' } = process.env;
  const options = { cwd: ROOT, env: { PATH, ...environment } };
  const begin = (words: string[], input = ''): RunningCommand => {
    const child = spawn(process.execPath, [COMMAND, ...words], options);
    child.stdin.end(input);
    return running(child);
  };
  const onTerminal = (...words: string[]): Terminal => {
    const line = [process.execPath, COMMAND, ...words].map((word) => `'${word}'`).join(' ');
    // Without a width each character would be a line of its own.
    const child = spawn('script', ['-qec', `stty cols 120 rows 40; exec ${line}`, '/dev/null'], options);
    return { ...running(child), press: (keys) => void child.stdin.write(keys) };
  };
  const run = (...words: string[]) => begin(words).ended;
  const json = async (...words: string[]) => {
    const { code, out, err } = await run(...words, '--json');
    if (code !== 0) throw new Error(`guiche ${words.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out) as Json;
  };
  return Object.assign(run, { json, begin, onTerminal });
}
