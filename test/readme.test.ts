import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The address the README is written with. It is also what the gateway is told to call itself, so that links agree. */
const ADDRESS = 'http://127.0.0.1:3000';
const BLOCK_ENDS = '--- end of block ---';
/** The first start may have to build. */
const LONGEST_START_MS = 300_000;

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const canPaste = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

type Block = { language: string; text: string };
type Step = { shell: string; printed: string | null };

function section(title: string): string {
  const [, after = ''] = readme.split(`\n## ${title}\n`);
  return after.split('\n## ')[0] ?? '';
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** A shell block, and the block after it with what it prints. */
function stepsOf(markdown: string): Step[] {
  const blocks = blocksOf(markdown);
  return blocks.flatMap(({ language, text }, at) => {
    if (language !== 'sh') return [];
    const next = blocks[at + 1];
    return [{ shell: text, printed: next && next.language !== 'sh' ? next.text : null }];
  });
}

/** The README shortens with an ellipsis what is long or differs from run to run; all else must be as printed. */
function expectPrinted(actual: string, shown: string): void {
  const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  expect(actual).toMatch(new RegExp(`^${shown.split('…').map(literally).join('[^\\n]+')}$`));
}

type Gateway = { printed: string; address: string };

/** What `npm start` runs, on a port that the system chooses. */
function start(dataDir: string): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
    env: { PATH, HOME, PORT: '0', PUBLIC_URL: ADDRESS, GUICHE_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function ready(program: ChildProcess): Promise<Gateway> {
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
async function paste(steps: readonly Step[], address: string): Promise<string[]> {
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

describe.skipIf(!canPaste)('the README', () => {
  const steps = ['First payment in five minutes', 'Hear of it'].flatMap((title) => stepsOf(section(title)));
  let dataDir: string;
  let program: ChildProcess;
  let gateway: Gateway;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'guiche-readme-'));
    program = start(dataDir);
    gateway = await ready(program);
  }, LONGEST_START_MS);
  afterAll(async () => {
    if (program.exitCode === null) {
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('shows what the first start prints', () => {
    const [shown] = blocksOf(section('Two commands')).filter(({ language }) => language === 'text');
    expectPrinted(gateway.printed, shown?.text ?? '');
  });

  it('leads to a first payment by copy and paste, and every block prints what it says', async () => {
    const printed = await paste(steps, gateway.address);
    for (const [at, step] of steps.entries()) expectPrinted(printed[at] ?? '', step.printed ?? '');
    const [, , , created, paid, balance, ledger, released] = printed;
    expect(JSON.parse(created ?? '')).toMatchObject({
      status: 'PENDING',
      platform_fee: 8.49,
      net_value: 91.51,
    });
    expect(JSON.parse(paid ?? '')).toMatchObject({
      status: 'RECEIVED',
      reserve_amount: 4.58,
      net_value: 86.93,
    });
    expect(JSON.parse(balance ?? '')).toEqual({ available: 86.93, reserved: 4.58, total: 91.51 });
    const amounts = JSON.parse(ledger ?? '').postings.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual([100, 8.49, 4.58]);
    expect(released).toContain('"available": 91.51,\n  "reserved": 0,');
  });
});
