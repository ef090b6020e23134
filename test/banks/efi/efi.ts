import type { ClientFiles } from '../../psp/client-files.ts';
import { startSimulator } from '../simulator.ts';
import { type Behaviour, type Charge, DEFAULTS, type Returned, type Sent, type Settings } from './bank.ts';
import type { EfiState, Ready } from './main.ts';

/** Efí in a process of its own, with both of its hosts. Tests give it orders by another door. */
export type Efi = {
  readonly chargesUrl: string;
  readonly pixUrl: string;
  readonly caFile: string;
  readonly client: ClientFiles;
  readonly passphrase: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly pixKey: string;
  behave(behaviour: Behaviour): Promise<void>;
  /** `receivedOn`: the civil day of the payment, when Efí learns of it only now. */
  payCharge(id: number, payment?: { value?: number; receivedOn?: string }): Promise<Charge>;
  /** A payer pays, if the boleto can still be paid. Amounts in cents. */
  payIfOpen(id: number, value?: number): Promise<boolean>;
  /** The names of payouts that have no end. */
  waitingPayouts(): Promise<string[]>;
  changeStatus(id: number, status: string): Promise<void>;
  /** The same notice once more. */
  noticeAgain(id: number): Promise<void>;
  finishSent(idEnvio: string, status: 'REALIZADO' | 'NAO_REALIZADO', motivo?: string): Promise<Sent>;
  giveBack(idEnvio: string, valor: string): Promise<Returned>;
  moveClock(offsetMs: number): Promise<void>;
  expireTokens(): Promise<void>;
  cutConnections(): Promise<void>;
  state(): Promise<EfiState>;
  stop(): Promise<void>;
};

/** A .p12 of Efí has none. */
const PASSPHRASE = '';
const PROGRAM = new URL('./main.ts', import.meta.url);

export async function startEfi(options: Partial<Settings> = {}): Promise<Efi> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const simulator = await startSimulator<Ready>('Efí', PROGRAM, { passphrase: PASSPHRASE, settings });
  const { order } = simulator;
  const ready = simulator.ready;
  const { clientId, clientSecret, pixKey } = settings;
  const { chargesUrl, pixUrl, caFile, client } = ready;
  return {
    ...{ chargesUrl, pixUrl, caFile, client, clientId, clientSecret, pixKey },
    passphrase: PASSPHRASE,
    behave: (...args) => order('behave', ...args),
    payCharge: (...args) => order('payCharge', ...args),
    payIfOpen: (...args) => order('payIfOpen', ...args),
    waitingPayouts: () => order('waitingPayouts'),
    changeStatus: (...args) => order('changeStatus', ...args),
    noticeAgain: (...args) => order('noticeAgain', ...args),
    finishSent: (...args) => order('finishSent', ...args),
    giveBack: (...args) => order('giveBack', ...args),
    moveClock: (...args) => order('moveClock', ...args),
    expireTokens: () => order('expireTokens'),
    cutConnections: () => order('cutConnections'),
    state: () => order('state'),
    stop: simulator.stop,
  };
}
