const MAX_ANSWER_MS = 5_000;
const FIRST_SERVER_ERROR = 500;

/** Whether the gateway answers. A proxy without a gateway answers with a server error. */
export async function isReachable(): Promise<boolean> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), MAX_ANSWER_MS);
  try {
    const path = document.body.dataset.status || location.href;
    const { status } = await fetch(path, { cache: 'no-store', signal: patience.signal });
    return status < FIRST_SERVER_ERROR;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
