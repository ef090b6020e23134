import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, type DbOptions, openDb } from '../../server/src/db/pool.ts';
import { addressOf, citusNodes, isOnCitus, onNodes } from './citus-nodes.ts';

/**
 * Nearly all tests share one server. What is final in the feed and in sums waits for the oldest transaction of a server,
 * in whichever database: tests that need it to go on have a server without transactions that are held open.
 */
export type TestServer = 'shared' | 'quiet';

export type TestDatabase = {
  readonly connectionString: string;
  drop(): Promise<void>;
};

const OBJECT_IN_USE = '55006';
const MAX_DROPS = 10;

/** A migrated database of its own for a test or a file of tests, copied from the run's template. */
export async function createTestDatabase(server: TestServer = 'shared'): Promise<TestDatabase> {
  const maintenance = inject('servers')[server];
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = inject('templateDatabase');
  await maintain(maintenance, `create database ${name} template ${template} strategy file_copy`);
  const address = new URL(maintenance);
  address.pathname = `/${name}`;
  return {
    connectionString: address.href,
    drop: () => drop(maintenance, name),
  };
}

/** As the gateway opens it: a distributed database has other statements. */
export function openTestDb(options: DbOptions): Db {
  return openDb({ ...options, isDistributed: isOnCitus });
}

async function drop(maintenance: string, name: string): Promise<void> {
  const statement = `drop database if exists ${name} with (force)`;
  if (!isOnCitus) return maintain(maintenance, statement);
  // The coordinator first: it would go on connecting to the others.
  for (const node of citusNodes) {
    for (let tries = 1; ; tries += 1) {
      const error = await onNodes([node], statement).catch((failure: unknown) => failure);
      if (error === undefined) break;
      if ((error as { code?: string }).code !== OBJECT_IN_USE || tries === MAX_DROPS) throw error;
      await forgetPrepared(node, name);
    }
  }
}

/** What the coordinator was about to commit when it was dropped keeps the database of a worker in use. */
async function forgetPrepared(node: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(node, name) });
  await client.connect();
  try {
    const { rows } = await client.query<{ gid: string }>(
      'select gid from pg_prepared_xacts where database = current_database()',
    );
    for (const { gid } of rows) await client.query(`rollback prepared ${client.escapeLiteral(gid)}`);
  } finally {
    await client.end();
  }
}

async function maintain(connectionString: string, statement: string): Promise<void> {
  if (isOnCitus) return onNodes(citusNodes, statement);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
