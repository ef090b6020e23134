import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../server/src/db/pool.ts';
import { FINAL_BELOW } from '../../server/src/db/positions.ts';

const MAX_DURATION_MS = 60_000;
const POLL_MS = 20;

/** Waits for a condition, and says what it waited for when it does not come true in time. */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  maxMs = MAX_DURATION_MS,
): Promise<void> {
  const deadline = performance.now() + maxMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited ${maxMs} ms in vain: ${what}.`);
    await pause(POLL_MS);
  }
}

/** Waits until all events can be read: transactions of other tests on the same server hold them back. */
export async function untilFinal({ db }: { db: Db }): Promise<void> {
  const notFinal = `select 1 from events where xact_id >= ${FINAL_BELOW} limit 1`;
  await until('every event is final', async () => (await db.query(notFinal)).length === 0);
}
