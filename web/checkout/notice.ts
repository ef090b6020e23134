/** What the server says about the payment, by stream and by question alike. */
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

/** Only a path of this very host is followed; one that leads here again is a reload. */
export function stepAfter(notice: Notice, shownState: string, here: string): Step {
  const { state, next } = notice;
  const isElsewhere = next !== null && /^\/(?![/\\])/.test(next) && next.split('?')[0] !== here;
  if (next !== null && isElsewhere) return { goTo: next };
  return state === shownState ? 'stay' : 'reload';
}
