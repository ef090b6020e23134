import { useQuery } from '@tanstack/react-query';
import { type Answer, get } from './client.ts';
import { ApiError } from './errors.ts';
import { SESSION_KEY } from './queries.ts';

export type Session = Answer<'/api/v1/auth/session'>;

/** Null: nobody is signed in. */
async function loadSession(): Promise<Session | null> {
  try {
    return await get('/api/v1/auth/session');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export function useSessionQuery() {
  return useQuery({ queryKey: SESSION_KEY, queryFn: loadSession, staleTime: 60_000 });
}

/** Inside the shell somebody is always signed in. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (!data) throw new Error('no session');
  return data;
}

export function useSandbox(): boolean {
  return useSession().rails === 'sandbox';
}
