import { ConnectionError, SilenceError } from './errors.ts';

const MAX_READ_MS = 15_000;
/** A clock that is moved over years does much before it answers. */
const MAX_WRITE_MS = 60_000;

/** The whole answer, or a `ConnectionError`: a gateway that takes the connection and says nothing is not waited for for ever. */
export async function answerOf(
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
    throw bounded.signal.aborted ? new SilenceError() : new ConnectionError();
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', abort);
  }
}
