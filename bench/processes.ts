import type { Deps } from '../server/src/http/deps.ts';
import { pause } from '../server/src/kit/clock.ts';
import type { Connection } from './connection.ts';
import { type CpuClock, cpuClock } from './cpu-time.ts';
import { type Gateway, portOf, startGateway } from './gateway.ts';
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
import { listenForPayments, type Receiver, startReceiver, untilDelivered } from './receiving.ts';
import type { Table } from './report.ts';
import { Stock, scenarios } from './scenarios.ts';
import { makeSeller, makeSellers } from './sellers.ts';

const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];
const MEASURES = ['create', 'confirm', 'get', 'deliver'] as const;
type Measure = (typeof MEASURES)[number];

const TITLES: Record<Measure, string> = {
  create: 'create PIX charge with QR',
  confirm: 'confirm payment',
  get: 'GET charge',
  deliver: 'deliver a notification',
};

const SELLERS = 200;
const MAX_PREPARATION_SECONDS = 300;
/** Of each measure in each round, so that what is compared is the same work. */
const OPERATIONS_PER_SECOND = 1_200;
/** Processes that were stopped say first that they are back: probes, leases, polls. */
const SETTLE_MS = 1_500;
const TARGET = 1.15;

export type ProcessResults = Map<Count, Record<Measure, Measurement>>;

type Bench = {
  deps: Deps;
  gateways: readonly Gateway[];
  receiver: Receiver;
  stock: Stock;
  operations: number;
  connections: number;
};

/**
 * The same number of operations by the same number of callers, spread over one, two and four processes in both roles. Four
 * run all the time, so that each has its code compiled; those that are not wanted are stopped, and cost nothing. Rounds
 * alternate between the counts; round 0 warms up.
 */
export async function measureProcesses(
  deps: Deps,
  connectionString: string,
  options: Options,
): Promise<ProcessResults> {
  const receiver = await startReceiver();
  const gateways: Gateway[] = [];
  try {
    for (let index = 0; index < Math.max(...COUNTS); index += 1)
      gateways.push(await startGateway(connectionString));
    const stock = new Stock(await makeSellers(deps, SELLERS), await makeSeller(deps, 'Loja Ouvinte'));
    for (const seller of stock.sellers) await listenForPayments(deps, seller, receiver);
    const operations = Math.ceil((OPERATIONS_PER_SECOND * options.seconds) / options.rounds);
    const bench = { deps, gateways, receiver, stock, operations, connections: options.connections };
    return await measureRounds(bench, options.rounds);
  } finally {
    for (const gateway of gateways) process.kill(gateway.pid, 'SIGCONT');
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await receiver.stop();
  }
}

async function measureRounds(bench: Bench, rounds: number): Promise<ProcessResults> {
  const empty = () => Object.fromEntries(MEASURES.map((name) => [name, nothingMeasured()]));
  const results = new Map(COUNTS.map((count) => [count, empty() as Record<Measure, Measurement>]));
  for (let round = 0; round <= rounds; round += 1) {
    // Every other round the other way about: what grows with the tables grows for all of them.
    const order = round % 2 === 0 ? [...COUNTS].reverse() : COUNTS;
    for (const count of order) {
      const measured = await measureCount(bench, count);
      const totals = results.get(count);
      if (round > 0 && totals) for (const name of MEASURES) add(totals[name], measured[name]);
    }
    if (round === 0) await bench.deps.db.query('analyze');
  }
  return results;
}

async function measureCount(bench: Bench, count: Count): Promise<Record<Measure, Measurement>> {
  const { deps, gateways, receiver, stock, operations } = bench;
  const running = gateways.slice(0, count);
  for (const gateway of gateways.slice(count)) process.kill(gateway.pid, 'SIGSTOP');
  for (const gateway of running) process.kill(gateway.pid, 'SIGCONT');
  await pause(SETTLE_MS);
  const cpu = await cpuClock(deps.db, { server: running.map(({ pid }) => pid), receiver: receiver.pid });
  const connections = await spread(running, bench.connections);
  const measured = await measureAll({ ...bench, gateways: running }, connections, cpu, {
    create: atMost(operations, scenarios.b.source(stock)),
    confirm: atMost(operations, scenarios.c.source(stock)),
    get: atMost(operations, scenarios.d.source(stock)),
  });
  for (const connection of connections) connection.close();
  for (const gateway of gateways) process.kill(gateway.pid, 'SIGCONT');
  return measured;
}

async function measureAll(
  { deps, gateways, receiver, operations }: Bench,
  connections: readonly Connection[],
  cpu: CpuClock,
  sources: Record<'create' | 'confirm' | 'get', Source>,
): Promise<Record<Measure, Measurement>> {
  const orderAll = (order: Parameters<Gateway['order']>[0]) =>
    Promise.all(gateways.map((gateway) => gateway.order(order)));
  const run = (source: Source) => load(connections, source, MAX_PREPARATION_SECONDS, cpu);
  await orderAll({ sending: false });
  const create = await run(sources.create);
  const confirm = await run(sources.confirm);
  const get = await run(sources.get);
  await orderAll({ upkeep: 'now' });
  const deliver = await measuring(cpu, async () => {
    await orderAll({ sending: true });
    await untilDelivered(deps.db, receiver, operations);
  });
  const { agesMs } = await receiver.arrivals();
  deliver.latenciesMs = agesMs;
  deliver.errors = Math.abs(operations - agesMs.length);
  if (deliver.errors > 0) deliver.firstError = `${operations} due, ${agesMs.length} arrived`;
  return { create, confirm, get, deliver };
}

/** The same callers, each with one process. */
async function spread(gateways: readonly Gateway[], total: number): Promise<Connection[]> {
  const each = Math.floor(total / gateways.length);
  const opened = await Promise.all(gateways.map((gateway) => openConnections(portOf(gateway), each)));
  return opened.flat();
}

function atMost(count: number, next: Source): Source {
  let given = 0;
  return () => {
    given += 1;
    return given <= count ? next() : null;
  };
}

export function processesTable(results: ProcessResults): Table {
  const perOperation = (measured: Measurement | undefined, part: 'server' | 'database') =>
    measured ? measured.cpuMs[part] / measured.latenciesMs.length : 0;
  const both = (measured: Measurement | undefined) =>
    perOperation(measured, 'server') + perOperation(measured, 'database');
  const rows = MEASURES.flatMap((name) =>
    COUNTS.map((count) => {
      const own = results.get(count)?.[name];
      const ratio = both(own) / both(results.get(1)?.[name]);
      return [
        TITLES[name],
        String(count),
        String(own?.latenciesMs.length ?? 0),
        perOperation(own, 'server').toFixed(3),
        perOperation(own, 'database').toFixed(3),
        ratio.toFixed(2),
        count === 1 ? '' : `at most ${TARGET}: ${ratio <= TARGET ? 'met' : 'above'}`,
      ];
    }),
  );
  return {
    title: 'CPU per operation on one, two and four processes',
    head: ['operation', 'processes', 'count', 'CPU ms server', 'CPU ms database', 'of one process', 'target'],
    rows,
  };
}
