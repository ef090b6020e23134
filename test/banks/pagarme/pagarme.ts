import type { CardSource } from '../../../server/src/providers/card.ts';
import { startSimulator } from '../simulator.ts';
import { type Behaviour, DEFAULTS, type Settings } from './bank.ts';
import type { PagarmeState, Ready, SignedNotice } from './main.ts';

/** Pagar.me in a process of its own. Tests give it orders by another door. */
export type Pagarme = Omit<Ready, 'controlUrl'> & {
  readonly secretKey: string;
  readonly publicKey: string;
  behave(behaviour: Behaviour): Promise<void>;
  /** A token of a test card, as the payer's page makes it. */
  token(number?: string, changes?: { cvv?: string }): Promise<Extract<CardSource, { kind: 'token' }>>;
  finish(charge: string, how: 'paid' | 'failed'): Promise<void>;
  finishRefunds(charge: string, isDone: boolean): Promise<void>;
  chargeBack(charge: string): Promise<void>;
  adjust(charge: string, amount: number): Promise<void>;
  payUpTo(day: string): Promise<void>;
  moveClock(offsetMs: number): Promise<void>;
  rotateKeys(): Promise<string>;
  noticeOf(charge: string, type: string): Promise<SignedNotice>;
  sign(body: string): Promise<SignedNotice>;
  state(): Promise<PagarmeState>;
  stop(): Promise<void>;
};

const PROGRAM = new URL('./main.ts', import.meta.url);
const APPROVED = '4000000000000010';

export async function startPagarme(options: Partial<Settings> = {}): Promise<Pagarme> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const simulator = await startSimulator<Ready>('Pagar.me', PROGRAM, { settings });
  const { order } = simulator;
  const { controlUrl, ...ready } = simulator.ready;
  const { secretKey, publicKey } = settings;
  return {
    ...{ ...ready, secretKey, publicKey },
    async token(number = APPROVED, { cvv = '123' } = {}) {
      const ends = { exp_month: 12, exp_year: 2040 };
      const token = await order<string>('tokenOf', { number, holder_name: 'ANA SOUZA', ...ends, cvv });
      const brand = number.startsWith('4') ? 'visa' : 'mastercard';
      return { kind: 'token', token, holder: 'ANA SOUZA', brand, lastFour: number.slice(-4) };
    },
    behave: (...args) => order('behave', ...args),
    finish: (...args) => order('finish', ...args),
    finishRefunds: (...args) => order('finishRefunds', ...args),
    chargeBack: (...args) => order('chargeBack', ...args),
    adjust: (...args) => order('adjust', ...args),
    payUpTo: (...args) => order('payUpTo', ...args),
    moveClock: (...args) => order('moveClock', ...args),
    rotateKeys: () => order('rotateKeys'),
    noticeOf: (...args) => order('noticeOf', ...args),
    sign: (...args) => order('sign', ...args),
    state: () => order('state'),
    stop: simulator.stop,
  };
}
