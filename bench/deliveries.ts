import type { Deps } from '../server/src/http/deps.ts';
import { pause } from '../server/src/kit/clock.ts';
import { MAX_IN_FLIGHT } from '../server/src/webhooks/dispatch/shares.ts';
import { bareLoop } from './bare-loop.ts';
import type { Connection } from './connection.ts';
import { type CpuClock, cpuClock } from './cpu-time.ts';
import { type Gateway, portOf } from './gateway.ts';
import {
  add,
  load,
  type Measurement,
  measuring,
  nothingMeasured,
  openConnections,
  type Source,
} from './load.ts';
import type { Options } from './options.ts';
import { profiled } from './profile.ts';
import type { Message } from './receiver.ts';
import {
  countDelivered,
  isVacuuming,
  listenForPayments,
  type Receiver,
  startReceiver,
  untilDelivered,
} from './receiving.ts';
import { Stock, scenarios } from './scenarios.ts';
import { makeSeller, makeSellers } from './sellers.ts';

export const DELIVERY_MEASURES = ['bare', 'many', 'hot', 'confirm', 'beside', 'steady'] as const;
export type DeliveryResults = Record<(typeof DELIVERY_MEASURES)[number], Measurement>;

/** Messages queued before sending starts: about as many as undici alone sends in the same time. */
const WAITING_PER_SECOND = 7_000;
/** The burst and undici alone run this many times as long: opening connections takes a tenth of a second of each. */
const BURST_ROUNDS = 2;
const PAYMENTS_PER_SECOND = 1_500;
export const STEADY_PER_SECOND = 50;
const MAX_PREPARATION_SECONDS = 300;
const LOOK_EVERY_MS = 50;

type Bench = {
  deps: Deps;
  gateway: Gateway;
  receiver: Receiver;
  stock: Stock;
  connections: readonly Connection[];
  cpu: CpuClock;
  seconds: number;
  profile: string | null;
};

/**
 * From the commit of a payment to the record of the seller's 2xx, beside what undici alone sends to the same receiver.
 * In rounds, as all scenarios; round 0 warms up.
 */
export async function measureDeliveries(
  deps: Deps,
  gateway: Gateway,
  sellers: number,
  options: Options,
): Promise<DeliveryResults> {
  const receiver = await startReceiver();
  try {
    return await measureRounds(deps, { gateway, receiver, sellers, options });
  } finally {
    await receiver.stop();
  }
}

type Place = { gateway: Gateway; receiver: Receiver; sellers: number; options: Options };

async function measureRounds(
  deps: Deps,
  { gateway, receiver, sellers, options }: Place,
): Promise<DeliveryResults> {
  const stock = new Stock(await makeSellers(deps, sellers), await makeSeller(deps, 'Loja Ouvinte'));
  for (const seller of [...stock.sellers, stock.oneSeller]) await listenForPayments(deps, seller, receiver);
  const connections = await openConnections(portOf(gateway), options.connections);
  const cpu = await cpuClock(deps.db, { server: gateway.pid, receiver: receiver.pid });
  const { seconds, rounds, profile } = options;
  const bench = { deps, gateway, receiver, stock, connections, cpu, profile, seconds: seconds / rounds };
  const entries = DELIVERY_MEASURES.map((name) => [name, nothingMeasured()]);
  const totals = Object.fromEntries(entries) as DeliveryResults;
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await measureRound(bench);
    if (round > 0) for (const name of DELIVERY_MEASURES) add(totals[name], measured[name]);
    else await deps.db.query('analyze');
  }
  for (const connection of connections) connection.close();
  return totals;
}

async function measureRound(bench: Bench): Promise<DeliveryResults> {
  const many = await deliverWaiting(bench, 'c', BURST_ROUNDS * bench.seconds);
  const bare = await bareLoop(bench.receiver.port, many.last, {
    connections: MAX_IN_FLIGHT,
    seconds: BURST_ROUNDS * bench.seconds,
    cpu: bench.cpu,
  });
  await bench.receiver.arrivals();
  const hot = await deliverWaiting(bench, 'f', bench.seconds);
  const { confirm, beside } = await deliverBeside(bench);
  const steady = await deliverSteadily(bench);
  return { bare, many: many.measured, hot: hot.measured, confirm, beside, steady };
}

/** Payments are committed while nothing is sent. Then the dispatcher begins, and the clock with it. */
async function deliverWaiting(bench: Bench, payments: 'c' | 'f', seconds: number) {
  const count = Math.ceil(WAITING_PER_SECOND * seconds);
  await bench.gateway.order({ sending: false });
  await makeCharges(bench, payments, count);
  const next = scenarios[payments].source(bench.stock);
  await load(bench.connections, atMost(count, next), MAX_PREPARATION_SECONDS);
  await finishUpkeep(bench);
  return delivering(bench, payments === 'c' ? 'many' : 'hot', async () => {
    await bench.gateway.order({ sending: true });
    return count;
  });
}

/** Saves what the payments collected in memory, so that it is not saved while their notifications are measured. */
async function finishUpkeep({ deps, gateway }: Bench): Promise<void> {
  await gateway.order({ upkeep: 'now' });
  const end = performance.now() + MAX_PREPARATION_SECONDS * 1_000;
  while ((await isVacuuming(deps.db)) && performance.now() < end) await pause(LOOK_EVERY_MS);
}

/** Payments at full speed, with their notifications sent at the same time. */
async function deliverBeside(bench: Bench): Promise<{ confirm: Measurement; beside: Measurement }> {
  await makeCharges(bench, 'c', Math.ceil(PAYMENTS_PER_SECOND * bench.seconds));
  let confirm = nothingMeasured();
  const { measured } = await delivering(bench, 'beside', async () => {
    confirm = await load(bench.connections, scenarios.c.source(bench.stock), bench.seconds, bench.cpu);
    return confirm.latenciesMs.length;
  });
  return { confirm, beside: measured };
}

/** Payments at a fixed rate. */
async function deliverSteadily(bench: Bench): Promise<Measurement> {
  const count = Math.ceil(STEADY_PER_SECOND * bench.seconds);
  await makeCharges(bench, 'c', count);
  const next = scenarios.c.source(bench.stock);
  const { measured } = await delivering(bench, 'steady', async () => {
    const begin = performance.now();
    const payments: Promise<Measurement>[] = [];
    for (let number = 0; number < count; number += 1) {
      await pause(Math.max(0, begin + (number * 1_000) / STEADY_PER_SECOND - performance.now()));
      const connection = bench.connections[number % bench.connections.length] as Connection;
      payments.push(load([connection], atMost(1, next), 1));
    }
    await Promise.all(payments);
    return count;
  });
  return measured;
}

async function makeCharges({ stock, connections }: Bench, payments: 'c' | 'f', count: number): Promise<void> {
  const { needs } = scenarios[payments];
  if (needs) await load(connections, needs(stock, count), MAX_PREPARATION_SECONDS);
}

function atMost(count: number, next: Source): Source {
  let given = 0;
  return () => {
    given += 1;
    return given <= count ? next() : null;
  };
}

/**
 * From the beginning of `commit`, which says how many messages it makes due, to the record of the last. Each must have
 * arrived once and been recorded at the first try. The latencies are the ages of the events when they arrived.
 */
async function delivering(
  { deps, gateway, receiver, cpu, profile }: Bench,
  name: string,
  commit: () => Promise<number>,
): Promise<{ measured: Measurement; last: Message }> {
  const before = await countDelivered(deps.db);
  let due = 0;
  const measured = await profiled(gateway, `deliveries-${name}`, profile, () =>
    measuring(cpu, async () => {
      due = await commit();
      await untilDelivered(deps.db, receiver, due);
    }),
  );
  const { agesMs, last } = await receiver.arrivals();
  const delivered = (await countDelivered(deps.db)) - before;
  if (!last) throw new Error('the receiver got nothing');
  measured.latenciesMs = agesMs;
  measured.errors = Math.abs(due - agesMs.length) + Math.abs(due - delivered);
  if (measured.errors > 0) {
    measured.firstError = `${name}: ${due} due, ${agesMs.length} arrived, ${delivered} recorded`;
  }
  return { measured, last };
}
