import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/src/db/embedded.ts';
import { migrate } from '../../server/src/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A maintenance connection: test databases are made and dropped through it. */
    maintenanceConnectionString: string;
    templateDatabase: string;
  }
}

const TEMPLATE_DATABASE = 'guiche_template';
const CONNECTIONS_FOR_ALL_WORKERS = 400;
const PREPARE_SCRIPT = `import { prepareWeb } from './scripts/prepare.mjs'; await prepareWeb();`;

/** One PostgreSQL server for the whole run, thrown away at its end; and the pages' script, built when it is stale. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await prepareWeb();
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-test-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    maxConnections: CONNECTIONS_FOR_ALL_WORKERS,
    durabilityOffForTestsOnly: true,
  });
  await createTemplate(server.connectionString);
  project.provide('maintenanceConnectionString', server.connectionString);
  project.provide('templateDatabase', TEMPLATE_DATABASE);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
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
