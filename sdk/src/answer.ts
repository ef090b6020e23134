import { errorFor, type GuicheError, UnexpectedAnswerError } from './errors.ts';
import type { Failure } from './retry.ts';
import type { FetchAnswer } from './wire.ts';

type Context = {
  key: string | null;
  hide: (text: string) => string;
  /** What to know before repeating the call; empty where repeating is harmless. */
  effect: string;
};

export type Answered = Omit<Context, 'hide'> & {
  bytes: Uint8Array;
  status: number;
  headers: FetchAnswer['headers'];
};

/** An answer is its bytes, or a failure with the error that says what to do next. */
export function readAnswer(response: FetchAnswer, body: ArrayBuffer, context: Context): Answered | Failure {
  const { status, headers } = response;
  const bytes = new Uint8Array(body);
  const { key, effect } = context;
  if (status >= 200 && status < 300) return { bytes, status, headers, key, effect };
  const isReplay = headers.get('idempotent-replayed') === 'true';
  if (status < 400) return { error: redirected(response, context), isReplay };
  return { error: refused(response, bytes, context), isReplay };
}

/** Browsers hide the status of a redirect: it is 0. */
function redirected({ status }: FetchAnswer, { key }: Context): GuicheError {
  const what = status === 0 ? 'a redirect' : `a redirect (${status})`;
  return new UnexpectedAnswerError(
    'UNEXPECTED_ANSWER',
    `The address answered with ${what}, and a key must not follow one. Set baseUrl to where the gateway is.`,
    { status, idempotencyKey: key },
  );
}

function refused({ status, headers }: FetchAnswer, bytes: Uint8Array, context: Context): GuicheError {
  const { key, hide, effect } = context;
  const facts = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfter: secondsOf(headers.get('retry-after')),
    idempotencyKey: key,
  };
  const said = asObject(parse(bytes, hide));
  if (typeof said?.code === 'string' && typeof said.error === 'string') {
    return errorFor(said.code, said.error, { ...facts, details: asObject(said.details) ?? {} });
  }
  const busy = `A proxy in front of the gateway answered ${status}: try later, and check the proxy`;
  if (status === 429) return errorFor('UNEXPECTED_ANSWER', busy, facts);
  if (status >= 500) return errorFor('UNEXPECTED_ANSWER', busy, facts, effect);
  return notTheGateway(`status ${status}, ${headers.get('content-type') ?? 'no content type'}`, facts);
}

/** The JSON of a good answer. */
export function jsonOf(answered: Answered): object {
  const value = parse(answered.bytes);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw strange(answered);
}

/** The JSON of a good answer to a list. */
export function pageOf(answered: Answered): object {
  const page = jsonOf(answered);
  if ('data' in page && Array.isArray(page.data)) return page;
  throw strange(answered);
}

function strange({ status, headers, key, effect }: Answered): GuicheError {
  const facts = { status, requestId: headers.get('x-request-id'), idempotencyKey: key };
  return notTheGateway(headers.get('content-type') ?? 'no content type', facts, effect);
}

function notTheGateway(what: string, facts: object, effect = ''): GuicheError {
  const said = `The answer is not one of a Guichê gateway (${what}). Is baseUrl the address of the gateway?${effect}`;
  return new UnexpectedAnswerError('UNEXPECTED_ANSWER', said, facts);
}

function parse(bytes: Uint8Array, hide = (text: string) => text): unknown {
  try {
    const clean = (_name: string, value: unknown) => (typeof value === 'string' ? hide(value) : value);
    return JSON.parse(new TextDecoder().decode(bytes), clean);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Seconds, or a date as proxies send it. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
