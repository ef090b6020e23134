import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientFiles } from '../../psp/client-files.ts';
import { type Behaviour, DEFAULTS, type Owner, type Settings } from './bank.ts';
import type { InterState, Ready, Start } from './main.ts';

/** Banco Inter in a process of its own. Clients come in with its certificate; tests give it orders by another door. */
export type Inter = {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly controlUrl: string;
  readonly caFile: string;
  readonly client: ClientFiles;
  readonly settings: Settings;
  behave(behaviour: Behaviour): Promise<void>;
  state(): Promise<InterState>;
  finishRegistration(codigo: string): Promise<void>;
  setSituation(codigo: string, situacao: string, motivo?: string): Promise<void>;
  /** A payer pays it. Amounts in cents. */
  receive(codigo: string, by?: 'BOLETO' | 'PIX', amount?: number, day?: string): Promise<void>;
  /** As between banks: one that is paid or cancelled takes no payment. */
  receiveIfOpen(codigo: string, by: 'BOLETO' | 'PIX', amount?: number): Promise<boolean>;
  waitingPayouts(): Promise<{ codigoSolicitacao: string; key: string }[]>;
  finishChange(codigoEdicao: string): Promise<void>;
  setStatus(codigo: string, status: string): Promise<void>;
  giveBack(codigo: string, amount?: number): Promise<string>;
  credit(amount: number): Promise<void>;
  setOwner(chave: string, owner: Owner): Promise<void>;
  setBalance(amount: number): Promise<void>;
  notify(kind: 'cobranca' | 'pix-pagamento', url: string): Promise<void>;
  resendNotices(): Promise<number>;
  expireTokens(): Promise<void>;
  cutConnections(): Promise<void>;
  stop(): Promise<void>;
};

export const PASSPHRASE = 'passphrase-of-inter-7c1d';
const PROGRAM = new URL('./main.ts', import.meta.url);
const LOADER = new URL('../../psp/typescript.mjs', import.meta.url);

export async function startInter(options: Partial<Settings> = {}): Promise<Inter> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const folder = await mkdtemp(join(tmpdir(), 'guiche-inter-'));
  const child = launch({ folder, passphrase: PASSPHRASE, settings });
  const { apiUrl, tokenUrl, controlUrl, caFile, client } = await readiness(child);
  const order = <Result>(name: string, ...args: unknown[]) => give<Result>(controlUrl, name, args);
  return {
    ...{ apiUrl, tokenUrl, controlUrl, caFile, client, settings },
    behave: (...args) => order('behave', ...args),
    state: () => order('state'),
    finishRegistration: (...args) => order('finishRegistration', ...args),
    setSituation: (...args) => order('setSituation', ...args),
    receive: (...args) => order('receive', ...args),
    receiveIfOpen: (...args) => order('receiveIfOpen', ...args),
    waitingPayouts: () => order('waitingPayouts'),
    finishChange: (...args) => order('finishChange', ...args),
    setStatus: (...args) => order('setStatus', ...args),
    giveBack: (...args) => order('giveBack', ...args),
    credit: (...args) => order('credit', ...args),
    setOwner: (...args) => order('setOwner', ...args),
    setBalance: (...args) => order('setBalance', ...args),
    notify: (...args) => order('notify', ...args),
    resendNotices: () => order('resendNotices'),
    expireTokens: () => order('expireTokens'),
    cutConnections: () => order('cutConnections'),
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
      reject(new Error(`The simulator of Inter ended instead of serving:\n${errors}`)),
    );
  });
}

async function give<Result>(controlUrl: string, name: string, args: unknown[]): Promise<Result> {
  const response = await fetch(`${controlUrl}/${name}`, { method: 'POST', body: JSON.stringify(args) });
  const result = (await response.json()) as Result & { error?: string };
  if (!response.ok) throw new Error(`Inter did not ${name}: ${result.error}`);
  return result;
}
