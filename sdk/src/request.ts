import { checkAmounts } from './amounts.ts';
import { type Answered, readAnswer } from './answer.ts';
import { AbortError, ConnectionError, GuicheError, TimeoutError, UsageError } from './errors.ts';
import { type Failure, isUncertain, pause, waitBefore } from './retry.ts';
import { type CallSettings, readCallSettings, readIdempotencyKey, type Settings } from './settings.ts';
import type { BodyOf, FetchInit, Path, RequestOptions, Signal, Verb, VerbOf } from './wire.ts';

export type Call = {
  verb: Verb;
  path: string;
  id?: string | undefined;
  accountId?: string | undefined;
  query?: object | undefined;
  body?: unknown;
  /** Sign-up and sign-in: no credentials, and the gateway keeps no Idempotency-Key for them. */
  isOpen?: boolean;
  options?: RequestOptions | undefined;
};

export type Input<P extends Path, V extends VerbOf<P>> = {
  id?: string;
  accountId?: string;
  query?: object;
  body?: BodyOf<P, V>;
  isOpen?: boolean;
};

/** Sends a call, again where that is safe, and gives the answer's bytes. */
export async function perform(settings: Settings, call: Call): Promise<Answered> {
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
    if (mayBeDone && isGone(call, outcome.error)) return REMOVED;
    mayBeDone ||= isUncertain(outcome.error);
    const wait = tries > limits.maxRetries ? null : waitBefore(outcome, isRepeatable, tries);
    if (wait === null) throw outcome.error;
    await pause(wait, options.signal);
  }
}

/** What an earlier try removed is not there: the answer that was lost said that it is done. */
function isGone({ verb, id }: Call, { code }: GuicheError): boolean {
  return verb === 'delete' && id !== undefined && code === 'NOT_FOUND';
}

const REMOVED: Answered = {
  bytes: new TextEncoder().encode('{"success":true,"message":"It was removed; the first answer was lost."}'),
  status: 200,
  headers: { get: () => null },
  key: null,
  effect: '',
};

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
  const why = cause instanceof Error ? cause.message.replace(/[.\s]+$/, '') : 'aborted';
  const next = wasSent ? effectOf(one) : ' Nothing was sent.';
  const facts = { idempotencyKey: one.key, cause };
  return new AbortError('ABORTED', `The call’s signal ended it: ${why}.${next}`, facts);
}

function effectOf({ request, key }: Attempt): string {
  if (request.method === 'GET') return '';
  if (key === null) return ' It may have taken effect: read before you repeat it.';
  return ' It may have taken effect: repeat it with the error’s idempotencyKey, and it is done once.';
}

const DEEPEST_CAUSE = 5;

/** `fetch failed` alone helps nobody: what is behind it does. */
function causesOf(error: unknown): string {
  const said: string[] = [];
  for (let cause = error; cause instanceof Error && said.length < DEEPEST_CAUSE; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    said.push(cause.message || (typeof code === 'string' ? code : cause.name));
  }
  return said.length > 0 ? said.join(': ') : String(error);
}

/** Shorter is no key of a gateway, but may well be a word of its sentence. */
const MIN_SECRET_LENGTH = 12;

/** The text without key and token, should whatever made it have put them in. */
function hiding({ apiKey, token }: Settings): (text: string) => string {
  const secrets = [apiKey ?? '', token ?? ''].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  return (text) => secrets.reduce((rest, secret) => rest.split(secret).join('…'), text);
}

function requestOf(settings: Settings, call: Call, key: string | null): Attempt['request'] {
  const body = bodyOf(call);
  return {
    method: call.verb.toUpperCase(),
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === null ? {} : { 'Idempotency-Key': key }),
      ...(call.isOpen ? {} : credentials(settings, call.path)),
    },
    ...(body === undefined ? {} : { body }),
    // Followed by hand, a redirect would carry the key to wherever it points.
    redirect: 'manual',
  };
}

const OF_A_PERSON = /^\/api\/v1\/(auth|keys)(\/|$)/;

/** With both, the token goes where only a person may go. */
function credentials({ apiKey, token }: Settings, path: string): Record<string, string> {
  if (token !== null && (apiKey === null || OF_A_PERSON.test(path)))
    return { Authorization: `Bearer ${token}` };
  if (apiKey !== null) return { 'X-API-Key': apiKey };
  throw new UsageError(
    'This call needs credentials: new Guiche({ baseUrl, apiKey }), or client.with({ token }) after auth.login.',
  );
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

function addressOf({ baseUrl }: Settings, { path, id, accountId, query }: Call): string {
  const filled = path
    .replace('{account_id}', () => segment(accountId, path))
    .replace('{id}', () => segment(id, path));
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
/** An empty id would ask for the list, `..` for another path altogether, and half a character cannot be written. */
const NO_ID = /^\s*$|^\.\.?$|\p{Surrogate}/u;

function segment(id: unknown, path: string): string {
  if (typeof id === 'string' && id.length <= MAX_ID_LENGTH && !NO_ID.test(id)) return encodeURIComponent(id);
  const shown =
    id === '' ? 'it is empty' : typeof id === 'string' ? 'that cannot be one' : `it is ${nameOf(id)}`;
  throw new UsageError(`${path} needs the id of an object, as its answer gave it; ${shown}.`);
}
