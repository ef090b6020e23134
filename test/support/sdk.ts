import { type Fetch, type FetchInit, Guiche, type GuicheOptions } from '../../sdk/src/main.ts';

export type Asked = { method: string; url: URL; headers: Record<string, string>; body: FetchInit['body'] };
type Answering = (nth: number, init: FetchInit) => Response | Promise<Response>;

export const KEY = 'guiche_0123456789abcdefghijABCDEFGHIJ123456';
export const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.payload.signature';

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ error: `It is ${code}`, code, details: {} }, status, { 'x-request-id': 'req-1', ...headers });

/** A client whose every request is kept and answered by the test. */
export function recordingClient(answer: Answering = () => json({}), options: Partial<GuicheOptions> = {}) {
  const asked: Asked[] = [];
  const fetch: Fetch = async (url, init) => {
    asked.push({ method: init.method, url: new URL(url), headers: init.headers, body: init.body });
    return answer(asked.length, init);
  };
  const client = new Guiche({ baseUrl: 'http://gateway.test', apiKey: KEY, fetch, ...options });
  return { client, asked };
}

/** What a promise fails with; a promise that does not fail is the test's failure. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`failed with what is no Error: ${String(error)}`);
  }
  throw new Error('did not fail');
}
