const KEY = 'guiche-reload';
const PAUSE_MS = 10_000;

/**
 * Whether to reload for this reason: not twice within a short time, so that a page that disagrees with its status does
 * not reload forever.
 */
export function mayReload(reason: string): boolean {
  const why = `${location.pathname} ${reason}`;
  try {
    const [at = '', earlier = ''] = (sessionStorage.getItem(KEY) || '').split('|');
    if (earlier === why && Date.now() - Number(at) < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, `${Date.now()}|${why}`);
  } catch {
    // Without session storage every reload is allowed.
  }
  return true;
}
