import { ApiError } from './errors.ts';

/** What was asked and never answered, with the Idempotency-Key it went under. */
const unanswered = new Map<string, string>();

/**
 * When an answer is lost, asking for the same again repeats it under the same Idempotency-Key, so that nothing is done
 * twice: also from a dialog that was closed in between, and for two presses at once. After any answer the same wish is a
 * new one. A server error may have come after the deed, so it counts as no answer; only where the gateway says that
 * nothing was made is it one.
 */
export async function once<T>(request: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = unanswered.get(request) ?? crypto.randomUUID();
  unanswered.set(request, key);
  try {
    const answer = await send(key);
    unanswered.delete(request);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && isAnswer(error)) unanswered.delete(request);
    throw error;
  }
}

function isAnswer({ status, code }: ApiError): boolean {
  return status < 500 || code === 'PROVIDER_UNAVAILABLE';
}
