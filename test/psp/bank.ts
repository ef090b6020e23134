import type { Callbacks } from './callbacks.ts';
import type { Charge } from './charge.ts';
import { type Behaviour, createFaultBook, type FaultBook, type RefundManner } from './faults.ts';
import { createRandom, newText } from './random.ts';
import { OPERATIONS, type Operation, type Pix, type Violation, type Webhook } from './wire.ts';

export type Settings = {
  seed: number;
  pixKey: string;
  clientId: string;
  clientSecret: string;
  /** What a created charge or refund is answered with: some PSPs say 200. */
  createdStatus: 200 | 201;
  tokenSeconds: number;
  expiresInAsText: boolean;
  /** How the token is to be asked for; absent: in any way that is right. */
  token: { auth?: 'basic' | 'body' | 'id only'; body?: 'form' | 'json'; grantInQuery?: boolean };
  /** Headers and queries that this PSP wants beyond the standard; without them, 403. */
  requires: { headers?: Record<string, string>; query?: Record<string, string> };
  callbackWaitsMs: readonly number[];
  behaviour: Behaviour;
};

export const DEFAULTS: Settings = {
  seed: 1,
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  clientId: 'guiche-client',
  clientSecret: 'guiche-client-secret',
  createdStatus: 201,
  tokenSeconds: 3600,
  expiresInAsText: false,
  token: {},
  requires: {},
  callbackWaitsMs: [50, 150, 400],
  behaviour: {},
};

export const RECEIVER = {
  nome: 'Loja do Simulador',
  cnpj: '11222333000181',
  logradouro: 'Rua do Simulador, 1',
  cidade: 'Recife',
  uf: 'PE',
  cep: '50000000',
};

/** A request or an answer that is not as the official description says. */
export type Found = { operation: Operation | 'callback'; what: string; violations: readonly Violation[] };
/** A request that is well formed and refused by a rule. */
export type Refused = { operation: Operation; what: string; kind: string; detail: string };

/** All that this PSP knows. In memory, and gone with the process. */
export type Bank = {
  readonly settings: Settings;
  readonly faults: FaultBook;
  callbacks: Callbacks;
  readonly charges: Map<string, Charge>;
  readonly pix: Map<string, Pix>;
  readonly webhooks: Map<string, Webhook>;
  readonly requests: Record<Operation, number>;
  readonly violations: Found[];
  readonly ownViolations: Found[];
  readonly refused: Refused[];
  copyPaste: boolean;
  refunds: RefundManner;
  tokenLivesMs: number | null;
  clockOffsetMs: number;
  nextLocation: number;
  now(): Date;
};

const NO_CALLBACKS: Callbacks = { notify: () => {}, become: () => {}, counts: () => ({ ...NO_COUNTS }) };
const NO_COUNTS = { attempts: 0, delivered: 0, failed: 0, lost: 0 };

export function createBank(settings: Settings): Bank {
  const bank: Bank = {
    settings,
    faults: createFaultBook(createRandom(settings.seed)),
    callbacks: NO_CALLBACKS,
    charges: new Map(),
    pix: new Map(),
    webhooks: new Map(),
    requests: Object.fromEntries(OPERATIONS.map((each) => [each, 0])) as Record<Operation, number>,
    violations: [],
    ownViolations: [],
    refused: [],
    copyPaste: true,
    refunds: 'held',
    tokenLivesMs: null,
    clockOffsetMs: 0,
    nextLocation: 1,
    now: () => new Date(Date.now() + bank.clockOffsetMs),
  };
  return bank;
}

export function behave(bank: Bank, behaviour: Behaviour): void {
  bank.faults.set(behaviour);
  const { tokenLivesMs, callbacks, copyPaste, refunds } = behaviour;
  if (tokenLivesMs !== undefined) bank.tokenLivesMs = tokenLivesMs;
  if (callbacks !== undefined) bank.callbacks.become(callbacks ?? {});
  if (copyPaste !== undefined) bank.copyPaste = copyPaste;
  if (refunds !== undefined) bank.refunds = refunds;
}

/** `E` or `D`, the payer's bank, the minute in UTC, eleven characters of its own. */
export function endToEndId(letter: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  return `${letter}12345678${minute}${newText(11)}`;
}
