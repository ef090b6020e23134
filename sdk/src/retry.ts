import { ConnectionError, type GuicheError } from './errors.ts';
import type { Signal } from './wire.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;
/** A rate limit of the gateway ends within a minute; a longer wait (a locked sign-in) is the caller's decision. */
const MAX_RETRY_AFTER_MS = 60_000;
const SECOND_MS = 1_000;

export type Failure = {
  error: GuicheError;
  /** The stored answer of this Idempotency-Key: a retry would get the same. */
  isReplay: boolean;
};

/** How long to wait before the next try; null: no retry. `tries` is how many were made. */
export function waitBefore(
  { error, isReplay }: Failure,
  isRepeatable: boolean,
  tries: number,
): number | null {
  const asked = (error.retryAfter ?? 0) * SECOND_MS;
  if (isReplay || asked > MAX_RETRY_AFTER_MS) return null;
  // 429 is answered before anything is done: even what must not be done twice may be sent again.
  if (error.status === 429) return asked + backoff(tries);
  return isUncertain(error) && isRepeatable ? Math.max(asked, backoff(tries)) : null;
}

/** The call may have taken effect or not. */
export function isUncertain(error: GuicheError): boolean {
  return error instanceof ConnectionError || (error.status ?? 0) >= 500;
}

/** Half of it is random, so that many clients do not retry at the same moment. */
function backoff(tries: number): number {
  const maxMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return maxMs * (0.5 + Math.random() / 2);
}

/** A signal ends the wait early; the caller checks the signal afterwards. */
export function pause(ms: number, signal: Signal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const stop = () => {
      end();
      resolve();
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
}
