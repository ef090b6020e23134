import { note } from './output.ts';

const TOO_MANY = 429;

/** The client waits by itself as long as it is asked to: a person should know why nothing happens. */
export async function fetchAloud(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  const seconds = answer.headers.get('retry-after');
  if (answer.status === TOO_MANY && seconds)
    note(`Too many requests within a minute: the gateway asks to wait ${seconds} seconds.`);
  return answer;
}
