/** The state of the payment, from the stream or by polling. */
export type Notice = { readonly state: string; readonly next: string | null };

export type Step = 'stay' | 'reload' | { readonly goTo: string };

export function readNotice(text: string): Notice | null {
  try {
    const { state, next } = JSON.parse(text) as Record<string, unknown>;
    if (typeof state !== 'string') return null;
    return { state, next: typeof next === 'string' ? next : null };
  } catch {
    return null;
  }
}

/** Only paths of this host are followed; the current path means reload. */
export function stepAfter(notice: Notice, shownState: string, here: string): Step {
  const { state, next } = notice;
  const isElsewhere = next !== null && /^\/(?![/\\])/.test(next) && next.split('?')[0] !== here;
  if (next !== null && isElsewhere) return { goTo: next };
  return state === shownState ? 'stay' : 'reload';
}
