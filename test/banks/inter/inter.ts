import type { ClientFiles } from '../../psp/client-files.ts';
import { startSimulator } from '../simulator.ts';
import { type Behaviour, DEFAULTS, type Owner, type Settings } from './bank.ts';
import type { InterState, Ready } from './main.ts';

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

export async function startInter(options: Partial<Settings> = {}): Promise<Inter> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const simulator = await startSimulator<Ready>('Inter', PROGRAM, { passphrase: PASSPHRASE, settings });
  const { order } = simulator;
  const { apiUrl, tokenUrl, controlUrl, caFile, client } = simulator.ready;
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
    stop: simulator.stop,
  };
}
