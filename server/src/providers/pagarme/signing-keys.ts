import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { HttpClient } from '../../net/http-client.ts';
import { exchange } from '../http/exchange.ts';
import { asRecord, asText } from '../http/tolerant.ts';

/** Where the keys are that an acquirer signs its notices with. */
export type KeySource = { readonly url: string; readonly http: HttpClient };

const KEPT_MS = 24 * HOUR_MS;
/** An invented key id makes us ask no more often than this. */
const ASKED_AGAIN_AFTER_MS = 5 * MINUTE_MS;
/** A failed question is soon repeated: notices wait for it. */
const TRIED_AGAIN_AFTER_MS = 10 * SECOND_MS;
const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_KEYS = 20;
const MIN_KEY_BITS = 2_048;
const ALGORITHM = 'RS256';

export type Keys = ReadonlyMap<string, KeyObject>;

/** Keys by their id, asked for when they are old or an id is unknown. What was known stays while the source is down. */
export class SigningKeys {
  readonly #source: KeySource;
  readonly #monotonicMs: () => number;
  #keys: Keys | null = null;
  #askAfterMs = Number.NEGATIVE_INFINITY;
  #oldAfterMs = Number.NEGATIVE_INFINITY;
  #pending: Promise<void> | null = null;

  constructor(source: KeySource, clock: () => number = monotonicMs) {
    this.#source = source;
    this.#monotonicMs = clock;
  }

  /** Null: there is no such key. Undefined: the keys could not be asked for. */
  async get(id: string): Promise<KeyObject | null | undefined> {
    const isOld = this.#monotonicMs() > this.#oldAfterMs;
    if (isOld || !this.#keys?.has(id)) await this.#renew();
    return this.#keys ? (this.#keys.get(id) ?? null) : undefined;
  }

  async #renew(): Promise<void> {
    if (!this.#pending && this.#monotonicMs() < this.#askAfterMs) return;
    this.#pending ??= this.#ask().finally(() => {
      this.#pending = null;
    });
    await this.#pending;
  }

  async #ask(): Promise<void> {
    const { http, url } = this.#source;
    const request = { url: new URL(url), method: 'GET', headers: {}, body: null } as const;
    const answer = await exchange(http, request, TIMEOUT_MS);
    const keys = answer.kind === 'answered' && answer.status === 200 ? readKeys(answer.text) : null;
    const nowMs = this.#monotonicMs();
    this.#askAfterMs = nowMs + (keys ? ASKED_AGAIN_AFTER_MS : TRIED_AGAIN_AFTER_MS);
    if (!keys) return;
    this.#keys = keys;
    this.#oldAfterMs = nowMs + KEPT_MS;
  }
}

/** Null: not a set of keys. Only keys for signatures of the one algorithm are kept. */
export function readKeys(text: string): Keys | null {
  try {
    const { keys } = asRecord(JSON.parse(text));
    if (!Array.isArray(keys)) return null;
    return new Map(keys.slice(0, MAX_KEYS).flatMap((key) => readKey(asRecord(key))));
  } catch {
    return null;
  }
}

function readKey(jwk: Record<string, unknown>): [string, KeyObject][] {
  const { kty, use, alg = ALGORITHM, n, e } = jwk;
  const id = asText(jwk.kid);
  if (!id || kty !== 'RSA' || use !== 'sig' || alg !== ALGORITHM) return [];
  const key = publicKeyOf({ kty, n, e } as JsonWebKey);
  return key && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS ? [[id, key]] : [];
}

/** One that cannot be read does not take the others away. */
function publicKeyOf(key: JsonWebKey): KeyObject | null {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return null;
  }
}

export type SignatureHeader = { keyId: string; signature: Buffer };

const HEADER_PARTS = /^(alg|kid|signature)=([\w.~+/=-]{1,1024})$/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** `alg=RS256; kid=…; signature=…`, each once. Null: another algorithm, or not in this form. */
export function readSignature(header: string | string[] | undefined): SignatureHeader | null {
  if (typeof header !== 'string') return null;
  const parts = new Map<string, string>();
  for (const part of header.split(';')) {
    const [, name, value] = HEADER_PARTS.exec(part.trim()) ?? [];
    if (!name || !value || parts.has(name)) return null;
    parts.set(name, value);
  }
  const { alg, kid, signature = '' } = Object.fromEntries(parts);
  if (alg !== ALGORITHM || !kid || !BASE64URL.test(signature)) return null;
  return { keyId: kid, signature: Buffer.from(signature, 'base64url') };
}

export function isSignedBy(key: KeyObject, rawBody: Buffer, signature: Buffer): boolean {
  return verify('RSA-SHA256', rawBody, key, signature);
}
