import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { setSessionId } from './client.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';

const FRESH_MS = 5_000;
const MAX_RETRIES = 2;

/** A 401 means that the session has ended, so it is read again. */
function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Without a session the sign-in page appears. A 401 for a wrong password leaves the session as it is. */
function askForSession(error: unknown): void {
  if (!isSessionEnd(error)) return;
  setSessionId(null);
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
    // Without a network a write fails immediately: it must not be queued and sent later, unexpectedly.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      retry: (count, error) =>
        count < MAX_RETRIES &&
        navigator.onLine &&
        ((error instanceof ConnectionError && !(error instanceof TimeoutError)) ||
          (error instanceof ApiError && error.status >= 500)),
    },
  },
});

export const SESSION_KEY = ['session'] as const;

/**
 * Refreshes only what is shown. After a failed first read the user sees a notice and retries; an automatic refresh would
 * hide the notice each time.
 */
export function whileShown(everyMs: number) {
  return ({ state }: { state: { data: unknown } }) => state.data !== undefined && everyMs;
}
