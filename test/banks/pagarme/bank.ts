import { createRandom, newText } from '../../psp/random.ts';
import { createFaultBook, type Fault, type FaultBook } from '../efi/faults.ts';

export const OPERATIONS = [
  ...(['token', 'order.create', 'order.list', 'order.get'] as const),
  ...(['charge.list', 'charge.get', 'charge.transactions', 'charge.capture', 'charge.cancel'] as const),
  ...(['customer.create', 'card.create', 'card.list', 'card.delete', 'payable.list'] as const),
  ...(['tds.token', 'keys'] as const),
] as const;
export type Operation = (typeof OPERATIONS)[number];

export type Settings = {
  seed: number;
  secretKey: string;
  publicKey: string;
  /** Days between the parts of a sale in installments, and of a sale as a whole. */
  payableDays: number;
  /** How many rows a page of payables has at most. */
  payablePage: number;
  /** Failures repeat the request in their text, as some servers do. */
  quotes: boolean;
};

export const DEFAULTS: Settings = {
  seed: 1,
  secretKey: 'sk_test_Kq3vZ8mWx2Tn5Rb7',
  publicKey: 'pk_test_hY6dPc4LwQ9sJf1G',
  payableDays: 31,
  payablePage: 3,
  quotes: false,
};

export type Behaviour = {
  faults?: readonly Fault<Operation>[];
  /** The next payments are refused so, whatever their card. */
  refusal?: { code: string; advice?: string; brand?: string } | null;
  /** How a refund ends. */
  refunds?: 'at once' | 'pending' | 'refused';
  /** New orders stay out of the lists. */
  hidesNew?: boolean;
  /** Lists show orders without their charges. */
  listsShort?: boolean;
  /** The next orders fail before anything is charged. */
  failsOrders?: boolean;
  /** Orders wait for the payer at this address. */
  challengeUrl?: string | null;
  notices?: { url?: string | null; repeat?: number; delayMs?: number };
};

export type Card = {
  id: string;
  number: string;
  holder: string;
  month: number;
  year: number;
  customer: string | null;
};
export type Token = { card: Omit<Card, 'id' | 'customer'>; cvv: string; endsAtMs: number; isUsed: boolean };

export type Transaction = {
  id: string;
  status: string;
  operation_type: string;
  amount: number;
  success: boolean;
  created_at: string;
  updated_at: string;
  transaction_type: 'credit_card';
  installments: number;
  card: object;
  acquirer_name: 'simulator';
  acquirer_return_code: string | null;
  acquirer_message: string | null;
  retry_info: { brand_failure_return_code: string } | null;
  threed_authentication_url: string | null;
  gateway_response: { code: string; errors: { message: string }[] };
};

export type Charge = {
  id: string;
  code: string;
  amount: number;
  status: string;
  currency: 'BRL';
  payment_method: 'credit_card';
  created_at: string;
  updated_at: string;
  paid_at: string | null;
  paid_amount: number | null;
  canceled_amount: number | null;
  order: { id: string; code: string };
  transactions: Transaction[];
};

export type Order = {
  id: string;
  code: string;
  amount: number;
  created_at: string;
  /** Null: nothing was charged. */
  charge: string | null;
  request: Record<string, unknown>;
  isHidden: boolean;
};

export type Payable = {
  id: string;
  status: 'waiting_funds' | 'paid';
  amount: number;
  fee: number;
  anticipation_fee: number | null;
  fraud_coverage_fee: number | null;
  installment: number;
  gateway_id: null;
  charge_id: string | null;
  recipient_id: string;
  payment_date: string;
  original_payment_date: string;
  type: 'credit' | 'refund' | 'chargeback' | 'chargeback_refund';
  payment_method: 'credit_card';
  created_at: string;
};

/** A request as it came. */
export type Seen = {
  operation: Operation;
  method: string;
  path: string;
  query: Record<string, string>;
  key: string | null;
  body: unknown;
};

/** All that this Pagar.me knows. In memory, and gone with the process. */
export type Bank = {
  readonly settings: Settings;
  readonly faults: FaultBook<Operation>;
  readonly tokens: Map<string, Token>;
  readonly cards: Map<string, Card>;
  readonly customers: Map<string, { id: string; email: string }>;
  readonly orders: Map<string, Order>;
  readonly charges: Map<string, Charge>;
  readonly payables: Payable[];
  readonly keys: Map<string, { what: string; raw: string; answer: Answer; endsAtMs: number }>;
  readonly seen: Seen[];
  /** What a careful client would not have sent. */
  readonly violations: string[];
  readonly notices: { sent: number; taken: number; refused: number };
  behaviour: Required<Omit<Behaviour, 'faults'>>;
  clockOffsetMs: number;
  notify: (type: string, charge: Charge) => void;
  now(): Date;
};

export type Answer = { status: number; body: unknown };

export function createBank(settings: Settings): Bank {
  const bank: Bank = {
    settings,
    faults: createFaultBook<Operation>(createRandom(settings.seed)),
    ...{ tokens: new Map(), cards: new Map(), customers: new Map() },
    ...{ orders: new Map(), charges: new Map(), payables: [], keys: new Map() },
    ...{ seen: [], violations: [], notices: { sent: 0, taken: 0, refused: 0 } },
    behaviour: {
      ...{ refusal: null, refunds: 'at once', hidesNew: false, challengeUrl: null },
      ...{ listsShort: false, failsOrders: false },
      notices: {},
    },
    clockOffsetMs: 0,
    notify: () => {},
    now: () => new Date(Date.now() + bank.clockOffsetMs),
  };
  return bank;
}

export function behave(bank: Bank, { faults, ...behaviour }: Behaviour): void {
  if (faults) bank.faults.set(faults);
  bank.behaviour = { ...bank.behaviour, ...behaviour };
  if (behaviour.hidesNew === false) for (const order of bank.orders.values()) order.isHidden = false;
}

export function newId(kind: 'or' | 'ch' | 'tran' | 'cus' | 'card' | 'token' | 'hook'): string {
  return `${kind}_${newText(16)}`;
}

/** What it refuses a request with. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: Record<string, string[]> | undefined;

  constructor(status: number, message: string, errors?: Record<string, string[]>) {
    super(message);
    this.status = status;
    this.errors = errors;
  }

  body(): object {
    return { message: this.message, ...(this.errors ? { errors: this.errors } : {}) };
  }
}

export function found<T>(things: ReadonlyMap<string, T>, id: string | undefined, what: string): T {
  const thing = things.get(id ?? '');
  if (!thing) throw new Problem(404, `${what} not found.`);
  return thing;
}
