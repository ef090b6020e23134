import { monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Secret } from '../../kit/secrets.ts';
import type { HttpClient } from '../../net/http-client.ts';
import { type CertificateFiles, CertificateWatch, type ClientCertificate, trustIn } from './certificates.ts';
import { type Exchanged, exchange, openHttpClient, type PreparedRequest } from './exchange.ts';
import { parseJson } from './json.ts';
import type { Outcome } from './outcome.ts';
import { askSharing, type TokenStore } from './shared-tokens.ts';
import { readToken, type TokenAnswer, TokenKeeper } from './token.ts';

export type ApiCall<Operation extends string> = {
  readonly operation: Operation;
  /** Of the token that it needs: each set of scopes has its own token. */
  readonly scopes: readonly string[];
  /** Of persons, in the request: must not be shown when an error quotes it. */
  readonly hidden?: readonly string[];
  /** Made again for each attempt. The client adds the token. */
  prepare(): PreparedRequest;
};

/** A server with OAuth tokens or fixed credentials, and in most cases with client certificates. */
export type ApiServer = {
  readonly name: string;
  /** Null: it asks for none. */
  readonly certificate: CertificateFiles | null;
  /** Authorities trusted besides the public ones by a server that asks for no certificate. */
  readonly authorities?: CertificateFiles['authorities'];
  /** Null: the credentials go with each call, in headers that `prepare` writes. */
  readonly tokenRequest: ((scopes: readonly string[]) => PreparedRequest) | null;
  /** What is sent beside the token and must not be shown when an error quotes it. */
  readonly hidden: readonly Secret[];
  /** Numbers of an answer are read as text: for servers that write amounts as numbers. */
  readonly readsNumbersAsText?: boolean;
};

export type ClientOptions<Operation extends string> = {
  readonly log: Log;
  readonly now: () => Date;
  readonly onCall: (call: { operation: Operation | 'token' }, outcome: Outcome, latencyMs: number) => void;
  readonly monotonicMs?: () => number;
  /** For token servers that limit calls: the tokens of all processes of the installation. */
  readonly tokens?: TokenStore | null;
};

/** Real time for one call: its token, its connection, its answer, and the second try after a 401. */
export const CALL_DEADLINE_MS = 10 * SECOND_MS;
/** When many calls fail together, the certificate's files are not read for each of them. */
const CHECK_AGAIN_AFTER_MS = SECOND_MS;

/** Sends requests to one server, with its tokens and certificates. It has no knowledge of payments. */
export class ApiClient<Operation extends string> {
  readonly #server: ApiServer;
  readonly #options: ClientOptions<Operation>;
  readonly #monotonicMs: () => number;
  readonly #watch: CertificateWatch | null;
  readonly #keepers = new Map<string, TokenKeeper>();
  #http: HttpClient;
  #forcedAtMs = Number.NEGATIVE_INFINITY;

  constructor(server: ApiServer, options: ClientOptions<Operation>) {
    this.#server = server;
    this.#options = options;
    this.#monotonicMs = options.monotonicMs ?? monotonicMs;
    this.#watch =
      server.certificate &&
      new CertificateWatch(server.certificate, {
        now: options.now,
        monotonicMs: this.#monotonicMs,
        onFault: (reason) =>
          options.log.warn({ provider: server.name, reason }, 'the new client certificate is not used'),
      });
    this.#http = openHttpClient(this.#watch?.current.identity() ?? trustIn(server.authorities ?? null));
  }

  get certificate(): ClientCertificate | null {
    return this.#watch?.current ?? null;
  }

  /** Never rejects. `withinMs` can only shorten the deadline. */
  async call(call: ApiCall<Operation>, withinMs: number = CALL_DEADLINE_MS): Promise<Outcome> {
    const startedMs = this.#monotonicMs();
    const endsAtMs = startedMs + Math.min(withinMs, CALL_DEADLINE_MS);
    this.#renewCertificate({ immediately: false });
    const outcome = await this.#withFreshCertificate(call, endsAtMs);
    this.#options.onCall(call, outcome, this.#monotonicMs() - startedMs);
    return outcome;
  }

  token(scopes: readonly string[]): Promise<TokenAnswer> {
    return this.#keeperOf(scopes).get();
  }

  /** Ends calls in progress as unknown: stop the callers first. */
  async close(): Promise<void> {
    this.#http.close();
  }

  /** A call that failed because of a renewed certificate is repeated with the new one. */
  async #withFreshCertificate(call: ApiCall<Operation>, endsAtMs: number): Promise<Outcome> {
    const http = this.#http;
    const { outcome, isRead } = await this.#withFreshToken(call, endsAtMs);
    if (outcome.kind === 'answered') return outcome;
    this.#renewCertificate({ immediately: true });
    const isRenewed = this.#http !== http;
    const isHarmless = outcome.kind === 'unsent' || isRead;
    return isRenewed && isHarmless ? (await this.#withFreshToken(call, endsAtMs)).outcome : outcome;
  }

  async #withFreshToken(call: ApiCall<Operation>, endsAtMs: number): Promise<Attempt> {
    const first = await this.#attempt(call, endsAtMs);
    return first.isTokenRefused ? this.#attempt(call, endsAtMs) : first;
  }

  async #attempt(call: ApiCall<Operation>, endsAtMs: number): Promise<Attempt> {
    if (!this.#server.tokenRequest) return this.#send(call, call.prepare(), endsAtMs);
    const keeper = this.#keeperOf(call.scopes);
    const answer = await this.#inTime(keeper.get(), endsAtMs);
    if (!answer) return notSent(NO_TIME_LEFT);
    if (!answer.ok) return notSent(unsentWithout(answer));
    if (endsAtMs <= this.#monotonicMs()) return notSent(NO_TIME_LEFT);
    const { token } = answer;
    const sent = await this.#send(call, withToken(call.prepare(), token), endsAtMs, token);
    const isTokenRefused = sent.outcome.kind === 'answered' && sent.outcome.status === 401;
    if (isTokenRefused) await keeper.drop(token);
    return { ...sent, isTokenRefused };
  }

  async #send(
    call: ApiCall<Operation>,
    request: PreparedRequest,
    endsAtMs: number,
    token?: Secret,
  ): Promise<Attempt> {
    const isRead = request.method === 'GET';
    const send = () => exchange(this.#http, request, endsAtMs - this.#monotonicMs());
    const exchanged = isRead ? await retryIfBroken(send) : await send();
    const hidden = [...(token ? [token.reveal()] : []), ...(call.hidden ?? [])];
    return { outcome: this.#outcomeOf(exchanged, hidden), isTokenRefused: false, isRead };
  }

  /** Some servers quote the request in errors: secrets and persons that were sent are removed. */
  #outcomeOf(exchanged: Exchanged, hidden: readonly string[]): Outcome {
    if (exchanged.kind !== 'answered') return exchanged;
    const { status, text } = exchanged;
    const words = [...this.#server.hidden.map((secret) => secret.reveal()), ...hidden];
    const shown = status < 300 ? text : without(words, text);
    return { kind: 'answered', status, body: parsed(shown, this.#server.readsNumbersAsText ?? false) };
  }

  #keeperOf(scopes: readonly string[]): TokenKeeper {
    const scope = scopes.join(' ');
    const known = this.#keepers.get(scope);
    if (known) return known;
    const { tokens: store } = this.#options;
    const ask = () => this.#askToken(scopes);
    const name = () => ({ scope, certificate: this.#watch?.current.digest ?? '' });
    const keeper = store
      ? new TokenKeeper(
          () => askSharing(store, name(), ask),
          this.#monotonicMs,
          (token) => store.drop(name(), token),
        )
      : new TokenKeeper(ask, this.#monotonicMs);
    this.#keepers.set(scope, keeper);
    return keeper;
  }

  async #askToken(scopes: readonly string[]): Promise<TokenAnswer> {
    const startedMs = this.#monotonicMs();
    const { tokenRequest } = this.#server;
    if (!tokenRequest) throw new Error('this server gives no tokens');
    const send = () => exchange(this.#http, tokenRequest(scopes), CALL_DEADLINE_MS);
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
    if (!this.#watch) return;
    const nowMs = this.#monotonicMs();
    if (immediately && nowMs - this.#forcedAtMs < CHECK_AGAIN_AFTER_MS) return;
    if (immediately) this.#forcedAtMs = nowMs;
    if (!this.#watch.check({ immediately })) return;
    const { subject, endsAt } = this.#watch.current;
    const provider = this.#server.name;
    this.#options.log.info({ provider, subject, endsAt }, 'a new client certificate is in use');
    const old = this.#http;
    this.#http = openHttpClient(this.#watch.current.identity());
    for (const keeper of this.#keepers.values()) keeper.dropAll();
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

type Attempt = { outcome: Outcome; isTokenRefused: boolean; isRead: boolean };

const NO_TIME_LEFT: Outcome = { kind: 'unsent', reason: 'no time was left for it', failure: 'timeout' };

function notSent(outcome: Outcome): Attempt {
  return { outcome, isTokenRefused: false, isRead: false };
}

function withToken(request: PreparedRequest, token: Secret): PreparedRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token.reveal()}` } };
}

/** For read requests: often an idle connection was closed just as it was used. */
async function retryIfBroken(send: () => Promise<Exchanged>): Promise<Exchanged> {
  const first = await send();
  const isBroken = first.kind === 'unknown' && first.failure === 'connection';
  return isBroken ? send() : first;
}

function unsentWithout({ reason, failure }: Extract<TokenAnswer, { ok: false }>): Outcome {
  return { kind: 'unsent', reason, failure, lacksToken: true };
}

const MIN_REMOVED_LENGTH = 3;

function without(words: readonly string[], text: string): string {
  const forms = words
    .filter((word) => word.length >= MIN_REMOVED_LENGTH)
    // In a JSON text inside a JSON text, what is escaped once is escaped twice.
    .flatMap((word) => [word, escaped(word), escaped(escaped(word))]);
  return forms.reduce((shown, word) => shown.replaceAll(word, '***'), text);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Null when it is not JSON: readers must handle unexpected bodies anyway. */
function parsed(text: string, numbersAsText: boolean): unknown {
  try {
    return numbersAsText ? parseJson(text) : JSON.parse(text);
  } catch {
    return null;
  }
}
