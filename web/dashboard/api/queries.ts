import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { actAs } from './client.ts';
import { ApiError, ConnectionError, SilenceError } from './errors.ts';

const FRESH_MS = 5_000;
const MAX_RETRIES = 2;

/** Who was signed in a moment ago is not any more: whatever asked, the session is asked for again. */
function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Without a session the sign-in page stands there; a wrong password said again leaves everything as it was. */
function askForSession(error: unknown): void {
  if (!isSessionEnd(error)) return;
  actAs(null);
  void queries.invalidateQueries({ queryKey: SESSION_KEY });
}

export const queries = new QueryClient({
  mutationCache: new MutationCache({ onError: askForSession }),
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== SESSION_KEY[0]) askForSession(error);
    },
  }),
  defaultOptions: {
    // Without a network a write is refused at once: it must not wait and be done later, when nobody expects it.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      retry: (count, error) =>
        count < MAX_RETRIES &&
        navigator.onLine &&
        ((error instanceof ConnectionError && !(error instanceof SilenceError)) ||
          (error instanceof ApiError && error.status >= 500)),
    },
  },
});

export const SESSION_KEY = ['session'] as const;

/**
 * How often what is shown is read again. Where nothing could be read, its reader is told so and asks again: a question of
 * the page's own would take the notice away each time.
 */
export function whileShown(everyMs: number) {
  return ({ state }: { state: { data: unknown } }) => state.data !== undefined && everyMs;
}
