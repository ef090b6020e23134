import { UsageError } from './errors.ts';
import type { Fetch, RequestOptions } from './wire.ts';

export type GuicheOptions = {
  /** Where the gateway is, without /api/v1: `https://pay.example.com`. */
  baseUrl: string;
  /** An API key, `guiche_…`. Keep it on servers: it opens the whole account. */
  apiKey?: string | undefined;
  /** A token of `auth.login` or `auth.register`: needed for keys, sessions and operators. */
  token?: string | undefined;
  /** Instead of the platform's `fetch`. */
  fetch?: Fetch;
  /** How many times a request is retried where that is safe: 0 to 10, by default 2. */
  maxRetries?: number;
  /** For each try, by default 30000. */
  timeoutMs?: number;
};

export type Settings = {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly token: string | null;
  readonly fetch: Fetch;
  readonly maxRetries: number;
  readonly timeoutMs: number;
};

const DEFAULT_RETRIES = 2;
const MAX_RETRIES = 10;
const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_MS = 600_000;
const HEADER_TEXT = /^[\x21-\x7e]+$/;
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
const JWT_START = 'eyJ';
const KEY_START = 'guiche_';

export function readSettings(options: GuicheOptions): Settings {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError(
      "Give the client its settings: new Guiche({ baseUrl: 'https://…', apiKey: 'guiche_…' }).",
    );
  }
  refuseUnsetCredentials(options);
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: readApiKey(options.apiKey),
    token: readToken(options.token),
    fetch: readFetch(options.fetch),
    maxRetries: readRetries(options.maxRetries ?? DEFAULT_RETRIES),
    timeoutMs: readTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
  };
}

/** `apiKey: process.env.X` with X unset is a mistake; leaving apiKey out is a choice. */
function refuseUnsetCredentials(options: GuicheOptions): void {
  for (const name of ['apiKey', 'token'] as const) {
    const isUnset = name in options && (options[name] ?? '') === '';
    if (isUnset && !options.apiKey && !options.token) {
      throw new UsageError(
        `${name} is empty. Is the environment variable set? Leave ${name} out for calls that need none.`,
      );
    }
  }
}

function readBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string' || baseUrl === '') {
    throw new UsageError("baseUrl is missing. Say where the gateway is: baseUrl: 'http://127.0.0.1:3000'.");
  }
  const url = parsed(baseUrl);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError('baseUrl must begin with http:// or https://, as http://127.0.0.1:3000.');
  }
  if (url.username || url.password) {
    throw new UsageError('baseUrl must not carry a user or a password: the key goes into apiKey.');
  }
  if (url.search || url.hash) throw new UsageError('baseUrl must not carry ? or #: give the address alone.');
  const address = url.origin + url.pathname.replace(/\/+$/, '');
  if (/\/api(\/v\d+)?$/.test(address)) {
    throw new UsageError('baseUrl must not end with /api or /api/v1: the client adds it.');
  }
  return address;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function readApiKey(apiKey: unknown): string | null {
  if (apiKey === undefined || apiKey === null || apiKey === '') return null;
  const key = headerText('apiKey', apiKey);
  if (key.startsWith(JWT_START)) {
    throw new UsageError('apiKey looks like a token of auth.login: pass it as token instead.');
  }
  return key;
}

function readToken(token: unknown): string | null {
  if (token === undefined || token === null || token === '') return null;
  const text = headerText('token', token);
  if (text.startsWith(KEY_START))
    throw new UsageError('token looks like an API key: pass it as apiKey instead.');
  return text;
}

/** The value is never shown: it may be the key followed by a line break. */
function headerText(name: string, value: unknown): string {
  if (typeof value === 'string' && HEADER_TEXT.test(value)) return value;
  throw new UsageError(
    `${name} must be one word of printable characters. Is there a space, a quote or a line break around it?`,
  );
}

function readFetch(own: Fetch | undefined): Fetch {
  if (own !== undefined && typeof own !== 'function') {
    throw new UsageError('fetch must be a function like the platform’s own fetch.');
  }
  if (own) return own;
  if (typeof globalThis.fetch !== 'function') {
    throw new UsageError('There is no fetch here. Use Node 20 or newer, or pass one: new Guiche({ fetch }).');
  }
  // Looked up at each call, so that what replaces the global later is used too.
  return (url, init) => globalThis.fetch(url, init);
}

function readRetries(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_RETRIES) return Number(value);
  throw new UsageError(`maxRetries must be a whole number from 0 to ${MAX_RETRIES}.`);
}

function readTimeout(value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_MS) return value;
  throw new UsageError(`timeoutMs must be from 1 to ${MAX_TIMEOUT_MS} milliseconds.`);
}

export type CallSettings = { maxRetries: number; timeoutMs: number };

/** The settings of one call: its own, else the client's. */
export function readCallSettings(settings: Settings, options: RequestOptions): CallSettings {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError(
      'The options of a call are an object: { idempotencyKey, signal, timeoutMs, maxRetries }.',
    );
  }
  if (options.signal !== undefined && typeof options.signal?.addEventListener !== 'function') {
    throw new UsageError(
      'signal must be an AbortSignal, as AbortSignal.timeout(60_000) or the signal of an AbortController.',
    );
  }
  return {
    maxRetries: options.maxRetries === undefined ? settings.maxRetries : readRetries(options.maxRetries),
    timeoutMs: options.timeoutMs === undefined ? settings.timeoutMs : readTimeout(options.timeoutMs),
  };
}

const RANDOM_BYTES = 16;

export function readIdempotencyKey(own: unknown): string {
  if (own === undefined) return newIdempotencyKey();
  if (typeof own === 'string' && IDEMPOTENCY_KEY.test(own)) return own;
  throw new UsageError(
    'idempotencyKey must be 1 to 255 printable ASCII characters; the id of your order is a good one.',
  );
}

/**
 * `crypto.randomUUID` is missing on pages without https; this is not. In letters only: of hexadecimal digits, one key in many
 * thousands holds what looks like a card number, which the gateway refuses.
 */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const letter = (half: number) => 'abcdefghijklmnop'.charAt(half);
  return `sdk_${Array.from(bytes, (byte) => letter(byte >> 4) + letter(byte & 15)).join('')}`;
}
