import { note } from './output.ts';

const TOO_MANY = 429;

/** The client waits as long as Retry-After says: this note tells the user why nothing happens. */
export async function fetchWithNotice(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  const seconds = answer.headers.get('retry-after');
  if (answer.status === TOO_MANY && seconds)
    note(`Too many requests within a minute: the gateway asks to wait ${seconds} seconds.`);
  return answer;
}
