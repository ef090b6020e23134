import { WAIT_MS } from '../../charges/cards/defence.ts';
import { SECOND_MS } from '../../kit/clock.ts';

/** A blocked card is known only after it was submitted: the end of the block is passed on in the URL. */
export function waitQuery(until: Date): { wait: string } {
  return { wait: String(Math.floor(until.getTime() / SECOND_MS)) };
}

/** Null once it has passed, and for values that no redirect of ours contains: a URL can be edited. */
export function readWait(query: unknown, now: Date): Date | null {
  const untilMs = Number((query as { wait?: unknown }).wait) * SECOND_MS;
  const leftMs = untilMs - now.getTime();
  return leftMs > 0 && leftMs <= WAIT_MS ? new Date(untilMs) : null;
}
