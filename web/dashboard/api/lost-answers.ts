import { ApiError } from './errors.ts';

/** Requests without an answer so far, with their Idempotency-Key. */
const unanswered = new Map<string, string>();

/**
 * Repeats a request whose answer was lost under the same Idempotency-Key, so that nothing is done twice: also from a
 * dialog that was closed in between, and for two clicks at once. After an answer the same request gets a new key. A
 * server error may have come after the effect and is never stored under the key, so it does not count as an answer.
 */
export async function once<T>(request: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = unanswered.get(request) ?? crypto.randomUUID();
  unanswered.set(request, key);
  try {
    const answer = await send(key);
    unanswered.delete(request);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) unanswered.delete(request);
    throw error;
  }
}
