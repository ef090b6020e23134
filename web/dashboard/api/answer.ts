import { ConnectionError, TimeoutError } from './errors.ts';

const MAX_READ_MS = 15_000;
/** Moving the clock over years takes long. */
const MAX_WRITE_MS = 60_000;

/** The complete answer, or a `ConnectionError` if the gateway cannot be reached or does not answer in time. */
export async function fetchAnswer(
  address: string,
  init: RequestInit & { method: string },
): Promise<{ response: Response; text: string }> {
  const given = init.signal;
  const bounded = new AbortController();
  const abort = () => bounded.abort();
  given?.addEventListener('abort', abort);
  const timer = setTimeout(abort, init.method === 'GET' ? MAX_READ_MS : MAX_WRITE_MS);
  try {
    given?.throwIfAborted();
    const response = await fetch(address, {
      ...init,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: bounded.signal,
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (given?.aborted) throw error;
    throw bounded.signal.aborted ? new TimeoutError() : new ConnectionError();
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', abort);
  }
}
