import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import type { Db } from '../server/src/db/pool.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { auditLedger } from '../server/src/ledger/audit.ts';
import type { Connection } from './connection.ts';
import { type CpuClock, cpuClock } from './cpu-time.ts';
import { measureDeliveries } from './deliveries.ts';
import { openDependencies } from './dependencies.ts';
import { diskTable, measureDisk } from './disk.ts';
import { type Gateway, portOf, startGateway } from './gateway.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { listsTable, measureLists } from './lists.ts';
import {
  add,
  addErrors,
  load,
  type Measurement,
  nothingMeasured,
  openConnections,
  type Source,
} from './load.ts';
import { type Options, readOptions, type ScenarioName } from './options.ts';
import { measureOverload, type Overload, overloadTable } from './overload.ts';
import { oneServer, startClusterPlace } from './places.ts';
import { measureProcesses, processesTable } from './processes.ts';
import { profiled } from './profile.ts';
import {
  asMarkdown,
  asText,
  deliveriesTable,
  growthTable,
  machineFacts,
  type Results,
  type Table,
  throughputTable,
} from './report.ts';
import { measureScale, type Scale } from './scale.ts';
import { Stock, scenarios } from './scenarios.ts';
import { makeSeller, makeSellers } from './sellers.ts';
import { readTraffic } from './traffic.ts';

const SELLERS = 200;
const WARM_UP_SECONDS = 1;
const MAX_PREPARATION_SECONDS = 300;
/** How many charges are prepared per second of payments; when they run out, the scenario ends earlier. */
const PAYMENTS_PER_SECOND = 4_500;
const DATABASE_CONNECTIONS = 150;

const say = (line: string) => process.stdout.write(`${line}\n`);

type Closer = () => Promise<void>;

async function bench(options: Options, closers: Closer[]): Promise<boolean> {
  const connectionString = await startDatabase(closers);
  const deps = openDependencies(connectionString);
  closers.push(() => deps.db.close());
  const facts = await machineFacts(deps.db, options.connections);
  for (const fact of facts) say(fact);
  // One seller may have half of the places: all connections of a scenario may be of one.
  if (!options.overload) process.env.GUICHE_MAX_REQUESTS ??= String(2 * options.connections);
  if (options.processes) return benchProcesses(deps, connectionString, facts, options);
  const gateway = await startGateway(connectionString);
  closers.push(() => gateway.stop());

  const tables: Table[] = [];
  const show = (table: Table) => {
    tables.push(table);
    say(`\n${asText(table)}`);
  };
  const results: Results =
    options.only.length === 0 ? new Map() : await measureScenarios(deps, gateway, options);
  if (results.size > 0) show(throughputTable(results));
  const deliveries = options.deliveries ? await measureDeliveries(deps, gateway, SELLERS, options) : null;
  if (deliveries) show(deliveriesTable(deliveries, results));
  const overload = options.overload ? await overloaded(deps, gateway, options) : null;
  if (overload) show(overloadTable(overload));
  const disk = options.disk ? await measureDisk(deps, gateway, SELLERS, options.connections) : null;
  if (disk) show(diskTable(disk));
  const lists = options.lists ? await measureLists(deps, gateway, options) : null;
  if (lists) show(listsTable(lists));
  const scale = options.scaleCharges > 0 ? await scaled(deps.db, connectionString, options, show) : null;
  let differences = (scale?.differences ?? 0) + (await audit(deps.db));

  const growth: Growth[] = options.growth
    ? await measureGrowth(deps, portOf(gateway), options.growthCharges)
    : [];
  if (options.growth) show(growthTable(growth, options.growthCharges));
  if (options.growth) differences += await audit(deps.db);

  const measured = [
    ...results.values(),
    ...Object.values(deliveries ?? {}),
    ...growth,
    ...(overload ? [overload] : []),
    ...(disk ? [disk] : []),
    ...(lists ? [lists] : []),
    ...(scale ? [scale] : []),
  ];
  for (const { firstError } of measured) if (firstError) say(`wrong answer: ${firstError}`);
  const errors = measured.reduce((total, { errors: own }) => total + own, 0);
  const closing = `${errors} wrong answers; differences found by the ledger's audit: ${differences}.`;
  say(closing);
  if (options.markdown) writeFileSync(options.markdown, asMarkdown(facts, tables, closing));
  return errors === 0 && differences === 0;
}

async function benchProcesses(
  deps: Deps,
  connectionString: string,
  facts: readonly string[],
  options: Options,
): Promise<boolean> {
  const results = await measureProcesses(deps, connectionString, options);
  const table = processesTable(results);
  say(`\n${asText(table)}`);
  const measured = [...results.measured.values()].flatMap((each) => Object.values(each));
  for (const { firstError } of measured) if (firstError) say(`wrong answer: ${firstError}`);
  const errors = measured.reduce((total, { errors: own }) => total + own, 0);
  const differences = await audit(deps.db);
  const closing = `${errors} wrong answers; differences found by the ledger's audit: ${differences}.`;
  say(closing);
  if (options.markdown) writeFileSync(options.markdown, asMarkdown(facts, [table], closing));
  return errors === 0 && differences === 0;
}

async function overloaded(deps: Deps, gateway: Gateway, options: Options): Promise<Overload> {
  const stock = new Stock(await makeSellers(deps, SELLERS), await makeSeller(deps, 'Loja Única'));
  return measureOverload(portOf(gateway), scenarios.b.source(stock), options);
}

async function scaled(
  db: Db,
  connectionString: string,
  options: Options,
  show: (table: Table) => void,
): Promise<Scale> {
  if (!options.cluster) return measureScale(oneServer({ connectionString, db }), options, { say, show });
  const place = await startClusterPlace();
  try {
    return await measureScale(place, options, { say, show });
  } finally {
    await place.stop();
  }
}

/** With full durability: every measured commit survives a power cut. */
async function startDatabase(closers: Closer[]): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'));
  closers.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, maxConnections: DATABASE_CONNECTIONS });
  closers.push(() => server.stop());
  await migrate(server.connectionString);
  return server.connectionString;
}

type Measuring = { db: Db; gateway: Gateway; stock: Stock; cpu: CpuClock; options: Options };

/**
 * In rounds, so that other load on the machine affects every scenario. Round 0 only warms up: the server's code is
 * compiled, its caches are filled, and the tables are analyzed, as autovacuum does within minutes; until then the plans
 * are those for empty tables.
 */
async function measureScenarios(deps: Deps, gateway: Gateway, options: Options): Promise<Results> {
  const stock = new Stock(await makeSellers(deps, SELLERS), await makeSeller(deps, 'Loja Única'));
  const cpu = await cpuClock(deps.db, { server: gateway.pid });
  const measuring = { db: deps.db, gateway, stock, cpu, options };
  const results: Results = new Map(options.only.map((name) => [name, nothingMeasured()]));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const [name, total] of results) {
      const connections = await openConnections(portOf(gateway), options.connections);
      const next = await warmUp(measuring, connections, name, total);
      if (round > 0) await measure(measuring, connections, { name, next, total });
      for (const connection of connections) connection.close();
    }
    if (round === 0) await deps.db.query('analyze');
  }
  return results;
}

async function warmUp(
  { stock, options }: Measuring,
  connections: readonly Connection[],
  name: ScenarioName,
  total: Measurement,
): Promise<Source> {
  const { source, needs } = scenarios[name];
  if (needs) {
    const seconds = options.seconds / options.rounds + WARM_UP_SECONDS;
    const payments = Math.ceil(PAYMENTS_PER_SECOND * seconds);
    addErrors(total, await load(connections, needs(stock, payments), MAX_PREPARATION_SECONDS));
  }
  const next = source(stock);
  addErrors(total, await load(connections, next, WARM_UP_SECONDS));
  return next;
}

async function measure(
  { db, gateway, cpu, options }: Measuring,
  connections: readonly Connection[],
  { name, next, total }: { name: ScenarioName; next: Source; total: Measurement },
): Promise<void> {
  const seconds = options.seconds / options.rounds;
  const before = await readTraffic(db);
  const part = await profiled(gateway, name, options.profile, () => load(connections, next, seconds, cpu));
  const after = await readTraffic(db);
  part.traffic = {
    transactions: after.transactions - before.transactions,
    logBytes: after.logBytes - before.logBytes,
  };
  add(total, part);
}

async function audit(db: Db): Promise<number> {
  const begin = performance.now();
  const differences = await auditLedger(db);
  const seconds = (performance.now() - begin) / 1_000;
  say(
    `ledger audit: ${differences.length === 0 ? 'empty' : JSON.stringify(differences.slice(0, 5))} (${seconds.toFixed(1)} s)`,
  );
  return differences.length;
}

async function close(closers: Closer[]): Promise<void> {
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    await closer().catch((error: Error) => say(`while stopping: ${error.message}`));
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) return 0;
  const closers: Closer[] = [];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close(closers).then(() => process.exit(1)));
  }
  try {
    return (await bench(options, closers)) ? 0 : 1;
  } finally {
    await close(closers);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`The bench could not go on: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
