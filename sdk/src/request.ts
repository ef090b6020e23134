import { checkAmounts } from './amounts.ts';
import { type Answered, readAnswer } from './answer.ts';
import {
  AbortError,
  ConnectionError,
  GuicheError,
  NotFoundError,
  TimeoutError,
  UsageError,
} from './errors.ts';
import { type Failure, isUncertain, pause, waitBefore } from './retry.ts';
import { type CallSettings, readCallSettings, readIdempotencyKey, type Settings } from './settings.ts';
import type { BodyOf, FetchInit, Path, RequestOptions, Signal, Verb, VerbOf } from './wire.ts';

export type Call = {
  verb: Verb;
  path: string;
  id?: string | undefined;
  accountId?: string | undefined;
  documentId?: string | undefined;
  cardId?: string | undefined;
  query?: object | undefined;
  body?: unknown;
  /** The body of an upload, instead of fields. */
  content?: Uint8Array | undefined;
  /** Sign-up and sign-in: no credentials, and the gateway keeps no Idempotency-Key for them. */
  isOpen?: boolean;
  options?: RequestOptions | undefined;
};

export type Input<P extends Path, V extends VerbOf<P>> = {
  id?: string;
  accountId?: string;
  documentId?: string;
  cardId?: string;
  query?: object;
  body?: BodyOf<P, V>;
  content?: Uint8Array;
  isOpen?: boolean;
};

/** Sends a call, again where that is safe, and gives the answer's bytes. */
export async function perform(settings: Settings, call: Call): Promise<Answered> {
  const outcome = await lastOutcome(settings, call);
  if ('error' in outcome) throw outcome.error;
  return outcome;
}

/**
 * A removal that was sent more than once and last answered 404. An earlier try, whose answer was lost, may have removed
 * the object; or there was none. `success` is null: which of the two is not known.
 */
export type NotFoundOnRetry = { success: null; error: NotFoundError };

/** Like `perform`, for a DELETE: a 404 after a try whose outcome is unknown is a result, not an error. */
export async function performRemoval(settings: Settings, call: Call): Promise<Answered | NotFoundOnRetry> {
  const outcome = await lastOutcome(settings, call);
  if (!('error' in outcome)) return outcome;
  const { error, mayBeDone } = outcome;
  if (mayBeDone && error instanceof NotFoundError && error.code === 'NOT_FOUND') {
    return { success: null, error };
  }
  throw error;
}

/** `mayBeDone`: an earlier try got no answer, or an uncertain one. */
type FinalFailure = { error: GuicheError; mayBeDone: boolean };

async function lastOutcome(settings: Settings, call: Call): Promise<Answered | FinalFailure> {
  const options = call.options ?? {};
  const limits = readCallSettings(settings, options);
  const key = call.verb === 'post' && !call.isOpen ? readIdempotencyKey(options.idempotencyKey) : null;
  const url = addressOf(settings, call);
  const request = requestOf(settings, call, key);
  const isRepeatable = key !== null || ['get', 'put', 'delete'].includes(call.verb);
  let mayBeDone = false;
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(settings, { url, request, key, limits, signal: options.signal, tries });
    if ('bytes' in outcome) return outcome;
    const { error } = outcome;
    const wait = tries > limits.maxRetries ? null : waitBefore(outcome, isRepeatable, tries);
    if (wait === null) return { error, mayBeDone };
    mayBeDone ||= isUncertain(error);
    await pause(wait, options.signal);
  }
}

type Attempt = {
  url: string;
  request: Omit<FetchInit, 'signal'>;
  key: string | null;
  limits: CallSettings;
  signal: Signal | undefined;
  tries: number;
};

async function attempt(settings: Settings, one: Attempt): Promise<Answered | Failure> {
  const { url, request, key, limits, signal } = one;
  if (signal?.aborted) throw abortError(one, one.tries > 1);
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), limits.timeoutMs);
  const stop = () => ended.abort();
  signal?.addEventListener('abort', stop);
  try {
    const response = await settings.fetch(url, { ...request, signal: ended.signal });
    return readAnswer(response, await response.arrayBuffer(), {
      key,
      hide: hiding(settings),
      effect: effectOf(one),
    });
  } catch (error) {
    if (signal?.aborted) throw abortError(one, true);
    if (error instanceof GuicheError) throw error;
    return { error: connectionError(settings, one, ended.signal.aborted, error), isReplay: false };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function connectionError(
  settings: Settings,
  one: Attempt,
  isTimeout: boolean,
  error: unknown,
): ConnectionError {
  const { limits, tries, key } = one;
  const next = effectOf(one);
  const where = `${settings.baseUrl} (${tries === 1 ? '1 try' : `${tries} tries`})`;
  if (isTimeout) {
    const said = `No answer from ${where} within ${limits.timeoutMs} ms. Raise timeoutMs, or try later.${next}`;
    return new TimeoutError('TIMED_OUT', said, { idempotencyKey: key });
  }
  const why = hiding(settings)(causesOf(error));
  const said = `No answer from ${where}: ${why}. Is the gateway running, and is baseUrl right?${next}`;
  return new ConnectionError('CONNECTION_FAILED', said, { idempotencyKey: key });
}

function abortError(one: Attempt, wasSent: boolean): AbortError {
  const cause = one.signal?.reason;
  const why = cause instanceof Error ? cause.message.replace(/[.\s]+$/, '') : 'by its signal';
  const next = wasSent ? effectOf(one) : ' Nothing was sent.';
  const facts = { idempotencyKey: one.key, cause };
  return new AbortError('ABORTED', `Request aborted: ${why}.${next}`, facts);
}

function effectOf({ request, key }: Attempt): string {
  if (request.method === 'GET') return '';
  if (key === null) return ' It may have taken effect: read before you repeat it.';
  return ' It may have taken effect: repeat it with the error’s idempotencyKey, and it is done once.';
}

const MAX_CAUSES = 5;

/** `fetch failed` alone says little: the causes behind it are added. */
function causesOf(error: unknown): string {
  const said: string[] = [];
  for (let cause = error; cause instanceof Error && said.length < MAX_CAUSES; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    said.push(cause.message || (typeof code === 'string' ? code : cause.name));
  }
  return said.length > 0 ? said.join(': ') : String(error);
}

/** A shorter text is not a key, but may be a word of the message. */
const MIN_SECRET_LENGTH = 12;

/** Removes key and token from a text. */
function hiding({ apiKey, token }: Settings): (text: string) => string {
  const secrets = [apiKey ?? '', token ?? ''].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  return (text) => secrets.reduce((rest, secret) => rest.split(secret).join('…'), text);
}

function requestOf(settings: Settings, call: Call, key: string | null): Attempt['request'] {
  const body = call.content ? contentOf(call.content, call.path) : bodyOf(call);
  const type = call.content ? 'application/octet-stream' : 'application/json';
  return {
    method: call.verb.toUpperCase(),
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(key === null ? {} : { 'Idempotency-Key': key }),
      ...(call.isOpen ? {} : credentials(settings, call.path)),
    },
    ...(body === undefined ? {} : { body }),
    // A followed redirect would carry the key to another address.
    redirect: 'manual',
  };
}

const NEEDS_TOKEN = /^\/api\/v1\/(auth|keys|team)(\/|$)/;

/** With both, the token is used where a key is not accepted. */
function credentials({ apiKey, token }: Settings, path: string): Record<string, string> {
  if (token !== null && (apiKey === null || NEEDS_TOKEN.test(path)))
    return { Authorization: `Bearer ${token}` };
  if (apiKey !== null) return { 'X-API-Key': apiKey };
  throw new UsageError(
    'This call needs credentials: new Guiche({ baseUrl, apiKey }), or client.with({ token }) after auth.login.',
  );
}

function contentOf(content: unknown, path: string): Uint8Array<ArrayBuffer> {
  if (content instanceof Uint8Array) return new Uint8Array(content);
  throw new UsageError(`${path} takes the bytes of a file as a Uint8Array, not ${nameOf(content)}.`);
}

function bodyOf({ body, verb, path }: Call): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new UsageError(`${verb.toUpperCase()} ${path} takes an object of fields, not ${nameOf(body)}.`);
  }
  checkAmounts(body);
  try {
    return JSON.stringify(body);
  } catch (error) {
    const [why] = (error as Error).message.split('\n');
    throw new UsageError(
      `${verb.toUpperCase()} ${path} takes plain values only, and these cannot be written as JSON: ${why}.`,
    );
  }
}

const nameOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `something of type ${typeof value}`;

function addressOf({ baseUrl }: Settings, { path, id, accountId, documentId, cardId, query }: Call): string {
  const filled = path
    .replace('{account_id}', () => segment(accountId, path))
    .replace('{document_id}', () => segment(documentId, path))
    .replace('{card_id}', () => segment(cardId, path))
    .replace(/\{(id|name)\}/, () => segment(id, path));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, queryText(name, value));
  }
  const text = search.toString();
  return `${baseUrl}${filled}${text ? `?${text}` : ''}`;
}

function queryText(name: string, value: unknown): string {
  try {
    return value instanceof Date ? value.toISOString() : String(value);
  } catch {
    throw new UsageError(`${name} is neither a text, a number nor a date that exists.`);
  }
}

const MAX_ID_LENGTH = 200;
/** An empty id would address the list, `..` another path, and half a surrogate pair cannot be encoded. */
const INVALID_ID = /^\s*$|^\.\.?$|\p{Surrogate}/u;

function segment(id: unknown, path: string): string {
  if (typeof id === 'string' && id.length <= MAX_ID_LENGTH && !INVALID_ID.test(id))
    return encodeURIComponent(id);
  const shown =
    id === '' ? 'it is empty' : typeof id === 'string' ? 'that cannot be one' : `it is ${nameOf(id)}`;
  throw new UsageError(`${path} needs the id of an object, as its answer gave it; ${shown}.`);
}
