import { get, post, type Reply } from './connection.ts';
import type { Shot, Source } from './load.ts';
import type { ScenarioName } from './options.ts';
import type { Seller } from './sellers.ts';

type KnownCharge = { id: string; apiKey: string };

/** What the scenarios work on. Charges that (b) and (b2) create are paid by (c) and (f) and read by (d). */
export class Stock {
  readonly sellers: readonly Seller[];
  readonly oneSeller: Seller;
  readonly charges: KnownCharge[] = [];
  readonly payable = new Queue();
  readonly payableOfOneSeller = new Queue();

  constructor(sellers: readonly Seller[], oneSeller: Seller) {
    this.sellers = sellers;
    this.oneSeller = oneSeller;
  }
}

class Queue {
  readonly #charges: KnownCharge[] = [];
  #taken = 0;

  get length(): number {
    return this.#charges.length - this.#taken;
  }

  push(charge: KnownCharge): void {
    this.#charges.push(charge);
  }

  take(): KnownCharge | null {
    const charge = this.#charges[this.#taken];
    if (!charge) return null;
    this.#taken += 1;
    return charge;
  }
}

export type Scenario = {
  title: string;
  source(stock: Stock): Source;
  /** Fills the stock with what the measured requests need; sent before the clock runs. */
  needs?(stock: Stock, payments: number): Source;
};

const LIST_LIMIT = 50;
const CHARGES_TO_READ = 5_000;

export const scenarios: Record<ScenarioName, Scenario> = {
  a: { title: 'no-op POST, same stack, no auth', source: () => () => noop },
  b: {
    title: 'create PIX charge with QR, 200 sellers',
    source: (stock) => () => create(stock, randomOf(stock.sellers), stock.payable),
  },
  b2: {
    title: 'create PIX charge with QR, one seller',
    source: (stock) => () => create(stock, stock.oneSeller, stock.payableOfOneSeller),
  },
  c: {
    title: 'confirm payment, 200 sellers',
    source: (stock) => () => pay(stock.payable.take()),
    needs: (stock, payments) => () =>
      stock.payable.length < payments ? create(stock, nextOf(stock.sellers), stock.payable) : null,
  },
  d: {
    title: 'GET charge, random',
    source: (stock) => () => read(randomOf(stock.charges)),
    needs: (stock) => () =>
      stock.charges.length < CHARGES_TO_READ ? create(stock, nextOf(stock.sellers), stock.payable) : null,
  },
  e: {
    title: `list ${LIST_LIMIT} charges, 200 sellers`,
    source: (stock) => () => list(randomOf(stock.sellers)),
    needs: fillEveryList,
  },
  f: {
    title: 'confirm payment, one hot seller',
    source: (stock) => () => pay(stock.payableOfOneSeller.take()),
    needs: (stock, payments) => () =>
      stock.payableOfOneSeller.length < payments
        ? create(stock, stock.oneSeller, stock.payableOfOneSeller)
        : null,
  },
};

/** One charge more than a page for every seller, so that each answer is a full page. */
function fillEveryList(stock: Stock): Source {
  const owned = new Map<string, number>(stock.sellers.map((seller) => [seller.apiKey, 0]));
  for (const charge of stock.charges) owned.set(charge.apiKey, (owned.get(charge.apiKey) ?? 0) + 1);
  const lacking = stock.sellers.flatMap((seller) =>
    Array.from({ length: Math.max(0, LIST_LIMIT + 1 - (owned.get(seller.apiKey) ?? 0)) }, () => seller),
  );
  return () => {
    const seller = lacking.pop();
    return seller ? create(stock, seller, stock.payable) : null;
  };
}

const noopBody = JSON.stringify({ name: 'noop', value: 12.34 });
const noop: Shot = {
  request: post('/bench/noop', noopBody),
  isRight: ({ status, body }) => status === 200 && body.includes('"value":12.34'),
};

const CREATED = Buffer.from('{"id":"');
const ID_LENGTH = 36;
let orders = 0;

function create(stock: Stock, seller: Seller, queue: Queue): Shot {
  orders += 1;
  const value = (1_000 + (orders % 9_000)) / 100;
  const body = `{"billing_type":"PIX","value":${value},"description":"Pedido ${orders}","external_reference":"order-${orders}"}`;
  return {
    request: post('/api/v1/charges', body, seller.apiKey),
    isRight: (reply) => {
      if (!isCreated(reply)) return false;
      const id = reply.body.toString('latin1', CREATED.length, CREATED.length + ID_LENGTH);
      const charge = { id, apiKey: seller.apiKey };
      stock.charges.push(charge);
      queue.push(charge);
      return true;
    },
  };
}

function isCreated({ status, body }: Reply): boolean {
  return (
    status === 201 &&
    body.subarray(0, CREATED.length).equals(CREATED) &&
    body.includes('"status":"PENDING"') &&
    body.includes('"qr_code":"data:image/png;base64,')
  );
}

function pay(charge: KnownCharge | null): Shot | null {
  if (!charge) return null;
  return {
    request: post(`/api/v1/sandbox/charges/${charge.id}/pay`, '{}', charge.apiKey),
    isRight: ({ status, body }) => status === 200 && body.includes('"status":"RECEIVED"'),
  };
}

function read({ id, apiKey }: KnownCharge): Shot {
  return {
    request: get(`/api/v1/charges/${id}`, apiKey),
    isRight: ({ status, body }) => status === 200 && body.includes(id),
  };
}

function list({ apiKey }: Seller): Shot {
  return {
    request: get(`/api/v1/charges?limit=${LIST_LIMIT}`, apiKey),
    isRight: ({ status, body }) => status === 200 && body.includes('"has_more":true'),
  };
}

function randomOf<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}

let turns = 0;

function nextOf<T>(items: readonly T[]): T {
  turns += 1;
  return items[turns % items.length] as T;
}
