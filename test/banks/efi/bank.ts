import { createRandom, newHex, newText } from '../../psp/random.ts';
import { createFaultBook, type Fault, type FaultBook } from './faults.ts';

export const OPERATIONS = [
  'authorize',
  'charge.create',
  'charge.detail',
  'charge.list',
  'charge.cancel',
  'charge.billet',
  'notification',
  'oauth',
  'pix.send',
  'pix.find',
  'pix.list',
  'balance',
  'webhook.put',
  'webhook.get',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Settings = {
  seed: number;
  clientId: string;
  clientSecret: string;
  /** The key that pays. */
  pixKey: string;
  /** homologation: payouts end by their amount. production: when a test says so. */
  environment: 'homologation' | 'production';
  /** Of homologation: how long a payout is in progress. */
  settleMs: number;
  /** The number of the first page of a list of charges. */
  firstPage: 0 | 1;
  /** Whether the third of equal boletos is refused. */
  refusesThirdAlike: boolean;
  /** Refusals quote what was sent, with the token. */
  echoesRequests: boolean;
  balance: string;
  blocked: string;
  tokenSeconds: number;
  scopes: readonly string[];
  noticeWaitsMs: readonly number[];
  behaviour: Behaviour;
};

export const DEFAULTS: Settings = {
  seed: 1,
  clientId: 'Client_Id_guiche',
  clientSecret: 'Client_Secret_guiche',
  pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  environment: 'production',
  settleMs: 20,
  firstPage: 1,
  refusesThirdAlike: false,
  echoesRequests: false,
  balance: '1000000.00',
  blocked: '0.00',
  tokenSeconds: 600,
  scopes: ['pix.send', 'gn.pix.send.read', 'gn.balance.read', 'webhook.read', 'webhook.write'],
  noticeWaitsMs: [50, 150, 400],
  behaviour: {},
};

/** How notices are sent. Nothing given: each once, at once. */
export type NoticeManner = {
  repeat?: number;
  /** At least and at most, drawn for each. */
  delayMs?: readonly [number, number];
  /** What comes within `gatherMs` is sent in another order. */
  reorder?: boolean;
  gatherMs?: number;
  /** The part that is never sent, from 0 to 1. */
  lost?: number;
};

export type Behaviour = {
  faults?: readonly Fault[];
  notices?: NoticeManner;
  /** The list of charges and the query of payouts do not show what is new. */
  hidesNew?: boolean;
  /** The next boletos are refused with this code of Efí. */
  refusesBoletos?: { code: number; message: string; status?: number } | null;
  /** Boletos get a PIX code. */
  givesPix?: boolean;
};

export type Change = {
  id: number;
  current: string;
  previous: string | null;
  createdAt: Date;
  value?: number;
  receivedOn?: string;
};

export type Charge = {
  id: number;
  token: string;
  customId: string | null;
  noticeUrl: string | null;
  itemName: string;
  total: number;
  status: string;
  createdAt: Date;
  dueDate: string;
  customer: Record<string, unknown>;
  configurations: { days_to_write_off?: number; fine?: number; interest?: unknown };
  conditionalDiscount: unknown;
  line: string;
  qrcode: string | null;
  paidValue: number | null;
  paidAt: Date | null;
  receivedOn: string | null;
  changes: Change[];
  /** The number of changes that were fetched by the token. */
  fetched: number;
  isHidden: boolean;
};

export type Returned = { rtrId: string; valor: string; horario: string };
export type Sent = {
  idEnvio: string;
  endToEndId: string;
  valor: string;
  chave: string;
  infoPagador?: string;
  favorecido: Record<string, unknown>;
  status: 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO';
  requestedAt: Date;
  settledAt: Date | null;
  error: { codigo: string; origem: string; motivo: string } | null;
  devolucoes: Returned[];
  isHidden: boolean;
};

/** A request as it came. */
export type Seen = {
  operation: Operation;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
};
/** A request or an answer that Efí's own schemas refuse. */
export type Found = { operation: Operation; what: string; issues: string[] };
export type NoticeCounts = { attempts: number; delivered: number; failed: number; lost: number };

/** All that this Efí knows. In memory, and gone with the process. */
export type Bank = {
  readonly settings: Settings;
  readonly faults: FaultBook;
  readonly charges: Map<number, Charge>;
  readonly sent: Map<string, Sent>;
  readonly webhooks: Map<string, { webhookUrl: string; criacao: string }>;
  readonly seen: Seen[];
  /** Every access token that was given. */
  readonly tokens: string[];
  readonly violations: Found[];
  readonly ownViolations: Found[];
  readonly notices: NoticeCounts;
  balanceCents: bigint;
  blockedCents: bigint;
  behaviour: Behaviour;
  clockOffsetMs: number;
  nextCharge: number;
  noticeOfCharge: (charge: Charge) => void;
  noticeOfSent: (sent: Sent, returned?: Returned) => void;
  now(): Date;
};

export function createBank(settings: Settings): Bank {
  const bank: Bank = {
    settings,
    faults: createFaultBook(createRandom(settings.seed)),
    charges: new Map(),
    sent: new Map(),
    webhooks: new Map(),
    seen: [],
    tokens: [],
    violations: [],
    ownViolations: [],
    notices: { attempts: 0, delivered: 0, failed: 0, lost: 0 },
    balanceCents: centsOf(settings.balance),
    blockedCents: centsOf(settings.blocked),
    behaviour: {},
    clockOffsetMs: 0,
    nextCharge: 24_342_333,
    noticeOfCharge: () => {},
    noticeOfSent: () => {},
    now: () => new Date(Date.now() + bank.clockOffsetMs),
  };
  return bank;
}

/** Each key that is given replaces what was set before. */
export function behave(bank: Bank, behaviour: Behaviour): void {
  bank.behaviour = { ...bank.behaviour, ...behaviour };
  if (behaviour.faults) bank.faults.set(behaviour.faults);
  if (behaviour.hidesNew === false) {
    for (const each of [...bank.charges.values(), ...bank.sent.values()]) each.isHidden = false;
  }
}

export function centsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(2, '0'));
}

export function textOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `2022-10-31 10:18:21`, the time of São Paulo. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

export function localDay(at: Date): string {
  return localTime(at).slice(0, 10);
}

export function newToken(): string {
  return `${newHex(8)}-${newHex(4)}-${newHex(4)}-${newHex(4)}-${newHex(12)}`;
}

/** The letter, the bank's eight digits, the minute in UTC, eleven characters of its own. */
export function settlementId(letter: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  return `${letter}09089356${minute}${newText(11)}`;
}
