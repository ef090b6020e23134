import { SignatureError, UsageError } from './errors.ts';
import type { WebhookEvent } from './event-types.ts';

/** `Headers` of a fetch-style handler, or the plain headers of Node. */
export type IncomingHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** How far the sender's clock and yours may be apart, by default 300 seconds. */
  toleranceSeconds?: number;
};

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 20;
const STANDARD_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const text = new TextEncoder();

/**
 * The event of a webhook, once it is proven to come from the gateway: by its signature (Standard Webhooks) or, where a
 * message carries none, by `X-Webhook-Secret`. `payload` is the body as it came, byte for byte. Throws `SignatureError`.
 */
export async function verifyWebhook(
  payload: string | Uint8Array | ArrayBuffer,
  headers: IncomingHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError('The options of verify are an object: { toleranceSeconds }.');
  }
  const body = bytesOf(payload);
  const secrets = secretsOf(secret);
  const signatures = headerOf(headers, 'webhook-signature');
  if (signatures) await checkSignature(body, headers, signatures, secrets, options);
  else await checkSecret(headerOf(headers, 'x-webhook-secret'), secrets);
  return eventOf(body);
}

async function checkSignature(
  body: Uint8Array,
  headers: IncomingHeaders,
  signatures: string,
  secrets: readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions,
): Promise<void> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!id || !timestamp) {
    throw new SignatureError('webhook-id or webhook-timestamp is missing: pass all headers of the request.');
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new SignatureError('webhook-timestamp is not in seconds since 1970, as the gateway writes it.');
  }
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    const [when, cure] =
      ageSeconds > 0 ? ['ago', 'It may be a replay'] : ['ahead', 'Check this machine’s clock'];
    throw new SignatureError(
      `The message was signed ${Math.round(Math.abs(ageSeconds))} seconds ${when}; ${toleranceSeconds} are allowed. ${cure}.`,
    );
  }
  const signed = joined(text.encode(`${id}.${timestamp}.`), body);
  const given = signatures.split(' ').slice(0, MAX_SIGNATURES).flatMap(signatureBytes);
  for (const secret of secrets) {
    const key = await hmacKey(keyOf(secret));
    for (const one of given) if (await crypto.subtle.verify('HMAC', key, one, signed)) return;
  }
  throw new SignatureError(
    'No signature fits. Is it the secret of this webhook, and is the payload the raw body, not parsed and written again?',
  );
}

async function checkSecret(given: string | null, secrets: readonly string[]): Promise<void> {
  if (!given) {
    throw new SignatureError(
      'The message carries neither webhook-signature nor X-Webhook-Secret. Postbacks carry none: retrieve the charge instead.',
    );
  }
  let isKnown = false;
  for (const secret of secrets) if (await isSame(given, secret)) isKnown = true;
  if (!isKnown) throw new SignatureError('X-Webhook-Secret is not the secret of this webhook.');
}

/** Compares digests under a random key, so that timing reveals nothing about the secret. */
async function isSame(a: string, b: string): Promise<boolean> {
  const key = await hmacKey(crypto.getRandomValues(new Uint8Array(32)));
  const mine = await crypto.subtle.sign('HMAC', key, text.encode(a));
  return crypto.subtle.verify('HMAC', key, mine, text.encode(b));
}

type Bytes = Uint8Array<ArrayBuffer>;

function hmacKey(bytes: Bytes) {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** A Standard Webhooks secret carries its key in base64; any other secret is its own key. */
function keyOf(secret: string): Bytes {
  const encoded = STANDARD_SECRET.exec(secret)?.[1];
  return encoded ? fromBase64(encoded) : text.encode(secret);
}

function signatureBytes(one: string): Bytes[] {
  const encoded = SIGNATURE.exec(one)?.[1];
  return encoded ? [fromBase64(encoded)] : [];
}

function fromBase64(encoded: string): Bytes {
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function bytesOf(payload: unknown): Uint8Array {
  if (typeof payload === 'string') return text.encode(payload);
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload);
  if (ArrayBuffer.isView(payload))
    return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  throw new UsageError(
    "verify needs the raw body, a string or bytes, not a parsed object: express.raw({ type: 'application/json' }) in Express, await request.text() in a fetch-style handler.",
  );
}

function secretsOf(secret: unknown): string[] {
  const secrets: unknown[] = Array.isArray(secret) ? secret : [secret];
  const isRight = (one: unknown): one is string => typeof one === 'string' && one !== '';
  if (secrets.length > 0 && secrets.every(isRight)) return secrets;
  throw new UsageError(
    'The secret is empty. It is shown once, by webhooks.create; webhooks.rotateSecret makes a new one.',
  );
}

function headerOf(headers: IncomingHeaders, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) {
    throw new UsageError('verify needs the headers of the request: request.headers.');
  }
  if (isHeaders(headers)) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof found === 'string' ? found : found?.[0]) ?? null;
}

function isHeaders(headers: IncomingHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof event === 'object' && event !== null && 'event' in event) return event as WebhookEvent;
  } catch {
    // Not JSON: the error below covers it.
  }
  throw new SignatureError('The body is not an event of the gateway, although its secret is right.');
}
