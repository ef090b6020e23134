import pg from 'pg';
import { Obstacle } from '../kit/obstacle.ts';

const CONNECT_WITHIN_MS = 10_000;

/** One connection to the server of DATABASE_URL: a start, a migration and the doctor fail with the same sentence. */
export async function requireDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new Obstacle(
      `The database of DATABASE_URL is not reachable (${message || code})`,
      'Check DATABASE_URL: host, port, user, password and name; and that the server runs and lets this machine in.',
      error,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
