import { createRandom } from '../../psp/random.ts';
import { createFaults, type Fault, type FaultBook, type Operation } from './faults.ts';

export type Settings = {
  seed: number;
  merchantId: string;
  merchantKey: string;
  clientId: string;
  clientSecret: string;
  /** Between two cancellations of one payment. */
  spacingMs: number;
};

export const DEFAULTS: Settings = {
  seed: 1,
  merchantId: '0d9f4c1e-5a0b-4d7e-9a55-3c0c4f6c2f11',
  merchantKey: 'K7V1B2N3M4Q5W6E7R8T9Y0U1I2O3P4A5S6D7F8G9',
  clientId: 'page-client',
  clientSecret: 'page-secret-2b7d',
  spacingMs: 5_000,
};

export type Behaviour = {
  faults?: readonly Fault[];
  /** The next payment has this status until it is finished. */
  nextStatus?: 0 | 12 | null;
  /** An order that has a payment is refused with 302; otherwise it gets another. */
  refusesDuplicates?: boolean;
  /** How far the query host is behind. */
  queryLagMs?: number;
  /** Cancellations answer this code and do nothing. */
  voidCode?: string | null;
  /** What the seller is owed, of which refunds are taken. */
  agendaCents?: number | null;
  /** Whether the sum given back contains what a capture in part let go. */
  countsLetGo?: boolean;
  /** Refusals come with Mastercard's advice. */
  advice?: string | null;
  /** Errors quote the request. */
  quotes?: boolean;
};

export type Payment = {
  paymentId: string;
  order: string;
  amount: number;
  status: number;
  capture: boolean;
  captured: number | null;
  voided: number;
  code: string;
  message: string;
  brand: string;
  masked: string;
  receivedAt: string;
  advice: string | null;
  chargebacks: object[];
  body: unknown;
};

export type StoredCard = { number: string; holder: string; expiration: string; brand: string };
export type Notice = { PaymentId: string; ChangeType: number };
export type Seen = { operation: Operation; method: string; path: string; query: object; body: unknown };

export type House = {
  readonly settings: Settings;
  readonly behaviour: Required<Behaviour>;
  readonly faults: FaultBook;
  readonly random: ReturnType<typeof createRandom>;
  /** Real time, and what a test added to it. */
  now(): Date;
  moveClock(offsetMs: number): void;
  readonly payments: Map<string, Payment>;
  /** What the query host shows, with the time since when. */
  readonly shown: Map<string, { at: number; payment: Payment }[]>;
  readonly lastVoid: Map<string, number>;
  /** Tokens of typed cards, each for one payment. */
  readonly typed: Map<string, StoredCard>;
  readonly stored: Map<string, StoredCard>;
  /** Keys of pages, each for one card. */
  readonly pageKeys: Set<string>;
  readonly tokens: Set<string>;
  readonly notices: Notice[];
  readonly seen: Seen[];
};

export function createHouse(settings: Settings): House {
  let offsetMs = 0;
  return {
    settings,
    behaviour: {
      ...{ faults: [], nextStatus: null, refusesDuplicates: false, queryLagMs: 0, voidCode: null },
      ...{ agendaCents: null, countsLetGo: false, advice: null, quotes: false },
    },
    faults: createFaults(settings.seed),
    random: createRandom(settings.seed),
    now: () => new Date(Date.now() + offsetMs),
    moveClock(ms) {
      offsetMs = ms;
    },
    payments: new Map(),
    shown: new Map(),
    lastVoid: new Map(),
    typed: new Map(),
    stored: new Map(),
    pageKeys: new Set(),
    tokens: new Set(),
    notices: [],
    seen: [],
  };
}

export function behave(house: House, behaviour: Behaviour): void {
  const given = Object.entries(behaviour).filter(([, value]) => value !== undefined);
  Object.assign(house.behaviour, Object.fromEntries(given));
  if (behaviour.faults) house.faults.set(behaviour.faults);
}

/** The query host learns of it later. */
export function publish({ shown, now }: House, payment: Payment): void {
  const earlier = shown.get(payment.paymentId) ?? [];
  shown.set(payment.paymentId, [...earlier, { at: now().getTime(), payment: { ...payment } }]);
}

/** As the query host knows it; null: it does not, or not yet. */
export function queried({ shown, now, behaviour }: House, paymentId: string): Payment | null {
  const until = now().getTime() - behaviour.queryLagMs;
  return (shown.get(paymentId) ?? []).filter(({ at }) => at <= until).at(-1)?.payment ?? null;
}

/** A refusal as the interface words it: a list of codes. */
export class Problem extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

export const refusal = (code: number, message: string, status = 400): Problem =>
  new Problem(status, [{ Code: code, Message: message }]);
