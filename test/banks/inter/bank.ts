import { createFaults, type FaultBook, type Faults, OPERATIONS, type Operation } from './faults.ts';
import type { Notices } from './notices.ts';

export type Settings = {
  seed: number;
  clientId: string;
  clientSecret: string;
  account: string;
  /** What the application was granted. A token with another scope is refused as a whole. */
  scopes: string[];
  tokensPerMinute: number;
  /** `POST …/pagar` exists only in the sandbox. */
  isSandbox: boolean;
};

const ALL_SCOPES = [
  'boleto-cobranca.read',
  'boleto-cobranca.write',
  'pagamento-pix.read',
  'pagamento-pix.write',
  'extrato.read',
  'webhook-banking.read',
  'webhook-banking.write',
];

export const DEFAULTS: Settings = {
  seed: 1,
  clientId: 'inter-client',
  clientSecret: 'inter-secret-3f9a',
  account: '13525622',
  scopes: ALL_SCOPES,
  tokensPerMinute: 1_000,
  isSandbox: true,
};

export type Behaviour = {
  faults?: Faults;
  /** How a registration ends: at once, when told, after a while, or badly. */
  registration?: 'at once' | 'held' | 'fails' | { afterMs: number };
  /** How a cancelling ends. */
  cancelling?: 'at once' | 'held';
  /** How a change ends. */
  changing?: 'at once' | 'held' | 'fails';
  /** Without a PIX key of the account, boletos have no PIX code. */
  hasPixKey?: boolean;
  /** How long a new boleto stays out of the lists. */
  listLagMs?: number;
  /** How a PIX ends: paid at once, when told, waiting for a person, or badly. */
  payouts?: 'paid' | 'held' | 'approval' | 'scheduled' | 'fails';
  /** Failures repeat the request in their text, as some servers do. */
  quotes?: boolean;
  /** `lost`: the part that is never sent, from 0 to 1. */
  notices?: { repeat?: number; delayMs?: number; reorder?: boolean; lost?: number };
};

export type Cobranca = {
  codigoSolicitacao: string;
  seuNumero: string;
  /** Whole cents. */
  amount: number;
  dataEmissao: string;
  dataVencimento: string;
  situacao: string;
  dataSituacao: string;
  motivoCancelamento?: string;
  received?: { amount: number; by: 'BOLETO' | 'PIX' };
  pagador: Record<string, unknown>;
  request: Record<string, unknown>;
  nossoNumero: string;
  txid: string;
  madeAtMs: number;
};

export type SentPix = {
  codigoSolicitacao: string;
  key: string;
  amount: number;
  chave: string;
  descricao: string;
  status: string;
  endToEnd: string;
  history: string[];
  answer: object;
  errors: { codigoErro: string; descricaoErro: string }[];
};

/** One row of the statement. */
export type Movement = {
  idTransacao: string;
  day: string;
  tipoTransacao: string;
  tipoOperacao: 'C' | 'D';
  amount: number;
  titulo: string;
  descricao: string;
  detalhes: Record<string, string>;
};

export type Owner = { cpfCnpj: string; nome: string };

export type Bank = {
  readonly settings: Settings;
  readonly faults: FaultBook;
  readonly requests: Record<Operation, number>;
  /** What was refused as not being as the description says. */
  readonly violations: string[];
  readonly cobrancas: Map<string, Cobranca>;
  readonly edits: Map<string, { status: 'PROCESSANDO' | 'SUCESSO' | 'FALHA'; codigo: string; due: string }>;
  readonly sent: Map<string, SentPix>;
  readonly movements: Movement[];
  readonly owners: Map<string, Owner>;
  readonly webhooks: Map<string, string>;
  behaviour: Required<Omit<Behaviour, 'faults'>>;
  balance: number;
  /** Set once the process serves. */
  notices: Notices;
};

export function createBank(settings: Settings): Bank {
  return {
    settings,
    faults: createFaults(settings.seed),
    requests: Object.fromEntries(OPERATIONS.map((each) => [each, 0])) as Record<Operation, number>,
    violations: [],
    cobrancas: new Map(),
    edits: new Map(),
    sent: new Map(),
    movements: [],
    owners: new Map(),
    webhooks: new Map(),
    behaviour: {
      ...{ registration: 'at once', cancelling: 'at once', changing: 'at once', listLagMs: 0 },
      ...{ hasPixKey: true, quotes: false },
      ...{ payouts: 'paid', notices: {} },
    },
    balance: 100_000_000,
    notices: { send: () => {}, resend: () => 0, counts: () => ({ sent: 0, failed: 0, lost: 0 }) },
  };
}

export function behave(bank: Bank, { faults, ...behaviour }: Behaviour): void {
  if (faults) bank.faults.set(faults);
  bank.behaviour = { ...bank.behaviour, ...behaviour };
}

/** What the bank answers when it refuses. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly violations: { razao: string; propriedade: string; valor?: string }[];

  constructor(status: number, title: string, detail: string, violations: Problem['violations'] = []) {
    super(detail);
    this.status = status;
    this.title = title;
    this.violations = violations;
  }

  body(): object {
    return {
      title: this.title,
      detail: this.message,
      timestamp: new Date().toISOString(),
      ...(this.violations.length > 0 ? { violacoes: this.violations } : {}),
    };
  }
}

/** Days of Brazil, where this bank is: no daylight saving since 2019. */
export function today(): string {
  return new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
}

/** 12345 → "123.45" */
export function reais(amount: number): string {
  const text = String(amount).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
