import { setTimeout as pause } from 'node:timers/promises';
import {
  ConnectionError,
  type FeedEvent,
  type Guiche,
  RateLimitError,
  ServerError,
} from '../sdk/src/main.ts';
import { note } from './output.ts';

const POLL_MS = 1_000;
/** Each call counts in the account's limit, which the shop under test needs too. */
const IDLE_POLL_MS = 4_000;
const LIVELY_MS = 20_000;
const AFTER_TROUBLE_MS = 2_000;
const PAGE = 100;

export type Follow = {
  client: Guiche;
  /** Undefined: what happens from now on. `start`: everything there is. Else a cursor. */
  from: string | undefined;
  signal: AbortSignal;
  onEvent(event: FeedEvent): Promise<void>;
};

/** Passes every event once, in order, until the signal; it waits for a gateway that is down. */
export async function follow({ client, from, signal, onEvent }: Follow): Promise<void> {
  let cursor = from === 'start' ? undefined : (from ?? 'end');
  let isFirst = true;
  let inTrouble = false;
  let livelyMs = performance.now();
  while (!signal.aborted) {
    try {
      const page = await client.events.list(
        cursor === undefined ? { limit: PAGE } : { limit: PAGE, cursor },
        {
          signal,
          // The first call fails immediately if the address or the key is wrong.
          ...(isFirst ? { maxRetries: 0 } : {}),
        },
      );
      isFirst = false;
      if (inTrouble) note('The gateway answers again.');
      inTrouble = false;
      for (const event of page.data) await onEvent(event);
      if (page.data.length > 0) livelyMs = performance.now();
      cursor = page.next_cursor ?? cursor;
      if (page.has_more) continue;
      await rest(pollAfter(performance.now() - livelyMs), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isFirst || !willPass(error)) throw error;
      if (!inTrouble) note('The gateway does not answer; waiting for it…');
      inTrouble = true;
      await rest(AFTER_TROUBLE_MS, signal);
    }
  }
}

/** The poll interval after an idle time. */
export function pollAfter(quietMs: number): number {
  return quietMs < LIVELY_MS ? POLL_MS : IDLE_POLL_MS;
}

function willPass(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}

export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

/** Ctrl-C is the normal end of an endless command, not a failure. */
export function untilInterrupted(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
