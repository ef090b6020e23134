import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A bank in a process of its own: what it says when it serves, and the door by which tests give it orders. */
export type Simulator<Ready> = {
  readonly ready: Ready;
  order<Result>(name: string, ...args: unknown[]): Promise<Result>;
  /** Also of one that has ended. */
  stop(): Promise<void>;
};

const LOADER = new URL('../psp/typescript.mjs', import.meta.url);

/** `program` gets what it starts with as its argument, with a folder of its own. */
export async function startSimulator<Ready extends { controlUrl: string }>(
  name: string,
  program: URL,
  start: object,
): Promise<Simulator<Ready>> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-bank-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(program, [JSON.stringify({ ...start, folder })], {
    execArgv: ['--import', LOADER.href],
    env: { PATH, HOME },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ready = await readiness<Ready>(name, child);
  return {
    ready,
    async order<Result>(what: string, ...args: unknown[]) {
      const response = await fetch(`${ready.controlUrl}/${what}`, {
        method: 'POST',
        body: JSON.stringify(args),
      });
      const result = (await response.json()) as Result & { error?: string };
      if (!response.ok) throw new Error(`The simulator of ${name} did not ${what}: ${result?.error}`);
      return result;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.disconnect();
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function readiness<Ready>(name: string, child: ChildProcess): Promise<Ready> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('message', (ready) => resolve(ready as Ready));
    child.once('exit', () =>
      reject(new Error(`The simulator of ${name} ended instead of serving:\n${errors}`)),
    );
  });
}
