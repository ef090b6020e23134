import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareBinaries, ROOT_CACHE_DIRECTORIES } from './embedded/binaries.ts';
import {
  checkCluster,
  clusterOwner,
  createCluster,
  readOrCreatePassword,
  SUPERUSER,
} from './embedded/cluster.ts';
import { openDataDirectory } from './embedded/data-directory.ts';
import {
  createHandoverDirectory,
  type Endpoints,
  freePort,
  readEndpoints,
  removeHandoverDirectory,
  saveEndpoints,
  socketDirectory,
} from './embedded/endpoints.ts';
import { lockDataDirectory } from './embedded/lock.ts';
import { clearAwayOrphan, type Launch, type Postmaster, startPostmaster } from './embedded/postmaster.ts';
import { type Runner, runnerFor } from './embedded/runner.ts';
import { type Supervised, supervise } from './embedded/supervise.ts';

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log?: (line: string) => void;
  /** Lines about a server that ended by itself; by default `log`. */
  warn?: (line: string) => void;
  maxConnections?: number;
  /** Where root may keep a copy of PostgreSQL's programs, for a checkout that other users cannot read. */
  cacheDirectories?: string[];
  /** Commits no longer survive a power cut. For throw-away test databases only. */
  durabilityOffForTestsOnly?: boolean;
  /** The server ended by itself and cannot be started again. */
  onGivenUp?: (reason: string) => void;
  giveUpAfterMs?: number;
};

export type EmbeddedPostgres = {
  /** Through the Unix socket. */
  readonly connectionString: string;
  /** Through the loopback interface, for psql and other processes. */
  readonly tcpConnectionString: string;
  /** What keeps the server down though it was started again; null: nothing. */
  findFault(): string | null;
  stop(): Promise<void>;
};

const DATABASE = 'guiche';
const DEFAULT_MAX_CONNECTIONS = 100;
const ATTEMPTS_TO_FIND_PORT = 3;
const DATABASE_DOES_NOT_EXIST = '3D000';
const DATABASE_ALREADY_EXISTS = '42P04';

/**
 * A real PostgreSQL server, started with this process and stopped with it, that keeps its data in `dataDir`. When it ends
 * by itself it is started again, at the same addresses.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDataDirectory(options.dataDir);
  const lock = lockDataDirectory(dataDir);
  try {
    const { supervised, addresses, endpoints } = await startServer(dataDir, options);
    const stop = async () => {
      await supervised.stop();
      removeHandoverDirectory(endpoints.handoverDir);
      lock.release();
    };
    let stopping: Promise<void> | undefined;
    return {
      ...addresses,
      findFault: () => supervised.findFault(),
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type StartedServer = {
  supervised: Supervised;
  addresses: Addresses;
  endpoints: Endpoints;
};

async function startServer(dataDir: string, options: EmbeddedPostgresOptions): Promise<StartedServer> {
  const cluster = join(dataDir, 'postgres');
  const runner = runnerFor(clusterOwner(cluster));
  const log = options.log ?? (() => undefined);
  const earlier = readEndpoints(dataDir);
  await clearAwayOrphan(cluster, log);
  if (earlier) removeHandoverDirectory(earlier.handoverDir);

  const password = readOrCreatePassword(dataDir);
  const handoverDir = createHandoverDirectory(runner);
  const plan = { dataDir, cluster, runner, password, handoverDir, log, options };
  try {
    return await launchServer(plan, earlier?.port);
  } catch (error) {
    removeHandoverDirectory(handoverDir);
    throw error;
  }
}

type Plan = {
  dataDir: string;
  cluster: string;
  runner: Runner | undefined;
  password: string;
  handoverDir: string;
  log: (line: string) => void;
  options: EmbeddedPostgresOptions;
};

async function launchServer(plan: Plan, earlierPort: number | undefined): Promise<StartedServer> {
  const { cluster, runner, dataDir, options } = plan;
  const ownCache = [join(dataDir, 'binaries')];
  const binaries = prepareBinaries(
    runner,
    runner ? (options.cacheDirectories ?? ROOT_CACHE_DIRECTORIES) : ownCache,
  );
  const durabilityOffForTestsOnly = options.durabilityOffForTestsOnly ?? false;
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    plan.log(`Setting up a new PostgreSQL database in ${cluster}`);
    await createCluster({ ...plan, binaries, durabilityOffForTestsOnly });
  }
  checkCluster(cluster, runner);
  const { postmaster, endpoints, launch } = await startOnFreePort(plan, earlierPort, {
    binaries,
    runner,
    cluster,
    log: plan.log,
    durabilityOffForTestsOnly,
    logFile: join(dataDir, 'postgres.log'),
    maxConnections: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
  });
  const addresses = addressesOf(endpoints, plan.password);
  try {
    await ensureDatabase(addresses.connectionString);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  const supervised = supervise(postmaster, {
    restart: async () => {
      await clearAwayOrphan(cluster, plan.log);
      return startPostmaster(launch);
    },
    log: options.warn ?? plan.log,
    onGivenUp: options.onGivenUp ?? (() => undefined),
    giveUpAfterMs: options.giveUpAfterMs,
  });
  return { supervised, addresses, endpoints };
}

type LaunchWithoutPort = Omit<Launch, 'port' | 'socketDir'>;

/** Another program may take the port between our check and the start of PostgreSQL. */
async function startOnFreePort(
  plan: Plan,
  earlierPort: number | undefined,
  parts: LaunchWithoutPort,
): Promise<{ postmaster: Postmaster; endpoints: Endpoints; launch: Launch }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(attempt === 1 ? earlierPort : undefined);
    const endpoints = { port, handoverDir: plan.handoverDir };
    saveEndpoints(plan.dataDir, endpoints);
    try {
      const launch = { ...parts, port, socketDir: socketDirectory(endpoints) };
      return { postmaster: await startPostmaster(launch), endpoints, launch };
    } catch (error) {
      const portTaken = (error as Error).message.includes('could not bind');
      if (!portTaken || attempt === ATTEMPTS_TO_FIND_PORT) throw error;
    }
  }
}

type Addresses = {
  connectionString: string;
  tcpConnectionString: string;
};

function addressesOf(endpoints: Endpoints, password: string): Addresses {
  const credentials = `${SUPERUSER}:${encodeURIComponent(password)}`;
  const tcpConnectionString = `postgres://${credentials}@127.0.0.1:${endpoints.port}/${DATABASE}`;
  const socket = encodeURIComponent(socketDirectory(endpoints));
  return {
    connectionString: `postgres://${credentials}@localhost:${endpoints.port}/${DATABASE}?host=${socket}`,
    tcpConnectionString,
  };
}

/** A successful connection also verifies server and password. */
async function ensureDatabase(connectionString: string): Promise<void> {
  const failure = await attempt(connectionString);
  if (failure === undefined) return;
  if (failure.code !== DATABASE_DOES_NOT_EXIST) throw failure;
  const other = new URL(connectionString);
  other.pathname = '/postgres';
  const refusal = await attempt(other.href, `create database ${DATABASE}`);
  if (refusal !== undefined && refusal.code !== DATABASE_ALREADY_EXISTS) throw refusal;
}

async function attempt(connectionString: string, statement?: string): Promise<pg.DatabaseError | undefined> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    if (statement) await client.query(statement);
    return undefined;
  } catch (error) {
    return error as pg.DatabaseError;
  } finally {
    await client.end();
  }
}
