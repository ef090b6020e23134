import { ApiError } from './errors.ts';

const MAX_WAITS = 10;
const SECOND_MS = 1_000;
const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * SECOND_MS));

/** One of many calls: more of them than a minute allows wait as long as the gateway says, and then go on. */
export async function patiently<T>(call: () => Promise<T>, wait = pause): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      const isTooSoon = error instanceof ApiError && error.code === 'RATE_LIMIT_EXCEEDED';
      if (!isTooSoon || waits === MAX_WAITS) throw error;
      await wait(error.retryAfterSeconds ?? 1);
    }
  }
}
