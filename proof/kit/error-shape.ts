import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, fieldsOf } from './call.ts';
import { ROOT } from './root.ts';

/** The statuses of the specification, section 7. */
const STATUSES = [200, 201, 400, 401, 403, 404, 429, 500];
/** Of programs and databases, never of an answer. */
const INSIDE =
  /\bat \S+ \(|node_modules|node:internal|\/server\/src\/|\.(?:ts|js|sql):\d+|\bselect\b.+\bfrom\b|\binsert into\b|violates \w+ constraint|syntax error at or near|relation "/i;

const LISTED = [
  ...readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8').matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \|(.*)$/gm),
];
/** Code → status, as docs/errors.md lists them. */
export const ERROR_CODES: ReadonlyMap<string, number> = new Map(
  LISTED.map(([, code = '', status]) => [code, Number(status)]),
);
/** Codes of errors after which the documentation says to wait for as long as the answer says. */
const WITH_RETRY_AFTER: ReadonlySet<string> = new Set(
  LISTED.filter(([, , , rest = '']) => rest.includes('`Retry-After`')).map(([, code = '']) => code),
);

/** What is wrong with an answer as an answer, for any caller and request; null: nothing. */
export function malformation(answer: Answer): string | null {
  const { status, headers, json } = answer;
  if (!STATUSES.includes(status)) return `the status ${status} is not in the specification`;
  if (!headers['x-request-id']) return 'there is no X-Request-Id';
  if (status < 400) return null;
  if (!String(headers['content-type']).startsWith('application/json'))
    return 'the content type of an error is not JSON';
  if (json === undefined) return 'an error is not JSON';
  const body = fieldsOf(json);
  if (Object.keys(body).sort().join() !== 'code,details,error') return 'an error has other fields';
  const { error, code, details } = body;
  if (typeof error !== 'string' || error === '') return 'an error says nothing';
  if (typeof code !== 'string' || ERROR_CODES.get(code) !== status)
    return `${code} with ${status} is not a documented error`;
  if (typeof details !== 'object' || details === null || Array.isArray(details))
    return 'details is not an object';
  if (WITH_RETRY_AFTER.has(code) && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
    return `${code} has no Retry-After`;
  if (INSIDE.test(answer.text)) return 'an error shows the inside of the program';
  return null;
}

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

export function missingRateHeader({ headers }: Answer): string | null {
  const missing = RATE_HEADERS.find((name) => !/^\d+$/.test(String(headers[name])));
  return missing ? `${missing} is ${headers[missing] ?? 'missing'}` : null;
}
