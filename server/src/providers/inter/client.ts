import type { Clock } from '../../kit/clock.ts';
import { monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { ApiClient, CALL_DEADLINE_MS, type ClientOptions } from '../http/client.ts';
import type { PreparedRequest } from '../http/exchange.ts';
import { type JsonObject, writeJson } from '../http/json.ts';
import type { ObservedCall, Outcome } from '../http/outcome.ts';
import type { TokenStore } from '../http/shared-tokens.ts';
import type { TokenAnswer } from '../http/token.ts';
import { type Feature, type InterConfig, SCOPES } from './config.ts';

export type InterOptions = {
  readonly log: Log;
  /** For the expiry of the certificate and for health; default: the machine's clock. */
  readonly clock?: Clock;
  /** Called at the end of each call: for metrics. */
  readonly observe?: (call: ObservedCall) => void;
  /** The tokens of all processes of the installation; null: of this process only. */
  readonly tokens: TokenStore | null;
};

export type InterCall<Operation extends string> = {
  readonly operation: Operation;
  readonly feature: Feature;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  /** Of persons, in the body. */
  readonly hidden?: readonly string[];
};

export type Calling<Operation extends string> = (call: InterCall<Operation>) => Promise<Outcome>;

/** Real time for one operation with all its calls. */
const OPERATION_DEADLINE_MS = 20 * SECOND_MS;

/** Moves bytes to Banco Inter. Numbers in answers arrive as text. */
export class InterClient<Operation extends string> {
  readonly config: InterConfig;
  readonly #api: ApiClient<Operation>;

  constructor(config: InterConfig, options: ClientOptions<Operation>) {
    this.config = config;
    const { name, certificate, account } = config;
    this.#api = new ApiClient(
      {
        ...{ name, certificate, readsNumbersAsText: true },
        tokenRequest: (scopes) => tokenRequest(config, scopes),
        hidden: account ? [account] : [],
      },
      options,
    );
  }

  get certificate() {
    const { certificate } = this.#api;
    if (!certificate) throw new Error('Inter has a client certificate');
    return certificate;
  }

  /** Never rejects. `withinMs` can only shorten the deadline. */
  call(call: InterCall<Operation>, withinMs: number = CALL_DEADLINE_MS): Promise<Outcome> {
    const { operation, feature, hidden = [] } = call;
    return this.#api.call(
      { operation, hidden, scopes: SCOPES[feature], prepare: () => this.#prepare(call) },
      withinMs,
    );
  }

  /** All calls of one operation share one deadline. */
  operation(): Calling<Operation> {
    const endsAtMs = monotonicMs() + OPERATION_DEADLINE_MS;
    return (call) => this.call(call, endsAtMs - monotonicMs());
  }

  token(feature: Feature): Promise<TokenAnswer> {
    return this.#api.token(SCOPES[feature]);
  }

  /** Ends calls in progress as unknown: stop the callers first. */
  close(): Promise<void> {
    return this.#api.close();
  }

  #prepare({ method, path, query, headers, body }: InterCall<Operation>): PreparedRequest {
    const { apiUrl, account } = this.config;
    const url = new URL(`${apiUrl}/${path.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    return {
      ...{ url, method },
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(account ? { 'x-conta-corrente': account.reveal() } : {}),
        ...headers,
      },
      body: body === undefined ? null : writeJson(body),
    };
  }
}

function tokenRequest(config: InterConfig, scopes: readonly string[]): PreparedRequest {
  const fields = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: config.clientId,
    client_secret: config.clientSecret.reveal(),
    scope: scopes.join(' '),
  });
  return {
    url: new URL(config.tokenUrl),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields.toString(),
  };
}
