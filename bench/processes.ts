import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
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
import { isVacuuming, listenForPayments, type Receiver, startReceiver, untilDelivered } from './receiving.ts';
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
/** Each process alone, before anything is measured: until then, compiling costs more than the work. */
const WARM_UP_OPERATIONS = 3_000;
/** A process that was stopped finds that its database was silent, and opens its connections anew. */
const SETTLE_MS = 4_000;
const IDLE_MS = 8_000;
const TARGET = 1.15;

export type ProcessResults = {
  readonly measured: Map<Count, Record<Measure, Measurement>>;
  /** What a process and its polls cost in a second in which nothing is asked of it. */
  readonly idleMsPerSecond: { server: number; database: number };
};

type Bench = {
  deps: Deps;
  gateways: readonly Gateway[];
  receiver: Receiver;
  stock: Stock;
  operations: number;
  connections: number;
};

/**
 * The same number of operations on one, two and four processes in both roles. Each process has as many callers as one has
 * alone: that is what more processes are added for, and requests that arrive together share statements. All processes
 * share one core, so that only the work differs. Four run all the time, so that each has its code compiled; those that
 * are not wanted are stopped, and cost nothing. Rounds alternate between the counts, and between the processes.
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
    for (const { pid } of gateways) pin(pid);
    const stock = new Stock(await makeSellers(deps, SELLERS), await makeSeller(deps, 'Loja Ouvinte'));
    for (const seller of stock.sellers) await listenForPayments(deps, seller, receiver);
    const operations = Math.ceil((OPERATIONS_PER_SECOND * options.seconds) / options.rounds);
    const bench = { deps, gateways, receiver, stock, operations, connections: options.connections };
    await warmUp(bench);
    const idleMsPerSecond = await measureIdle(bench);
    return { measured: await measureRounds(bench, options.rounds), idleMsPerSecond };
  } finally {
    for (const gateway of gateways) process.kill(gateway.pid, 'SIGCONT');
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await receiver.stop();
  }
}

async function warmUp(bench: Bench): Promise<void> {
  for (const gateway of bench.gateways) {
    await measureCount({ ...bench, operations: WARM_UP_OPERATIONS }, [gateway]);
  }
  await bench.deps.db.query('analyze');
}

/** After everything that the warm-up left to be done. */
async function measureIdle({ deps, gateways }: Bench): Promise<ProcessResults['idleMsPerSecond']> {
  await Promise.all(gateways.map((gateway) => gateway.order({ upkeep: 'now' })));
  const end = performance.now() + MAX_PREPARATION_SECONDS * 1_000;
  while ((await isVacuuming(deps.db)) && performance.now() < end) await pause(SETTLE_MS);
  await pause(SETTLE_MS);
  const cpu = await cpuClock(deps.db, { server: gateways.map(({ pid }) => pid) });
  const { cpuMs, seconds } = await measuring(cpu, () => pause(IDLE_MS));
  const each = seconds * gateways.length;
  return { server: cpuMs.server / each, database: cpuMs.database / each };
}

async function measureRounds(bench: Bench, rounds: number): Promise<ProcessResults['measured']> {
  const empty = () => Object.fromEntries(MEASURES.map((name) => [name, nothingMeasured()]));
  const results = new Map(COUNTS.map((count) => [count, empty() as Record<Measure, Measurement>]));
  const { gateways } = bench;
  for (let round = 0; round < rounds; round += 1) {
    // Every other round the other way about: what grows with the tables grows for all of them.
    const order = round % 2 === 0 ? [...COUNTS].reverse() : COUNTS;
    for (const count of order) {
      const turned = gateways.map((_, index) => gateways[(index + round) % gateways.length] as Gateway);
      const measured = await measureCount(bench, turned.slice(0, count));
      const totals = results.get(count);
      if (totals) for (const name of MEASURES) add(totals[name], measured[name]);
    }
  }
  return results;
}

async function measureCount(
  bench: Bench,
  running: readonly Gateway[],
): Promise<Record<Measure, Measurement>> {
  const { deps, gateways, receiver, stock, operations } = bench;
  for (const gateway of gateways) {
    process.kill(gateway.pid, running.includes(gateway) ? 'SIGCONT' : 'SIGSTOP');
  }
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
  // Where processes stand still for longer than a lease, a message is sent again: that is no wrong answer.
  deliver.latenciesMs = agesMs;
  deliver.errors = Math.max(0, operations - agesMs.length);
  if (deliver.errors > 0) deliver.firstError = `${operations} due, ${agesMs.length} arrived`;
  return { create, confirm, get, deliver };
}

/** To the last core, where the machine can do so. */
function pin(pid: number): void {
  spawnSync('taskset', [
    '--all-tasks',
    '--cpu-list',
    '--pid',
    String(availableParallelism() - 1),
    String(pid),
  ]);
}

async function spread(gateways: readonly Gateway[], total: number): Promise<Connection[]> {
  const each = Math.floor(total / Math.max(...COUNTS));
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

export function processesTable({ measured, idleMsPerSecond }: ProcessResults): Table {
  const perOperation = (own: Measurement, part: 'server' | 'database') =>
    own.cpuMs[part] / own.latenciesMs.length;
  const both = (own: Measurement) => perOperation(own, 'server') + perOperation(own, 'database');
  const idle = idleMsPerSecond.server + idleMsPerSecond.database;
  /** On this machine many processes share the cores of one: each polls as often, and does less in between. */
  const withoutPolls = (own: Measurement, count: Count) =>
    both(own) - (idle * count * own.seconds) / own.latenciesMs.length;
  const rows = MEASURES.flatMap((name) =>
    [...measured].map(([count, { [name]: own }]) => {
      const one = (measured.get(1) as Record<Measure, Measurement>)[name];
      const ratio = both(own) / both(one);
      return [
        TITLES[name],
        String(count),
        String(own.latenciesMs.length),
        perOperation(own, 'server').toFixed(3),
        perOperation(own, 'database').toFixed(3),
        ratio.toFixed(2),
        (withoutPolls(own, count) / withoutPolls(one, 1)).toFixed(2),
        count === 1 ? '' : `at most ${TARGET}: ${ratio <= TARGET ? 'met' : 'above'}`,
      ];
    }),
  );
  const { server, database } = idleMsPerSecond;
  return {
    title: `CPU per operation on one, two and four processes (an idle process: ${server.toFixed(1)} ms a second, and ${database.toFixed(1)} of the database)`,
    head: [
      'operation',
      'processes',
      'count',
      'CPU ms server',
      'CPU ms database',
      'of one',
      'without polls',
      'target',
    ],
    rows,
  };
}
