import { useQuery } from '@tanstack/react-query';
import { type Answer, actAs, get } from './client.ts';
import { ApiError } from './errors.ts';
import { SESSION_KEY } from './queries.ts';

export type Session = Answer<'/api/v1/auth/session'>;

/** Who was signed in when this document was last allowed in; a new document begins without. */
let lastSession: Session | null = null;

/** Null: nobody is signed in. */
async function loadSession(): Promise<Session | null> {
  try {
    lastSession = await get('/api/v1/auth/session');
    actAs(lastSession.id);
    return lastSession;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    actAs(null);
    return null;
  }
}

/** `session` stays while what one was doing waits for its owner to sign in again; `hasEnded` says that it does. */
export function useDoorway() {
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: loadSession,
    staleTime: 60_000,
  });
  return {
    isKnown: data !== undefined,
    session: data ?? lastSession,
    hasEnded: data === null && lastSession !== null,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** Inside the shell somebody is always signed in, or was. */
export function useSession(): Session {
  const { session } = useDoorway();
  if (!session) throw new Error('no session');
  return session;
}

export function useSandbox(): boolean {
  return useSession().rails === 'sandbox';
}
