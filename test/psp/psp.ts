import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS, type Settings } from './bank.ts';
import type { ClientFiles } from './client-files.ts';
import { descriptionPath } from './description.ts';
import type { Behaviour } from './faults.ts';
import type { PspState, Ready, Rotation, Start } from './main.ts';
import type { Payment } from './pix.ts';
import type { FinalStatus, MedOptions } from './refunds.ts';
import type { Pix, Refund } from './wire.ts';

export type PspOptions = Partial<Settings>;

/** A PSP in a process of its own. Clients come in with its certificates; tests give it orders by another door. */
export type Psp = {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly pixKey: string;
  readonly passphrase: string;
  readonly caFile: string;
  /** The newest client certificate's files: they change when it is rotated to another path. */
  client: ClientFiles;
  /** Whether every request is held against the official description: not where that is absent. */
  readonly describes: boolean;
  /** As a payer: null for a static code without a txid. */
  pay(txid: string | null, payment?: Payment): Promise<Pix>;
  /** The payer's bank takes money back; without an amount, all that is left. EM_PROCESSAMENTO until it is finished. */
  med(endToEndId: string, amount?: string, options?: MedOptions): Promise<Refund>;
  finishRefund(id: string, status: FinalStatus, motivo?: string, endToEndId?: string): Promise<Refund>;
  /** The PSP removes a charge by its own will. */
  removeByPsp(txid: string): Promise<void>;
  behave(behaviour: Behaviour): Promise<void>;
  state(): Promise<PspState>;
  /** No token given so far is good any more. */
  expireTokens(): Promise<void>;
  cutConnections(): Promise<void>;
  /** From the machine's time. */
  moveClock(offsetMs: number): Promise<void>;
  rotateServerCertificate(): Promise<void>;
  rotateClientCertificate(rotation?: Rotation): Promise<ClientFiles>;
  /** Ends in order. */
  stop(): Promise<void>;
  /** Ends as by a power cut: what it knew is gone. */
  kill(): Promise<void>;
};

const PASSPHRASE = 'simulator';
const PROGRAM = new URL('./main.ts', import.meta.url);
const LOADER = new URL('./typescript.mjs', import.meta.url);

let isAbsenceTold = false;

export async function startPsp(options: PspOptions = {}): Promise<Psp> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const folder = await mkdtemp(join(tmpdir(), 'guiche-psp-'));
  const child = launch({ folder, passphrase: PASSPHRASE, settings });
  const ready = await readiness(child);
  if (!ready.describes) tellAbsence();
  const order = <Result>(name: string, ...args: unknown[]) => give<Result>(ready.controlUrl, name, args);
  const { clientId, clientSecret, pixKey } = settings;
  const { apiUrl, tokenUrl, caFile, describes, client } = ready;
  const psp: Psp = {
    ...{ apiUrl, tokenUrl, caFile, describes, client, clientId, clientSecret, pixKey },
    passphrase: PASSPHRASE,
    pay: (...args) => order('pay', ...args),
    med: (...args) => order('med', ...args),
    finishRefund: (...args) => order('finishRefund', ...args),
    removeByPsp: (...args) => order('removeByPsp', ...args),
    behave: (...args) => order('behave', ...args),
    state: () => order('state'),
    expireTokens: () => order('expireTokens'),
    cutConnections: () => order('cutConnections'),
    moveClock: (...args) => order('moveClock', ...args),
    rotateServerCertificate: () => order('rotateServerCertificate'),
    async rotateClientCertificate(...args) {
      psp.client = await order<ClientFiles>('rotateClientCertificate', ...args);
      return psp.client;
    },
    stop: () => end(child, folder, () => child.disconnect()),
    kill: () => end(child, folder, () => child.kill('SIGKILL')),
  };
  return psp;
}

function launch(start: Start): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return fork(PROGRAM, [JSON.stringify(start)], {
    execArgv: ['--import', LOADER.href],
    env: { PATH, HOME, GUICHE_APIPIX_DESCRIPTION: descriptionPath() },
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
    child.once('exit', () => reject(new Error(`The simulator PSP ended instead of serving:\n${errors}`)));
  });
}

async function give<Result>(controlUrl: string, name: string, args: unknown[]): Promise<Result> {
  const response = await fetch(`${controlUrl}/${name}`, { method: 'POST', body: JSON.stringify(args) });
  const result = (await response.json()) as Result & { error?: string };
  if (!response.ok) throw new Error(`The simulator PSP did not ${name}: ${result.error}`);
  return result;
}

async function end(child: ChildProcess, folder: string, how: () => void): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    how();
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
}

function tellAbsence(): void {
  if (isAbsenceTold) return;
  isAbsenceTold = true;
  process.stderr.write(`${descriptionPath()} is not here: requests are not held against the description.\n`);
}
