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
/** Each call counts against the account's rate limit, which the shop under test needs too. */
const IDLE_POLL_MS = 4_000;
const ACTIVE_MS = 20_000;
const RETRY_MS = 2_000;
const PAGE = 100;

export type Follow = {
  client: Guiche;
  /** Undefined: what happens from now on. `start`: everything there is. Else a cursor. */
  from: string | undefined;
  signal: AbortSignal;
  onEvent(event: FeedEvent): Promise<void>;
};

/** Passes every event to `onEvent`, in order, each once, until the signal; waits for a gateway that is away. */
export async function follow({ client, from, signal, onEvent }: Follow): Promise<void> {
  let cursor = from === 'start' ? undefined : (from ?? 'end');
  let isFirst = true;
  let isAway = false;
  let activeAtMs = performance.now();
  while (!signal.aborted) {
    try {
      const page = await client.events.list(
        cursor === undefined ? { limit: PAGE } : { limit: PAGE, cursor },
        {
          signal,
          // The first call fails at once when address or key is wrong.
          ...(isFirst ? { maxRetries: 0 } : {}),
        },
      );
      isFirst = false;
      if (isAway) note('The gateway answers again.');
      isAway = false;
      for (const event of page.data) await onEvent(event);
      if (page.data.length > 0) activeAtMs = performance.now();
      cursor = page.next_cursor ?? cursor;
      if (page.has_more) continue;
      await rest(pollAfter(performance.now() - activeAtMs), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isFirst || !isTemporary(error)) throw error;
      if (!isAway) note('The gateway does not answer; waiting for it…');
      isAway = true;
      await rest(RETRY_MS, signal);
    }
  }
}

/** How soon to poll again after this long without an event. */
export function pollAfter(quietMs: number): number {
  return quietMs < ACTIVE_MS ? POLL_MS : IDLE_POLL_MS;
}

function isTemporary(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}

export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}

/** Ctrl-C ends a command without end: it is not a failure. */
export function untilInterrupted(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
