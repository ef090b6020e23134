import { startSimulator } from '../simulator.ts';
import { type Behaviour, DEFAULTS, type Payment, type Settings, type StoredCard } from './house.ts';
import type { CieloState, Ready } from './main.ts';

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

export async function startCielo(options: Partial<Settings> = {}): Promise<Cielo> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const simulator = await startSimulator<Ready>('Cielo', PROGRAM, { settings });
  const { order, ready } = simulator;
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
    stop: simulator.stop,
  };
}
