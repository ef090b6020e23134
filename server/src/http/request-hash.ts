import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Vault } from '../kit/secrets.ts';

/** Hashed with a key: the stored hash of a request must not help to guess them. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['password', 'current_password', 'new_password', 'code']);

/** Of a card: its number and what belongs to it. */
const SECRET_OBJECTS: ReadonlySet<string> = new Set(['card']);

/** The same request has the same route and the same JSON value; spacing and the order of fields do not matter. */
export function requestHash({ method, url, body }: FastifyRequest, vault: Vault): Buffer {
  // /api/webhooks and /api/v1/webhooks are one endpoint.
  const path = url.replace(/^\/api\/(?!v1\/)/, '/api/v1/');
  return createHash('sha256')
    .update(`${method} ${path}\n${stable(body, vault)}`)
    .digest();
}

function stable(value: unknown, vault: Vault): string {
  if (Buffer.isBuffer(value)) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return `[${value.map((each) => stable(each, vault)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const written = fields.map(([name, child]) => {
    const isSecret = SECRET_FIELDS.has(name) && typeof child === 'string';
    const isSecretObject = SECRET_OBJECTS.has(name) && typeof child === 'object' && child !== null;
    const text =
      isSecret || isSecretObject
        ? vault.fingerprint('secrets of requests', isSecret ? child : stable(child, vault))
        : stable(child, vault);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${written.join(',')}}`;
}
