import { memoize } from '../kit/memoize.ts';
import { type ConnectOptions, guardedConnect } from './connect.ts';
import { ConnectionPool, type PoolOptions } from './connections.ts';
import {
  Exchange,
  type ExchangeFailure,
  type ExchangeOptions,
  type ExchangeResult,
  type OutgoingRequest,
} from './exchange.ts';

export type HttpRequest = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
};

export type HttpClientOptions = ConnectOptions & PoolOptions;

const MAX_TARGETS_KEPT = 1_000;

/**
 * Every outgoing request of the gateway uses this client. Each exchange has one deadline and a limit on the answer,
 * follows no redirect, and connects only to addresses that the guard allows.
 */
export class HttpClient {
  readonly #pool: ConnectionPool;
  readonly #inProgress = new Set<Exchange>();
  /** Many requests go to the same address. */
  readonly #targetOf = memoize(MAX_TARGETS_KEPT, readTarget);
  #isClosed = false;

  constructor({ guard, resolve, tls, ...pool }: HttpClientOptions) {
    this.#pool = new ConnectionPool(guardedConnect({ guard, resolve, tls }), pool);
  }

  /** Never rejects: a failure of the server or an invalid request is a result, not an exception. */
  exchange(request: HttpRequest, options: ExchangeOptions): Promise<ExchangeResult> {
    if (this.#isClosed) return Promise.resolve(unsent('closed'));
    const target = this.#targetOf(request.url);
    if (!target) return Promise.resolve(unsent('invalid_request'));
    const outgoing = outgoingRequest(target, request);
    return new Promise((resolve) => {
      const exchange = new Exchange(this.#pool, outgoing, options, (result) => {
        this.#inProgress.delete(exchange);
        resolve(result);
      });
      this.#inProgress.add(exchange);
      exchange.start();
    });
  }

  /** For a client that another one replaces: exchanges in progress finish, then their connections close. */
  retire(): void {
    this.#pool.retire();
  }

  /** Ends exchanges in progress as `closed`, which says nothing about the server. */
  close(): void {
    this.#isClosed = true;
    for (const exchange of [...this.#inProgress]) exchange.giveUp('closed');
    this.#pool.close();
  }
}

function unsent(reason: ExchangeFailure): ExchangeResult {
  return { kind: 'failed', reason, wasSent: false, cause: null, status: null, text: '' };
}

type Target = { readonly origin: string; readonly path: string };

/** Null when nothing can be sent there. */
function readTarget(url: string): Target | null {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return null;
  return { origin: target.origin, path: target.pathname + target.search };
}

/**
 * undici checks the headers when it writes them. Written field by field: object spreads took a sixth of the time of
 * sending a notification.
 */
function outgoingRequest(target: Target, { method, headers, body }: HttpRequest): OutgoingRequest {
  // Without compression a small answer cannot become large in memory.
  const all = ['Accept-Encoding', 'identity'];
  for (const name of Object.keys(headers)) all.push(name, headers[name] as string);
  return { origin: target.origin, path: target.path, method, headers: all, body };
}
