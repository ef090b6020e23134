import { post } from './client.ts';
import { queries, SESSION_KEY } from './queries.ts';

/** Nothing that was read stays behind for whoever comes next. */
export async function signOut(): Promise<void> {
  try {
    await post('/api/v1/auth/logout');
  } finally {
    window.history.replaceState(null, '', '/login');
    queries.clear();
    await queries.invalidateQueries({ queryKey: SESSION_KEY });
    window.location.assign('/login');
  }
}
