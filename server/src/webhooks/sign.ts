import { createHmac } from 'node:crypto';
import { memoize } from '../kit/memoize.ts';

const STANDARD_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

const MAX_KEYS_KEPT = 1_000;

/** A Standard Webhooks secret contains its key in base64; any other secret is used as the key itself. */
const keyOf = memoize(MAX_KEYS_KEPT, (secret) => {
  const encoded = STANDARD_SECRET.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
});

/** The webhook-signature header: one signature for each secret that is valid now. */
export function signature(secrets: readonly string[], id: string, timestamp: string, body: string): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`)
    .join(' ');
}
