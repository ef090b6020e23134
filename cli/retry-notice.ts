import { note } from './output.ts';

const TOO_MANY = 429;

/** `fetch` that says why nothing happens while the client waits out a rate limit. */
export async function fetchWithNotice(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  const seconds = answer.headers.get('retry-after');
  if (answer.status === TOO_MANY && seconds)
    note(`Too many requests within a minute: the gateway asks to wait ${seconds} seconds.`);
  return answer;
}
