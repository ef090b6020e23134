import { setTimeout as pause } from 'node:timers/promises';
import type { HttpAnswer, ProcessSeller, Server } from './processes.ts';

/** A gateway that may be dead just now, and those who ask it. */
export type Asking = {
  /** The one that runs now. */
  server(): Server;
  /** Requests without an answer. */
  inFlight: number;
  /** Nobody asks any more after this, by the monotonic clock. */
  endsAtMs: number;
  /** `broken`: requests whose connection broke, which were made again under the same key. */
  readonly tally: { broken: number };
};

const ASKED_AGAIN_AFTER_MS = 300;

export function ask(asking: Asking, seller: Partial<ProcessSeller>, path: string, body: object, key: string) {
  const headers = { 'idempotency-key': key };
  return persistently(asking, (call) => call('POST', `/api/v1${path}`, seller, body, headers));
}

/** As a careful client: a broken connection says nothing, so the same is asked again under the same key. */
export async function persistently(
  asking: Asking,
  request: (call: Server['call']) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  while (performance.now() < asking.endsAtMs) {
    asking.inFlight += 1;
    try {
      const answer = await request(asking.server().call);
      if (!mustAskAgain(answer)) return answer;
    } catch {
      asking.tally.broken += 1;
    } finally {
      asking.inFlight -= 1;
    }
    await pause(ASKED_AGAIN_AFTER_MS);
  }
  throw new Error('the client lost its patience');
}

/** A 5xx is never stored under its key: the same request again finds out what became of it. */
function mustAskAgain({ status, body }: { status: number; body: { code?: unknown } }): boolean {
  if (body.code === 'PROVIDER_UNAVAILABLE') return false;
  return status >= 500 || body.code === 'IDEMPOTENCY_KEY_IN_USE';
}
