import { post } from './client.ts';

/** A page load: nothing of the first account stays in this document. */
export async function enterAccount(id: string, page = '/'): Promise<void> {
  await post('/api/v1/auth/switch', { body: { account_id: id } });
  window.location.assign(page);
}
