import { setTimeout as pause } from 'node:timers/promises';

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
