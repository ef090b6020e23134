const KEY = 'guiche-reload';
const PAUSE_MS = 10_000;

/**
 * Whether to reload for this reason: not twice within a moment. Should the server's page and the server's word ever
 * disagree, the payer sees a page and not a flicker.
 */
export function mayReload(reason: string): boolean {
  const why = `${location.pathname} ${reason}`;
  try {
    const [at = '', earlier = ''] = (sessionStorage.getItem(KEY) || '').split('|');
    if (earlier === why && Date.now() - Number(at) < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, `${Date.now()}|${why}`);
  } catch {
    // A browser that keeps nothing reloads every time.
  }
  return true;
}
