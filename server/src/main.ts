import { type AppDeps, buildApp, buildFigures } from './app.ts';
import { assemble } from './assemble.ts';
import { openDistribution } from './db/distributed/open.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { type Db, openDb } from './db/pool.ts';
import { requireBothAddresses, requirePooler, requireSessions } from './db/pooler.ts';
import { requireDatabase } from './db/reachable.ts';
import { requireStandby, STANDBY_BOUNDS } from './db/reads.ts';
import { listenForWork, notifyWorkers } from './events/wake-workers.ts';
import { requireFileStore } from './files/content.ts';
import type { App } from './http/app-type.ts';
import { OpenConnections } from './http/closing.ts';
import {
  type ListeningPlace,
  listeningPlaces,
  portError,
  requireDifferentPorts,
  requirePort,
} from './http/ports.ts';
import { countInProcess, countInRedis, type HitCounter } from './http/rate-limit.ts';
import { openVault, requireFolder, requirePix, requireSameKey } from './installation.ts';
import { type Loop, startLoop, type Task } from './jobs/loop.ts';
import { MovableClock, monotonicMs } from './kit/clock.ts';
import { addressGuardOf, type Config, publicUrlOf, readConfig } from './kit/config.ts';
import { idsFrom } from './kit/ids.ts';
import { createLog, type Log } from './kit/log.ts';
import { requireMailSender } from './kit/mail-settings.ts';
import { configuredOperator, makeFirstAccounts } from './operators/first-accounts.ts';
import { configuredBanks, noticesAt, openBanks, requireReachableBanks } from './providers/banks/open.ts';
import { observeCall } from './providers/metrics.ts';
import { openPsps, requireReachablePsps } from './providers/psps.ts';
import { railsFor } from './providers/registry.ts';
import { followSharedClock, readOffset } from './sandbox/clock.ts';
import { upkeepTasks, workerTasks } from './worker.ts';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const STOP_WITHIN_MS = 9_000;
const REDIS_ANSWERS_WITHIN_MS = 250;
const REDIS_CONNECTS_WITHIN_MS = 2_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

type Closer = () => Promise<void>;

/** One program for every role: reads the configuration once, starts the configured parts, stops in reverse order. */
async function start(): Promise<void> {
  const startedMs = monotonicMs();
  const config = readConfig(process.env);
  const log = createLog(config.GUICHE_LOG_LEVEL);
  requireFolder(config);
  requirePix(config);
  requireDifferentPorts(config);
  configuredOperator(config);
  requireMailSender(config);
  requireFileStore(config);
  for (const place of listeningPlaces(config)) await requirePort(place);
  const psps = openPsps(process.env, config, log);
  const configured = configuredBanks(process.env, config);
  const closers: Closer[] = [];
  stopOnSignal(log, closers);
  await requireReachablePsps(psps, config, log);
  closers.push(async () => void (await Promise.all(psps.map((psp) => psp.close()))));
  const { db, findFault } = await openDatabase(config, log, closers);
  const standby = openStandby(config, log, closers);
  const vault = await openVault(config);
  await requireSameKey(db, vault);
  const clock = new MovableClock(undefined, config.GUICHE_RAILS === 'sandbox' ? await readOffset(db) : 0);
  const ids = idsFrom(clock);
  const noticeUrl = noticesAt(vault, publicUrlOf(config));
  const context = { db, vault, clock, ids, log, observe: observeCall, noticeUrl };
  const banks = openBanks(configured, config, context);
  closers.push(async () => void (await Promise.all(banks.all.map((bank) => bank.close()))));
  await requireReachableBanks(banks, config, log);
  const deps = assemble({
    db,
    standby,
    clock,
    movableClock: clock,
    ids,
    log,
    vault,
    config,
    rails: railsFor(config, db, psps, banks),
    publicUrl: publicUrlOf(config),
    addresses: addressGuardOf(config),
    hits: await countHits(config, log, closers),
    findFault,
  });
  sayIfMailIsOff(deps);
  const { lines } = await makeFirstAccounts(deps);
  try {
    await serve(deps, closers);
  } catch (error) {
    // Passwords are shown nowhere else.
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    throw error;
  }
  announce(deps.publicUrl, config, lines, monotonicMs() - startedMs);
}

function sayIfMailIsOff({ mail, log }: AppDeps): void {
  if (mail.kind !== 'off') return;
  log.warn(
    'mail is off, because GUICHE_SMTP_URL is not set: passwords cannot be recovered, e-mail addresses cannot be confirmed, and users are not notified of new devices and password changes',
  );
}

async function serve(deps: AppDeps, closers: Closer[]): Promise<void> {
  const { db, config, log } = deps;
  const { app, uses } = await buildApp(deps);
  const clockTasks = config.GUICHE_RAILS === 'sandbox' ? [followSharedClock(db, deps.movableClock)] : [];
  const roles = config.GUICHE_ROLES;
  const ownTasks = roles.includes('worker') ? sendingTasks(deps, closers) : [];
  if (!roles.includes('worker')) notifyWorkers(deps);
  const loop = startLoop([...upkeepTasks(deps, uses), ...clockTasks, ...ownTasks], log);
  closers.push(() => finishUpkeep(loop, [uses, deps.requestLog]));
  for (const place of listeningPlaces(config)) {
    await listen(place.name === 'PORT' ? app : buildFigures(deps), place, deps, closers);
  }
}

async function listen(
  app: App,
  place: ListeningPlace,
  { inProgress }: AppDeps,
  closers: Closer[],
): Promise<void> {
  const connections = new OpenConnections(app, inProgress);
  try {
    await app.listen({ host: place.host, port: place.port });
  } catch (error) {
    throw portError(place, error);
  }
  closers.push(async () => {
    await connections.close();
    await app.close();
  });
}

/** The worker role. Stopping, it first stops looking for work (the loop), then ends what it is sending. */
function sendingTasks(deps: AppDeps, closers: Closer[]): Task[] {
  const listening = listenForWork(deps);
  closers.push(async () => listening.stop());
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= Promise.all([deps.dispatcher.stop(), deps.mail.stop()]).then(() => {});
    return stopping;
  };
  // Begins with the signal and not after the last answer, so that both are done in time.
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  closers.push(stop);
  return [...workerTasks(deps), listening.task];
}

type OpenedDatabase = { db: Db; findFault: () => string | null };

async function openDatabase(config: Config, log: Log, closers: Closer[]): Promise<OpenedDatabase> {
  let findFault: () => string | null = () => null;
  let connectionString = config.DATABASE_URL?.reveal();
  const directConnectionString = config.GUICHE_DATABASE_DIRECT_URL?.reveal();
  requireBothAddresses(config);
  if (connectionString) {
    await requireDatabase(connectionString);
    if (directConnectionString) await requireDatabase(directConnectionString, 'GUICHE_DATABASE_DIRECT_URL');
    await requireSessions({ connectionString, directConnectionString });
  } else {
    if (config.GUICHE_RAILS === 'live') {
      log.warn('live rails without DATABASE_URL: the embedded PostgreSQL is for development and one machine');
    }
    const server = await startEmbeddedPostgres({
      dataDir: config.GUICHE_DATA_DIR,
      log: (line) => log.debug(line),
      warn: (line) => log.warn(line),
      onGivenUp: (reason) => endWithoutDatabase(log, reason),
    });
    closers.push(() => server.stop());
    connectionString = server.connectionString;
    findFault = server.findFault;
  }
  const direct = directConnectionString ?? connectionString;
  await migrate(direct);
  const isDistributed = await openDistribution(direct, config.GUICHE_DISTRIBUTED ?? null);
  await requirePooler({ connectionString, directConnectionString }, isDistributed);
  const db = openDb({
    connectionString,
    directConnectionString,
    isDistributed,
    connections: config.GUICHE_DATABASE_POOL,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  closers.push(() => db.close());
  return { db, findFault };
}

/** Nothing depends on it: where it is away, or behind, the primary is read. */
function openStandby(config: Config, log: Log, closers: Closer[]): Db | null {
  if (!config.DATABASE_READ_URL) return null;
  const standby = openDb({
    connectionString: config.DATABASE_READ_URL.reveal(),
    connections: config.GUICHE_DATABASE_POOL,
    bounds: STANDBY_BOUNDS,
    onConnect: requireStandby,
    onError: (error) => log.warn({ err: error }, 'a connection to the standby was lost'),
  });
  closers.push(() => standby.close());
  return standby;
}

/** The supervisor of this process starts another: systemd, Kubernetes, a person. */
function endWithoutDatabase(log: Log, reason: string): void {
  log.fatal({ reason }, 'the embedded PostgreSQL cannot be started again: this process ends');
  process.exit(1);
}

async function countHits(config: Config, log: Log, closers: Closer[]): Promise<HitCounter> {
  const inProcess = countInProcess();
  if (!config.REDIS_URL) return inProcess;
  const { Redis } = await import('ioredis');
  // A request must not wait while Redis is down: the call fails at once, and this process counts by itself.
  const redis = new Redis(config.REDIS_URL.reveal(), {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: REDIS_ANSWERS_WITHIN_MS,
    connectTimeout: REDIS_CONNECTS_WITHIN_MS,
    keepAlive: KEEP_ALIVE_AFTER_MS,
  });
  redis.on('error', (error) =>
    log.warn({ err: error }, 'Redis does not answer; limits are counted in this process'),
  );
  closers.push(async () => redis.disconnect());
  return countInRedis(redis, inProcess);
}

async function finishUpkeep(loop: Loop, gathered: { save(): Promise<number> }[]): Promise<void> {
  await loop.stop();
  await Promise.all(gathered.map((each) => each.save()));
}

function stopOnSignal(log: Log, closers: Closer[]): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    for (const close of [...closers].reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'while stopping'));
    }
    process.exit(0);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}

function announce(publicUrl: string, config: Config, firstAccounts: string[], tookMs: number): void {
  const lines = [
    `Guichê (${config.GUICHE_RAILS}) is ready after ${Math.round(tookMs)} ms`,
    `  Roles      ${config.GUICHE_ROLES.join(', ')}`,
    ...(config.GUICHE_ROLES.includes('api')
      ? [
          `  Address    ${publicUrl}`,
          `  API        ${publicUrl}/api/v1`,
          `  Reference  ${publicUrl}/docs`,
          `  Health     ${publicUrl}/healthz, ${publicUrl}/readyz, ${publicUrl}/metrics`,
        ]
      : []),
    ...firstAccounts,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

start().catch((error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException;
  // An error of the system or a library does not name the setting.
  const next = code === undefined ? '' : '. `npx guiche doctor` looks for the cause.';
  process.stderr.write(`Guichê could not start: ${message}${next}\n`);
  if (process.env.GUICHE_LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
  process.exit(1);
});
