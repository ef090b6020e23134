import { useQuery } from '@tanstack/react-query';
import { type Answer, get, setSessionId } from './client.ts';
import { ApiError } from './errors.ts';
import { queries, SESSION_KEY } from './queries.ts';
import { isSessionChanging } from './session-change.ts';

export type Session = Answer<'/api/v1/auth/session'>;

/** The last session that this document saw; a new document starts without one. */
let lastSession: Session | null = null;

/** Null: not signed in. */
async function loadSession(): Promise<Session | null> {
  try {
    lastSession = await get('/api/v1/auth/session');
    setSessionId(lastSession.id, lastSession.view && viewedAccountPage(lastSession));
    return lastSession;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    setSessionId(null);
    // What is shown is a seller's: there is nothing to come back to.
    if (lastSession?.view && !isSessionChanging()) window.location.assign('/login');
    return null;
  }
}

const SESSION = { queryKey: SESSION_KEY, queryFn: loadSession, staleTime: 60_000 };

/** A document that came without a session says so: then there is nothing to ask. */
export function startSession(isSignedOut: boolean): void {
  if (isSignedOut) queries.setQueryData(SESSION_KEY, null);
  else void queries.prefetchQuery(SESSION);
}

/** `session` stays after it has ended (`hasEnded`), so that the page keeps its state until the user signs in again. */
export function useSessionState() {
  const { data, error, refetch } = useQuery(SESSION);
  return {
    isKnown: data !== undefined,
    session: data ?? lastSession,
    hasEnded: data === null && lastSession !== null,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** For pages inside the shell, where a session always exists or existed. */
export function useSession(): Session {
  const { session } = useSessionState();
  if (!session) throw new Error('no session');
  return session;
}

/** Where an operator who looks at a seller's dashboard came from. */
export function viewedAccountPage({ account }: Session): string {
  return `/admin/accounts/${account.id}`;
}

/** Whether an operator looks at this dashboard: it has no files, and nothing to send. */
export function useIsView(): boolean {
  return useSession().view !== null;
}

export function useSandbox(): boolean {
  return useSession().rails === 'sandbox';
}
