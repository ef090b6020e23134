import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../server/src/app.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import type { Db } from '../server/src/db/pool.ts';
import { startLoop } from '../server/src/jobs/loop.ts';
import { pause } from '../server/src/kit/clock.ts';
import { auditLedger } from '../server/src/ledger/audit.ts';
import { upkeepTasks, workerTasks } from '../server/src/worker.ts';
import { type Connection, post } from './connection.ts';
import { openDependencies } from './dependencies.ts';
import { tableSizes } from './disk.ts';
import { openConnections } from './load.ts';
import { listenForPayments, startReceiver } from './receiving.ts';
import { makeSellers, type Seller } from './sellers.ts';
import { growthOf, MAX_GROWTH, SWEPT_TABLES } from './soak-report.ts';

const USAGE = `npm run soak -- [options]
  --minutes N   how long (default 60)
  --window N    minutes that events, answers, requests and audit lines are kept (default 5)
  --rate N      charges per second, each paid and notified (default 40)`;
const SELLERS = 20;
const CONNECTIONS = 8;
const MINUTES_PER_DAY = 1_440;
const LOOK_EVERY_MS = 2_000;
const MEGABYTE = 1_000_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

type Options = { minutes: number; window: number; rate: number };

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      window: { type: 'string', default: '5' },
      rate: { type: 'string', default: '40' },
      help: { type: 'boolean', default: false },
    },
  });
  const options = {
    minutes: Number(values.minutes),
    window: Number(values.window),
    rate: Number(values.rate),
  };
  const isRight = options.window >= 1 && options.minutes >= 3 * options.window && options.rate > 0;
  if (values.help || !isRight) say(USAGE);
  if (!values.help && !isRight) throw new Error('at least three windows of at least a minute are needed');
  return values.help ? null : options;
}

type Closer = () => Promise<unknown>;

/** The gateway with all its tasks and lives of some minutes instead of days, in one process with its load. */
async function startGateway({ window }: Options, closers: Closer[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-soak-'));
  closers.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir });
  closers.push(() => server.stop());
  await migrate(server.connectionString);
  const days = window / MINUTES_PER_DAY;
  const deps = openDependencies(server.connectionString, {
    GUICHE_KEEP_EVENTS_DAYS: days,
    GUICHE_KEEP_AUDIT_DAYS: days,
    GUICHE_KEEP_REQUEST_LOG_DAYS: days,
    GUICHE_KEEP_ANSWERS_HOURS: window / 60,
  });
  closers.push(() => deps.db.close());
  const { app, uses } = await buildApp(deps);
  const loop = startLoop([...upkeepTasks(deps, uses), ...workerTasks(deps)], deps.log);
  closers.push(() => deps.dispatcher.stop());
  closers.push(() => loop.stop());
  await app.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => app.close());
  return { deps, port: (app.server.address() as AddressInfo).port };
}

type Traffic = { sent: number; wrong: number; firstError: string | null };

/**
 * Charges at a steady rate, each created under a key and paid. What a busy machine kept from being sent is not made up
 * for: a window with more charges than others would look like growth.
 */
async function drive(
  connections: readonly Connection[],
  shops: readonly Seller[],
  { rate }: Options,
  until: () => boolean,
): Promise<Traffic> {
  const traffic: Traffic = { sent: 0, wrong: 0, firstError: null };
  let nextMs = performance.now();
  const call = async (connection: Connection, request: string, status: number) => {
    const reply = await connection.send(request);
    if (reply.status === status) return JSON.parse(reply.body.toString()) as { id: string };
    traffic.wrong += 1;
    traffic.firstError ??= `${reply.status} ${reply.body.toString('utf8', 0, 300)}`;
    return null;
  };
  const work = async (connection: Connection) => {
    while (!until()) {
      const number = traffic.sent;
      traffic.sent += 1;
      nextMs = Math.max(nextMs + 1_000 / rate, performance.now());
      await pause(Math.max(0, nextMs - performance.now()));
      const { apiKey } = shops[number % shops.length] as Seller;
      const body = `{"billing_type":"PIX","value":10,"description":"Pedido ${number}"}`;
      const charge = await call(connection, post('/api/v1/charges', body, apiKey, `soak-${number}`), 201);
      if (charge) await call(connection, post(`/api/v1/sandbox/charges/${charge.id}/pay`, '{}', apiKey), 200);
    }
  };
  await Promise.all(connections.map(work));
  return traffic;
}

/** The largest size of the swept tables in each window, said at its end. */
async function watch(db: Db, { minutes, window }: Options): Promise<number[]> {
  const peaks: number[] = [];
  const begin = performance.now();
  for (let number = 1; number * window <= minutes; number += 1) {
    let peak = 0;
    let sizes = new Map<string, number>();
    while (performance.now() < begin + number * window * 60_000) {
      await pause(LOOK_EVERY_MS);
      sizes = await tableSizes(db);
      peak = Math.max(peak, sum(SWEPT_TABLES.map((table) => sizes.get(table) ?? 0)));
    }
    peaks.push(peak);
    const each = SWEPT_TABLES.map((table) => `${table} ${megabytes(sizes.get(table) ?? 0)}`).join(', ');
    say(
      `window ${number}: at most ${megabytes(peak)} MB (at its end: ${each}); charges ${megabytes(sizes.get('charges') ?? 0)}`,
    );
  }
  return peaks;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1);

async function soak(options: Options, closers: Closer[]): Promise<boolean> {
  const { deps, port } = await startGateway(options, closers);
  const receiver = await startReceiver();
  closers.push(() => receiver.stop());
  const shops = await makeSellers(deps, SELLERS);
  for (const shop of shops) await listenForPayments(deps, shop, receiver);
  const connections = await openConnections(port, CONNECTIONS);
  say(`${options.rate} charges a second for ${options.minutes} minutes; lives of ${options.window} minutes`);
  let isOver = false;
  const traffic = drive(connections, shops, options, () => isOver);
  const peaks = await watch(deps.db, options);
  isOver = true;
  const { sent, wrong, firstError } = await traffic;
  for (const connection of connections) connection.close();
  const differences = await auditLedger(deps.db);
  const growth = growthOf(peaks);
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  if (firstError) say(`wrong answer: ${firstError}`);
  say(
    `${sent} charges, ${wrong} wrong answers, ${differences.length} differences found by the ledger's audit`,
  );
  say(`after the second window the line grew by ${percent(growth)}; allowed ${percent(MAX_GROWTH)}`);
  return growth <= MAX_GROWTH && wrong === 0 && differences.length === 0;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (!options) return 0;
  const closers: Closer[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer().catch(() => undefined);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit(1)));
  }
  try {
    return (await soak(options, closers)) ? 0 : 1;
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`The soak could not go on: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
