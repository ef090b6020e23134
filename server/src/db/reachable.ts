import pg from 'pg';
import { StartError } from '../kit/start-error.ts';

const CONNECT_WITHIN_MS = 10_000;

/** Opens one connection to this address: start, migration and `guiche doctor` fail with the same message. */
export async function requireDatabase(connectionString: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(
      `The database of ${setting} is not reachable (${message || code})`,
      `Check ${setting}: host, port, user, password and name; and that the server runs and lets this machine in.`,
      error,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
