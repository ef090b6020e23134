import { randomUUID } from 'node:crypto';
import { monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Secret } from '../../kit/secrets.ts';
import type { HttpClient } from '../../net/http-client.ts';
import { CertificateWatch, type ClientCertificate } from './certificates.ts';
import type { PspConfig } from './config.ts';
import { type Exchanged, exchange, openHttpClient, type PreparedRequest } from './exchange.ts';
import type { Extra, Resource } from './profile.ts';
import { readToken, type TokenAnswer, type TokenFailureKind, TokenKeeper, tokenRequest } from './token.ts';

export type Operation =
  | 'token'
  | 'createPix'
  | 'findPix'
  | 'removePix'
  | 'receivedPix'
  | 'refund'
  | 'findRefund'
  | 'registerWebhook'
  | 'webhookUrl';

export type Call = {
  readonly operation: Operation;
  readonly method: 'GET' | 'PUT' | 'PATCH';
  readonly resource: Resource;
  /** The rest of the path after the resource. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** unknown: it may have happened; unsent: it did not. A reason contains no token, no secret and no payer. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unknown'; readonly reason: string }
  | {
      readonly kind: 'unsent';
      readonly reason: string;
      readonly failure: TokenFailureKind;
      /** No token could be obtained. */
      readonly lacksToken?: true;
    };

/** One call to the PSP, for metrics. */
export type ObservedCall = {
  readonly operation: Operation;
  readonly outcome: 'done' | 'refused' | 'unknown' | 'unsent';
  readonly latencyMs: number;
};

export type ClientOptions = {
  readonly log: Log;
  readonly now: () => Date;
  readonly onCall: (call: { operation: Operation }, outcome: Outcome, latencyMs: number) => void;
  readonly monotonicMs?: () => number;
};

/** Real time for one call: its token, its connection, its answer, and the second try after a 401. */
export const CALL_DEADLINE_MS = 10 * SECOND_MS;
/** When many calls fail together, the certificate's files are not read for each of them. */
const CHECK_AGAIN_AFTER_MS = SECOND_MS;

/** Sends requests to one PSP, with its tokens and certificates. It has no knowledge of charges. */
export class PspClient {
  readonly #config: PspConfig;
  readonly #options: ClientOptions;
  readonly #monotonicMs: () => number;
  readonly #watch: CertificateWatch;
  readonly #tokens: TokenKeeper;
  #http: HttpClient;
  #forcedAtMs = Number.NEGATIVE_INFINITY;

  constructor(config: PspConfig, options: ClientOptions) {
    this.#config = config;
    this.#options = options;
    this.#monotonicMs = options.monotonicMs ?? monotonicMs;
    this.#watch = new CertificateWatch(config.certificate, {
      now: options.now,
      monotonicMs: this.#monotonicMs,
      onFault: (reason) =>
        options.log.warn({ psp: config.name, reason }, 'the new PSP certificate is not used'),
    });
    this.#http = openHttpClient(this.#watch.current.identity());
    this.#tokens = new TokenKeeper(() => this.#askToken(), this.#monotonicMs);
  }

  get certificate(): ClientCertificate {
    return this.#watch.current;
  }

  /** Never rejects. `withinMs` can only shorten the deadline. */
  async call(call: Call, withinMs: number = CALL_DEADLINE_MS): Promise<Outcome> {
    const startedMs = this.#monotonicMs();
    const endsAtMs = startedMs + Math.min(withinMs, CALL_DEADLINE_MS);
    this.#renewCertificate({ immediately: false });
    const outcome = await this.#withFreshCertificate(call, endsAtMs);
    this.#options.onCall(call, outcome, this.#monotonicMs() - startedMs);
    return outcome;
  }

  token(): Promise<TokenAnswer> {
    return this.#tokens.get();
  }

  /** Ends calls in progress as unknown: stop the callers first. */
  async close(): Promise<void> {
    this.#http.close();
  }

  /** A call that failed because of a renewed certificate is repeated with the new one. */
  async #withFreshCertificate(call: Call, endsAtMs: number): Promise<Outcome> {
    const http = this.#http;
    const outcome = await this.#withFreshToken(call, endsAtMs);
    if (outcome.kind === 'answered') return outcome;
    this.#renewCertificate({ immediately: true });
    const isRenewed = this.#http !== http;
    const isHarmless = outcome.kind === 'unsent' || call.method === 'GET';
    return isRenewed && isHarmless ? this.#withFreshToken(call, endsAtMs) : outcome;
  }

  async #withFreshToken(call: Call, endsAtMs: number): Promise<Outcome> {
    const first = await this.#attempt(call, endsAtMs);
    if (!first.isTokenRefused) return first.outcome;
    return (await this.#attempt(call, endsAtMs)).outcome;
  }

  async #attempt(call: Call, endsAtMs: number): Promise<{ outcome: Outcome; isTokenRefused: boolean }> {
    const answer = await this.#inTime(this.#tokens.get(), endsAtMs);
    if (!answer) return { outcome: NO_TIME_LEFT, isTokenRefused: false };
    if (!answer.ok) return { outcome: unsentWithout(answer), isTokenRefused: false };
    const { token } = answer;
    const send = () => exchange(this.#http, this.#prepare(call, token), endsAtMs - this.#monotonicMs());
    if (endsAtMs <= this.#monotonicMs()) return { outcome: NO_TIME_LEFT, isTokenRefused: false };
    const exchanged = call.method === 'GET' ? await retryIfBroken(send) : await send();
    const isTokenRefused = exchanged.kind === 'answered' && exchanged.status === 401;
    if (isTokenRefused) this.#tokens.drop(token);
    const secrets = [token, ...Object.values(this.#config.extras)];
    return { outcome: outcomeOf(exchanged, secrets), isTokenRefused };
  }

  #prepare(call: Call, token: Secret): PreparedRequest {
    const { apiUrl, profile } = this.#config;
    const version = profile.versions[call.resource];
    const steps = [...(version ? [version] : []), call.resource, ...call.path.map(encodeURIComponent)];
    const url = new URL(`${apiUrl}/${steps.join('/')}`);
    const query = { ...call.query, ...this.#extras(profile.extraQuery, call.resource) };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return {
      url,
      method: call.method,
      headers: {
        authorization: `Bearer ${token.reveal()}`,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.#extras(profile.extraHeaders, call.resource),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
    };
  }

  #extras(extras: readonly Extra[], resource: Resource): Record<string, string> {
    const values: Record<string, string> = {};
    for (const { name, value, only } of extras) {
      if (only && only !== resource) continue;
      const text = value === 'new id' ? randomUUID() : this.#config.extras[value.setting]?.reveal();
      if (text !== undefined) values[name] = text;
    }
    return values;
  }

  async #askToken(): Promise<TokenAnswer> {
    const startedMs = this.#monotonicMs();
    const send = () => exchange(this.#http, tokenRequest(this.#config), CALL_DEADLINE_MS);
    const exchanged = await retryIfBroken(send);
    const answer: TokenAnswer =
      exchanged.kind === 'answered'
        ? readToken(exchanged.status, exchanged.text)
        : { ok: false, reason: `no token: ${exchanged.reason}`, failure: exchanged.failure };
    const outcome: Outcome = answer.ok
      ? { kind: 'answered', status: 200, body: null }
      : unsentWithout(answer);
    this.#options.onCall({ operation: 'token' }, outcome, this.#monotonicMs() - startedMs);
    return answer;
  }

  #renewCertificate({ immediately }: { immediately: boolean }): void {
    const nowMs = this.#monotonicMs();
    if (immediately && nowMs - this.#forcedAtMs < CHECK_AGAIN_AFTER_MS) return;
    if (immediately) this.#forcedAtMs = nowMs;
    if (!this.#watch.check({ immediately })) return;
    const { subject, endsAt } = this.#watch.current;
    this.#options.log.info({ psp: this.#config.name, subject, endsAt }, 'a new PSP certificate is in use');
    const old = this.#http;
    this.#http = openHttpClient(this.#watch.current.identity());
    this.#tokens.dropAll();
    old.retire();
  }

  async #inTime<T>(promise: Promise<T>, endsAtMs: number): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), Math.max(endsAtMs - this.#monotonicMs(), 0));
    });
    try {
      return await Promise.race([promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** For read requests: often an idle connection was closed just as it was used. */
async function retryIfBroken(send: () => Promise<Exchanged>): Promise<Exchanged> {
  const first = await send();
  const isBroken = first.kind === 'unknown' && first.failure === 'connection';
  return isBroken ? send() : first;
}

const NO_TIME_LEFT: Outcome = { kind: 'unsent', reason: 'no time was left for it', failure: 'timeout' };

function unsentWithout({ reason, failure }: Extract<TokenAnswer, { ok: false }>): Outcome {
  return { kind: 'unsent', reason, failure, lacksToken: true };
}

/** Some PSPs quote the request in errors: secrets that were sent are removed. */
function outcomeOf(exchanged: Exchanged, secrets: readonly Secret[]): Outcome {
  if (exchanged.kind !== 'answered') return exchanged;
  const { status, text } = exchanged;
  return { kind: 'answered', status, body: parsed(status < 300 ? text : without(secrets, text)) };
}

const MIN_REMOVED_LENGTH = 3;

function without(secrets: readonly Secret[], text: string): string {
  const words = secrets.map((secret) => secret.reveal()).filter((word) => word.length >= MIN_REMOVED_LENGTH);
  return words.reduce((shown, word) => shown.replaceAll(word, '***'), text);
}

/** Null when it is not JSON: readers must handle unexpected bodies anyway. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
