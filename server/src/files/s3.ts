import { MovableClock, SECOND_MS } from '../kit/clock.ts';
import { GatewayError } from '../kit/errors.ts';
import type { Secret } from '../kit/secrets.ts';
import type { ExchangeResult } from '../net/exchange.ts';
import { HttpClient } from '../net/http-client.ts';
import { MAX_UPLOAD_BYTES } from './purposes.ts';
import { signedHeaders } from './s3-signature.ts';

export type S3Settings = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly key: string;
  readonly secret: Secret;
};

/** Signatures are in real time, whatever the gateway's clock shows: the store refuses others. */
const clock = new MovableClock();

/** The address comes from the operator's settings and may be in a private network. */
const ANY_ADDRESS = { allows: () => true };
const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_CONNECTIONS = 16;
const IDLE_MS = 4 * SECOND_MS;
/** What a sealed file has more than its content. */
const SEAL_BYTES = 64;
const MAX_READ_BYTES = MAX_UPLOAD_BYTES + SEAL_BYTES;
/** A byte is a character: an object is no text. */
const LIMITS = { maxReadBytes: MAX_READ_BYTES, maxKeptBytes: MAX_READ_BYTES, encoding: 'latin1' } as const;

/** Objects of an S3-compatible store, addressed by path: `endpoint/bucket/name`. */
export class S3 {
  readonly #settings: S3Settings;
  readonly #http = new HttpClient({
    guard: ANY_ADDRESS,
    maxPerOrigin: MAX_CONNECTIONS,
    maxIdle: MAX_CONNECTIONS,
    idleMs: IDLE_MS,
    maxIdleMs: IDLE_MS,
  });

  constructor(settings: S3Settings) {
    this.#settings = settings;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const result = await this.#send('PUT', name, bytes);
    if (!isDone(result)) throw unavailable(result);
  }

  /** Null: there is no such object. */
  async get(name: string): Promise<Buffer | null> {
    const result = await this.#send('GET', name, null);
    if (result.status === 404) return null;
    if (!isDone(result)) throw unavailable(result);
    return Buffer.from(result.text, 'latin1');
  }

  /** One that is not there is as good as removed. */
  async remove(name: string): Promise<void> {
    const result = await this.#send('DELETE', name, null);
    if (!isDone(result) && result.status !== 404) throw unavailable(result);
  }

  close(): void {
    this.#http.close();
  }

  #send(method: 'GET' | 'PUT' | 'DELETE', name: string, body: Buffer | null): Promise<ExchangeResult> {
    const { endpoint, bucket, region, key, secret } = this.#settings;
    const url = new URL(`${endpoint}/${bucket}/${name}`);
    const content: Record<string, string> = body ? { 'content-type': 'application/octet-stream' } : {};
    const credentials = { key, secret: secret.reveal(), region };
    const headers = signedHeaders({ method, url, headers: content, body }, credentials, clock.now());
    return this.#http.exchange(
      { method, url: url.href, headers, body },
      // An object is written under a name of its own: twice is the same as once.
      { timeoutMs: TIMEOUT_MS, limits: LIMITS, resendIfStale: true },
    );
  }
}

function isDone(result: ExchangeResult): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300;
}

/** What the store answered goes to the log alone. */
function unavailable(result: ExchangeResult): GatewayError {
  const cause = result.kind === 'failed' ? result.reason : `status ${result.status}`;
  const error = new GatewayError('STORAGE_UNAVAILABLE');
  error.cause = new Error(`the object store did not do it: ${cause}`);
  return error;
}
