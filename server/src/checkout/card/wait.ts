import { WAIT_MS } from '../../charges/cards/defence.ts';
import { SECOND_MS } from '../../kit/clock.ts';

/** Who typed a blocked card is known only when it is typed: the address of the page then says until when to wait. */
export function waitQuery(until: Date): { wait: string } {
  return { wait: String(Math.floor(until.getTime() / SECOND_MS)) };
}

/** Null once it has passed; and for what no redirect of ours says, since anyone can write an address. */
export function readWait(query: unknown, now: Date): Date | null {
  const untilMs = Number((query as { wait?: unknown }).wait) * SECOND_MS;
  const leftMs = untilMs - now.getTime();
  return leftMs > 0 && leftMs <= WAIT_MS ? new Date(untilMs) : null;
}
