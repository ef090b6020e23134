import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = {
  readonly connectionString: string;
  drop(): Promise<void>;
};

/** A migrated database of its own for a test or a file of tests, copied from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await maintain(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  const address = new URL(inject('maintenanceConnectionString'));
  address.pathname = `/${name}`;
  return {
    connectionString: address.href,
    drop: () => maintain(`drop database if exists ${name} with (force)`),
  };
}

async function maintain(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('maintenanceConnectionString') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
