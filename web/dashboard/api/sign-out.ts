import { post } from './client.ts';
import { queries, SESSION_KEY } from './queries.ts';
import { changeSession } from './session-change.ts';

/** Clears all cached data, so that the next user of this browser sees none of it. */
export async function signOut(): Promise<void> {
  try {
    await changeSession(() => post('/api/v1/auth/logout'));
  } finally {
    window.history.replaceState(null, '', '/login');
    queries.clear();
    await queries.invalidateQueries({ queryKey: SESSION_KEY });
    window.location.assign('/login');
  }
}
