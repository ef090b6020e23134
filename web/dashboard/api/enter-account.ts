import { post } from './client.ts';
import { changeSession } from './session-change.ts';

/** A page load: nothing of the first account stays in this document. */
export async function enterAccount(id: string, page = '/'): Promise<void> {
  await changeSession(() => post('/api/v1/auth/switch', { body: { account_id: id } }));
  window.location.assign(page);
}
