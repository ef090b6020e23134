import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { expect } from 'vitest';
import { blocksOf } from './code-blocks.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The address the documents are written with. The gateway is told to call itself so, so that links agree. */
const ADDRESS = 'http://127.0.0.1:3000';
const BLOCK_ENDS = '--- end of block ---';
/** The first start may have to build. */
export const MAX_START_MS = 300_000;

export const canPaste = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

export type Step = { shell: string; printed: string | null };

/** A shell block, and the block after it with what it prints. */
export function stepsOf(markdown: string): Step[] {
  const blocks = blocksOf(markdown);
  return blocks.flatMap(({ language, text }, at) => {
    if (language !== 'sh') return [];
    const next = blocks[at + 1];
    return [{ shell: text, printed: next && next.language !== 'sh' ? next.text : null }];
  });
}

/** A document shortens with an ellipsis what is long or differs from run to run; all else must be as printed. */
export function expectPrinted(actual: string, shown: string): void {
  const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  expect(actual).toMatch(new RegExp(`^${shown.split('…').map(literally).join('[^\\n]+')}$`));
}

export type StartedGateway = { printed: string; address: string; stop(): Promise<void> };

/** What `npm start` runs, on a port that the system chooses, with a database of its own. */
export async function startAsDocumented(): Promise<StartedGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-documents-'));
  const { PATH, HOME } = process.env;
  const program = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
    env: { PATH, HOME, PORT: '0', PUBLIC_URL: ADDRESS, GUICHE_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    ...(await ready(program)),
    async stop() {
      if (program.exitCode === null) {
        const ended = once(program, 'exit');
        program.kill('SIGTERM');
        await ended;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(program: ChildProcess): Promise<{ printed: string; address: string }> {
  let output = '';
  return new Promise((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Server listening at (http:[^"]+)"/.exec(output)?.[1];
      const isWhole = output.includes('GUICHE_DEMO=off');
      if (address && isWhole) resolve({ printed: withoutLog(output), address });
    };
    program.stdout?.on('data', collect);
    program.stderr?.on('data', collect);
    program.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
  });
}

/** From the line that says ready: before it the start may have told of a build. */
function withoutLog(output: string): string {
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  return lines.slice(lines.findIndex((line) => line.includes('is ready after'))).join('\n');
}

/** All blocks in one shell, as pasted into one terminal. Returns what each printed. */
export async function paste(steps: readonly Step[], address: string): Promise<string[]> {
  const script = steps.map(({ shell }) => `${shell}\necho '${BLOCK_ENDS}'`).join('\n');
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    env: { PATH: path, HOME: process.env.HOME, GUICHE: address, no_proxy: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const [status] = await once(child, 'close');
  expect({ status, complaints }).toEqual({ status: 0, complaints: '' });
  return output.split(`${BLOCK_ENDS}\n`).map((printed) => printed.trimEnd());
}
