import type pg from 'pg';
import { pause } from '../../kit/clock.ts';

const DISTRIBUTION_LOCK = 7_236_182;
const LOOK_EVERY_MS = 500;

/**
 * Spreading tables and moving accounts happen one after the other, until the connection ends. What a command that was
 * killed had begun goes on in the database until it is done, and is waited for here.
 */
export async function lockDistribution(client: pg.ClientBase, onWait?: () => void): Promise<void> {
  let isNoted = false;
  while (!(await takes(client))) {
    if (!isNoted) onWait?.();
    isNoted = true;
    // Asked for again and again: a statement that waits would hold a snapshot, which the copies wait for.
    await pause(LOOK_EVERY_MS);
  }
}

async function takes(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    DISTRIBUTION_LOCK,
  ]);
  return rows[0]?.taken ?? false;
}
