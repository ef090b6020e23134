import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/** Whether the condition came true in time. */
export async function comesTrue(
  condition: () => Promise<boolean> | boolean,
  maxMs: number,
  pollMs = POLL_MS,
): Promise<boolean> {
  const deadline = performance.now() + maxMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await pause(pollMs);
  }
  return true;
}

export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  maxMs: number,
): Promise<void> {
  if (!(await comesTrue(condition, maxMs))) throw new Error(`Waited ${maxMs} ms in vain: ${what}.`);
}
