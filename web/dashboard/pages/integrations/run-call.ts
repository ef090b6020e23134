import { fetchAnswer } from '../../api/answer.ts';
import type { Call } from './snippets.ts';

export type Ran = {
  status: number;
  milliseconds: number;
  headers: readonly (readonly [string, string])[];
  text: string;
};

const WORTH_SEEING = [
  'content-type',
  'x-request-id',
  'idempotent-replayed',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
] as const;

/** Makes the call with the dashboard's session, and keeps status, headers and body. */
export async function runCall({ method, path, body, idempotencyKey }: Call): Promise<Ran> {
  const begin = performance.now();
  const { response, text } = await fetchAnswer(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    body: body && JSON.stringify(body),
  });
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - begin),
    headers: WORTH_SEEING.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    text: prettyJson(text),
  };
}

/** Indented if it is JSON, otherwise unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
