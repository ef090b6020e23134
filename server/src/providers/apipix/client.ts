import { randomUUID } from 'node:crypto';
import { ApiClient, CALL_DEADLINE_MS, type ClientOptions } from '../http/client.ts';
import type { PreparedRequest } from '../http/exchange.ts';
import type { Outcome } from '../http/outcome.ts';
import type { TokenAnswer } from '../http/token.ts';
import type { PspConfig } from './config.ts';
import type { Extra, Resource } from './profile.ts';
import { tokenRequest } from './token.ts';

export type Operation =
  | 'createPix'
  | 'findPix'
  | 'removePix'
  | 'receivedPix'
  | 'refund'
  | 'findRefund'
  | 'registerWebhook'
  | 'webhookUrl';

export const READS: readonly Operation[] = ['findPix', 'findRefund', 'receivedPix', 'webhookUrl'];

export type Call = {
  readonly operation: Operation;
  readonly method: 'GET' | 'PUT' | 'PATCH';
  readonly resource: Resource;
  /** The rest of the path after the resource. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Of persons, in the body. */
  readonly hidden?: readonly string[];
};

/** Sends requests to one PSP, as its profile says. It has no knowledge of charges. */
export class PspClient {
  readonly #config: PspConfig;
  readonly #api: ApiClient<Operation>;

  constructor(config: PspConfig, options: ClientOptions<Operation>) {
    this.#config = config;
    const { name, certificate, extras } = config;
    this.#api = new ApiClient(
      { name, certificate, tokenRequest: () => tokenRequest(config), hidden: Object.values(extras) },
      options,
    );
  }

  get certificate() {
    const { certificate } = this.#api;
    if (!certificate) throw new Error('a PSP has a client certificate');
    return certificate;
  }

  /** Never rejects. `withinMs` can only shorten the deadline. */
  call(call: Call, withinMs: number = CALL_DEADLINE_MS): Promise<Outcome> {
    const { operation, hidden = [] } = call;
    const { scopes } = this.#config;
    return this.#api.call({ operation, scopes, hidden, prepare: () => this.#prepare(call) }, withinMs);
  }

  token(): Promise<TokenAnswer> {
    return this.#api.token(this.#config.scopes);
  }

  /** Ends calls in progress as unknown: stop the callers first. */
  close(): Promise<void> {
    return this.#api.close();
  }

  #prepare(call: Call): PreparedRequest {
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
}
