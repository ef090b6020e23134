import type { paths } from '../../../sdk/src/api-types.ts';
import { fetchAnswer } from './answer.ts';
import { ApiError } from './errors.ts';
import { once } from './lost-answers.ts';
import { isSessionChanging } from './session-change.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<R> = R extends { 201: infer A } ? Json<A> : R extends { 200: infer A } ? Json<A> : never;

/** The answer of the API for a path, e.g. `Answer<'/api/v1/charges/{id}'>`. */
export type Answer<P extends keyof paths, M extends Method = 'get'> =
  Operation<P, M> extends { responses: infer R } ? Success<R> : never;
/** One row of a list. */
export type Item<P extends PathsWith<'get'>> =
  Answer<P> extends { data: readonly (infer Row)[] } ? Row : never;
export type Query<P extends keyof paths, M extends Method = 'get'> =
  Operation<P, M> extends { parameters: { query?: infer Q } } ? Exclude<Q, undefined> : never;
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: infer B } ? Json<Exclude<B, undefined>> : never;

type PathParameters = Record<string, string>;
export type CallOptions<Q = unknown, B = unknown> = {
  path?: PathParameters;
  query?: Q;
  body?: B;
  /** A POST that changes nothing needs no Idempotency-Key. */
  isQuestion?: boolean;
  signal?: AbortSignal;
};

export const get = <P extends PathsWith<'get'>>(path: P, options: CallOptions<Query<P>> = {}) =>
  call<Answer<P>>('get', path, options);
export const post = <P extends PathsWith<'post'>>(
  path: P,
  options: CallOptions<Query<P, 'post'>, Body<P, 'post'>> = {},
) =>
  options.isQuestion
    ? call<Answer<P, 'post'>>('post', path, options)
    : once(JSON.stringify([path, options.path, options.query, options.body]), (idempotencyKey) =>
        call<Answer<P, 'post'>>('post', path, { ...options, idempotencyKey }),
      );
export const put = <P extends PathsWith<'put'>>(path: P, options: CallOptions<never, Body<P, 'put'>>) =>
  call<Answer<P, 'put'>>('put', path, options);
export const patch = <P extends PathsWith<'patch'>>(path: P, options: CallOptions<never, Body<P, 'patch'>>) =>
  call<Answer<P, 'patch'>>('patch', path, options);
export const remove = <P extends PathsWith<'delete'>>(path: P, options: CallOptions = {}) =>
  call<Answer<P, 'delete'>>('delete', path, options);

/** Stored for a day, unless another call then refers to it. Sent twice it is stored twice, and one is removed. */
export const uploadFile = (
  purpose: Answer<'/api/v1/files', 'post'>['purpose'],
  content: Blob,
  name?: string,
) => call<Answer<'/api/v1/files', 'post'>>('post', '/api/v1/files', { query: { purpose, name }, content });

/** The same bytes sent twice are one file. */
export const uploadReturn = (bank: string, content: Blob, fileName: string) =>
  call<Answer<'/api/v1/admin/file-banks/{name}/returns', 'post'>>(
    'post',
    '/api/v1/admin/file-banks/{name}/returns',
    { path: { name: bank }, query: { file_name: fileName }, content },
  );

/** The address of a call, also for download links. */
export function addressOf(path: string, options: Pick<CallOptions, 'path' | 'query'> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(options.path?.[name] ?? ''),
  );
  const given = Object.entries((options.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `${filled}?${query}` : filled;
}

type Sent = CallOptions & { idempotencyKey?: string; content?: Blob };

/** The session of this page: the gateway refuses requests if another user has signed in from another tab. */
let sessionId: string | null = null;
/** Where to go when it is no longer this page's; null: the same page, of the user who is signed in then. */
let afterSession: string | null = null;

export function setSessionId(id: string | null, after: string | null = null): void {
  sessionId = id;
  afterSession = after;
}

/** Asks the user to prove who they are. True: they did. */
type AskForProof = () => Promise<boolean>;
let askForProof: AskForProof | null = null;
let asking: Promise<boolean> | null = null;

export function setAskForProof(ask: AskForProof | null): void {
  askForProof = ask;
}

/** One question at a time, for all requests that wait for it. */
function isProven(): Promise<boolean> {
  asking ??= (askForProof?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}

async function call<T>(method: Method, path: string, options: Sent): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.content) headers['Content-Type'] = 'application/octet-stream';
  if (sessionId) headers['X-Guiche-Session'] = sessionId;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const { response, text } = await fetchAnswer(addressOf(path, options), {
    method: method.toUpperCase(),
    headers,
    body: options.content ?? (options.body === undefined ? null : JSON.stringify(options.body)),
    signal: options.signal ?? null,
  });
  const answer = readJson(text);
  if (response.ok) return answer as T;
  const error = new ApiError(response, answer);
  if (error.code === 'SESSION_CHANGED' && !isSessionChanging())
    window.location.assign(afterSession ?? window.location.href);
  // The gateway did nothing yet: the same request, with the same Idempotency-Key, goes on after the proof.
  if (error.code === 'REAUTHENTICATION_REQUIRED' && (await isProven())) return call(method, path, options);
  throw error;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
