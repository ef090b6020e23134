import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/src/db/embedded.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createCitusTemplate, findCitus, startCluster } from './citus.ts';
import { addressOf, citusNodes } from './citus-nodes.ts';
import type { TestServer } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Maintenance connections: test databases are made and dropped through them. */
    servers: Record<TestServer, string>;
    templateDatabase: string;
  }
}

const TEMPLATE_DATABASE = 'guiche_template';
const CONNECTIONS_FOR_ALL_WORKERS = 400;
const CONNECTIONS_OF_THE_QUIET = 100;
const WORKERS = 2;
const PREPARE_SCRIPT = `import { prepareWeb } from './scripts/prepare.mjs'; await prepareWeb();`;

/** The PostgreSQL servers of the whole run, thrown away at its end; and the pages' script, built when it is stale. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await prepareWeb();
  if (process.env.GUICHE_TESTS === 'citus') return setupCluster(project);
  const [shared, quiet] = await Promise.all([
    startServer(CONNECTIONS_FOR_ALL_WORKERS),
    startServer(CONNECTIONS_OF_THE_QUIET),
  ]);
  project.provide('servers', { shared: shared.connectionString, quiet: quiet.connectionString });
  project.provide('templateDatabase', TEMPLATE_DATABASE);
  return async () => {
    await Promise.all([shared.stop(), quiet.stop()]);
  };
}

/** The nodes that GUICHE_TEST_CITUS names, or a cluster of this run. */
async function setupCluster(project: TestProject): Promise<() => Promise<void>> {
  let nodes: readonly string[] = citusNodes;
  let stop = async () => undefined as undefined;
  if (nodes.length === 0) {
    const programs = findCitus();
    if (!programs) throw new Error('There is no Citus on this machine: no citus.so beside a PostgreSQL.');
    const cluster = await startCluster(programs, WORKERS);
    nodes = cluster.nodes;
    process.env.GUICHE_TEST_CITUS = nodes.join(',');
    stop = () => cluster.stop() as Promise<undefined>;
  }
  await createCitusTemplate(nodes, TEMPLATE_DATABASE);
  const coordinator = addressOf(nodes[0] ?? '', 'postgres');
  project.provide('servers', { shared: coordinator, quiet: coordinator });
  project.provide('templateDatabase', TEMPLATE_DATABASE);
  return stop;
}

async function startServer(maxConnections: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-test-'));
  const server = await startEmbeddedPostgres({ dataDir, maxConnections, durabilityOffForTestsOnly: true });
  await createTemplate(server.connectionString);
  return {
    connectionString: server.connectionString,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function prepareWeb(): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PREPARE_SCRIPT], {
    cwd: join(import.meta.dirname, '..', '..'),
  });
}

async function createTemplate(maintenance: string): Promise<void> {
  await run(maintenance, `create database ${TEMPLATE_DATABASE}`);
  const template = new URL(maintenance);
  template.pathname = `/${TEMPLATE_DATABASE}`;
  await migrate(template.href);
  // Closed to everyone, autovacuum included: a database with a connection cannot be copied.
  await run(maintenance, `alter database ${TEMPLATE_DATABASE} with is_template true allow_connections false`);
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}
