import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../server/src/db/pool.ts';
import { createRandom } from '../psp/random.ts';
import { type PspProcess, startPspProcess } from './apipix-process.ts';
import { ask, persistently } from './careful-client.ts';
import { createTestDatabase, openTestDb } from './database.ts';
import { type ProcessSeller, registerSeller } from './processes.ts';

export type Fate = 'paid' | 'paid twice' | 'paid while cancelled' | 'cancelled' | 'refunded' | 'left';
export type Order = { reference: string; value: number; fate: Fate; seller: ProcessSeller };
export type Tally = {
  created: number;
  /** Requests whose connection broke: asked again under the same key. */
  broken: number;
  /** Answers that nobody gives a code now: asked again under a new key. */
  unavailable: number;
  kills: number;
  /** Requests without an answer at each kill. */
  caught: number[];
};

export type Chaos = PspProcess & {
  readonly db: Db;
  readonly sellers: readonly ProcessSeller[];
  readonly tally: Tally;
  /** Takes the orders through their lives while the gateway dies `kills` times, then lives. */
  run(orders: readonly Order[], kills: number): Promise<void>;
  stop(): Promise<void>;
};

const SEED = 20_261_115;
const SELLERS = 4;
const CREATORS = 24;
/** Real time that an order may take, on a busy machine. */
const LIFE_PER_ORDER_MS = 60;
const PATIENCE_PER_ORDER_MS = 500;
const LATEST_MS = 600;
const MIN_PATIENCE_MS = 240_000;
const SHARES: readonly (readonly [Fate, number])[] = [
  ['paid', 0.58],
  ['paid twice', 0.08],
  ['paid while cancelled', 0.1],
  ['cancelled', 0.06],
  ['refunded', 0.1],
  ['left', 0.08],
];

export async function startChaos(): Promise<Chaos> {
  const database = await createTestDatabase();
  const db = openTestDb({ connectionString: database.connectionString, connections: 4 });
  const house = await startPspProcess(database.connectionString, {
    pspOptions: { seed: SEED },
    environment: { GUICHE_COMPARE_SECONDS: '1', GUICHE_LOG_LEVEL: 'error' },
  });
  const sellers: ProcessSeller[] = [];
  while (sellers.length < SELLERS) sellers.push(await registerSeller(house.server()));
  const tally: Tally = { created: 0, broken: 0, unavailable: 0, kills: 0, caught: [] };
  const chaos: Chaos = {
    ...house,
    ...{ db, sellers, tally },
    run: (orders, kills) => runAll(chaos, orders, kills),
    async stop() {
      await house.stop();
      await db.close();
      await database.drop();
    },
  };
  return chaos;
}

/** The same orders each time. */
export function drawOrders(count: number, sellers: readonly ProcessSeller[]): Order[] {
  const random = createRandom(SEED);
  return Array.from({ length: count }, (_, index) => {
    const seller = sellers[index % sellers.length];
    if (!seller) throw new Error('somebody sells');
    const value = (2_000 + Math.floor(random.next() * 8_000)) / 100;
    return { reference: `order ${index}`, value, fate: drawFate(random.next()), seller };
  });
}

function drawFate(at: number): Fate {
  let passed = 0;
  for (const [fate, share] of SHARES) {
    passed += share;
    if (at < passed) return fate;
  }
  return 'left';
}

/** Of all answers a fifth is lost after acting and a tenth is 5xx, half of them after acting; notices come as they like. */
export function badDays(chaos: Chaos): Promise<void> {
  return chaos.psp.behave({
    dropAfterActing: { probability: 0.22 },
    status5xx: [
      { probability: 0.05, status: 503 },
      { probability: 0.07, status: 500, when: 'after' },
    ],
    refunds: { afterMs: 100 },
    callbacks: { repeat: 2, reorder: true, delayMs: [0, 400], lost: 0.25, unknownTxid: true },
  });
}

export function goodDays(chaos: Chaos): Promise<void> {
  return chaos.psp.behave({
    dropAfterActing: null,
    status5xx: null,
    refunds: 'at once',
    callbacks: null,
  });
}

type Field = Chaos & { inFlight: number; endsAtMs: number };

async function runAll(chaos: Chaos, orders: readonly Order[], kills: number): Promise<void> {
  const patienceMs = Math.max(MIN_PATIENCE_MS, orders.length * PATIENCE_PER_ORDER_MS);
  const field: Field = { ...chaos, inFlight: 0, endsAtMs: performance.now() + patienceMs };
  const waiting = [...orders];
  const later: Promise<void>[] = [];
  const create = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift()) await live(field, order, later);
  };
  const giveUp = (error: unknown) => {
    field.endsAtMs = 0;
    throw error;
  };
  const creators = Promise.all(Array.from({ length: CREATORS }, create)).then(() => Promise.all(later));
  const parts = [creators.catch(giveUp), killAndRestart(field, orders.length, kills).catch(giveUp)];
  // Nothing is under way any more when a failure is told: what comes next stops the processes.
  await Promise.allSettled(parts);
  await Promise.all(parts);
}

/** Each life ends when its share of the orders is made, or after a while, and then a moment that the seed draws. */
async function killAndRestart(field: Field, total: number, kills: number): Promise<void> {
  const random = createRandom(SEED + 1);
  const { tally, server } = field;
  const perLife = total / (kills + 1);
  while (tally.kills < kills && performance.now() < field.endsAtMs) {
    const bornMs = performance.now();
    const isOld = () => performance.now() - bornMs > perLife * LIFE_PER_ORDER_MS;
    while (tally.created < perLife * (tally.kills + 1) && !isOld()) await pause(10);
    await pause(random.next() * LATEST_MS);
    tally.caught.push(field.inFlight);
    await server().end('SIGKILL');
    tally.kills += 1;
    // What the dead held is free when its lease ends: at the last start, that has passed.
    if (tally.kills === kills) await endLeases(field.db);
    await field.restart();
  }
}

async function endLeases(db: Db): Promise<void> {
  await db.query('update jobs set locked_until = null');
  await db.query('update pix_comparisons set leased_until = null');
}

async function live(field: Field, order: Order, later: Promise<void>[]): Promise<void> {
  const { id, txid } = await create(field, order);
  field.tally.created += 1;
  const pay = (again = false) => field.psp.pay(txid, { again });
  const cancel = () => ask(field, order.seller, `/charges/${id}/cancel`, {}, `cancel ${order.reference}`);
  switch (order.fate) {
    case 'paid':
      await pay();
      return;
    case 'paid twice':
      await pay();
      await pay(true);
      return;
    case 'paid while cancelled':
      // Whoever comes too late at the PSP cannot pay any more.
      await Promise.all([cancel(), pay().catch(() => undefined)]);
      return;
    case 'cancelled':
      await cancel();
      return;
    case 'refunded':
      await pay();
      later.push(refundWhenPaid(field, order, id));
  }
}

async function create(field: Field, order: Order): Promise<{ id: string; txid: string }> {
  const { reference, value, seller } = order;
  for (let attempt = 0; ; attempt += 1) {
    const body = { billing_type: 'PIX', value, description: reference, external_reference: reference };
    const answer = await ask(field, seller, '/charges', body, `${reference} ${attempt}`);
    if (answer.status === 201) {
      const { txid } = answer.body.pix as { txid: string };
      return { id: String(answer.body.id), txid };
    }
    if (answer.body.code !== 'PROVIDER_UNAVAILABLE') throw new Error(`${reference}: ${answer.text}`);
    field.tally.unavailable += 1;
    await pause(100);
  }
}

async function refundWhenPaid(field: Field, order: Order, id: string): Promise<void> {
  const { seller, reference, value } = order;
  for (;;) {
    const { body } = await persistently(field, (call) => call('GET', `/api/v1/charges/${id}`, seller));
    if (body.status === 'RECEIVED') break;
    await pause(250);
  }
  const amount = Math.floor(value * 50) / 100;
  const path = `/charges/${id}/refund`;
  const answer = await ask(field, seller, path, { amount }, `refund ${reference}`);
  if (answer.status >= 300) throw new Error(`${reference} was not refunded: ${answer.text}`);
}
