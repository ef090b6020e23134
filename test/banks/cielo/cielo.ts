import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Behaviour, DEFAULTS, type Payment, type Settings, type StoredCard } from './house.ts';
import type { CieloState, Ready, Start } from './main.ts';

/** Cielo and Braspag in a process of their own: payments, queries and the payer's page at three hosts. */
export type Cielo = Ready & {
  readonly settings: Settings;
  behave(behaviour: Behaviour): Promise<void>;
  /** What the page's script does: the token of a typed card, or with `tokenize` of a stored one. */
  typeCard(key: string, card: StoredCard, tokenize: boolean): Promise<string>;
  paymentsOf(order: string): Promise<Payment[]>;
  /** What had no end gets one, with a notice. */
  finish(paymentId: string, status: 1 | 2 | 3 | 13): Promise<void>;
  /** Another payment of the same order. */
  duplicate(paymentId: string): Promise<string>;
  /** A cancellation that was taken is undone, with a notice. */
  denyVoid(paymentId: string, cents: number): Promise<void>;
  chargeback(paymentId: string): Promise<void>;
  moveClock(offsetMs: number): Promise<void>;
  cutConnections(): Promise<void>;
  state(): Promise<CieloState>;
  stop(): Promise<void>;
};

const PROGRAM = new URL('./main.ts', import.meta.url);
const LOADER = new URL('../../psp/typescript.mjs', import.meta.url);

export async function startCielo(options: Partial<Settings> = {}): Promise<Cielo> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const folder = await mkdtemp(join(tmpdir(), 'guiche-cielo-'));
  const child = launch({ folder, settings });
  const ready = await readiness(child);
  const order = <Result>(name: string, ...args: unknown[]) => give<Result>(ready.controlUrl, name, args);
  return {
    ...ready,
    settings,
    behave: (...args) => order('behave', ...args),
    typeCard: (...args) => order('typeCard', ...args),
    paymentsOf: (...args) => order('paymentsOf', ...args),
    finish: (...args) => order('finish', ...args),
    duplicate: (...args) => order('duplicate', ...args),
    denyVoid: (...args) => order('denyVoid', ...args),
    chargeback: (...args) => order('chargeback', ...args),
    moveClock: (...args) => order('moveClock', ...args),
    cutConnections: () => order('cutConnections'),
    state: () => order('state'),
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function launch(start: Start): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return fork(PROGRAM, [JSON.stringify(start)], {
    execArgv: ['--import', LOADER.href],
    env: { PATH, HOME },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function readiness(child: ChildProcess): Promise<Ready> {
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('message', (ready) => resolve(ready as Ready));
    child.once('exit', () =>
      reject(new Error(`The simulator of Cielo ended instead of serving:\n${errors}`)),
    );
  });
}

async function give<Result>(controlUrl: string, name: string, args: unknown[]): Promise<Result> {
  const response = await fetch(`${controlUrl}/${name}`, { method: 'POST', body: JSON.stringify(args) });
  const result = (await response.json()) as Result & { error?: string };
  if (!response.ok) throw new Error(`Cielo did not ${name}: ${result?.error}`);
  return result;
}
