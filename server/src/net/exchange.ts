import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { monotonicMs } from '../kit/clock.ts';
import { AnswerBody, type AnswerLimits } from './answer-body.ts';
import { ConnectFailure, type ConnectFailureReason } from './connect.ts';
import type { Connection, ConnectionPool, Waiter } from './connections.ts';

export type OutgoingRequest = Dispatcher.DispatchOptions & { readonly origin: string };

export type ExchangeOptions = {
  /** Real time for all of it: waiting for a free connection, name, connection, TLS, headers and body. */
  readonly timeoutMs: number;
  readonly limits: AnswerLimits;
  /**
   * Send again, once, when a connection that was used before closes without a byte of an answer: the server has most
   * likely closed it while idle. Only for requests that may arrive twice.
   */
  readonly resendIfStale: boolean;
};

export type ExchangeFailure =
  | ConnectFailureReason
  | 'timeout'
  | 'answer_too_large'
  | 'answer_encoded'
  | 'invalid_answer'
  | 'invalid_request'
  | 'closed';

/** Redirects are answers. A failed exchange holds what had arrived of the answer until then. */
export type ExchangeResult =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | {
      readonly kind: 'failed';
      readonly reason: ExchangeFailure;
      /** False: no byte of the request was written, so the server has surely not acted on it. */
      readonly wasSent: boolean;
      readonly cause: Error | null;
      readonly status: number | null;
      readonly text: string;
    };

/** Early hints and the like. A server that sends nothing else would keep us reading until the deadline. */
const MAX_INFORMATIONAL = 10;
const NO_CONTENT = 204;

/** One request and its answer, with one deadline. Calls `onEnd` exactly once. */
export class Exchange implements Waiter, Dispatcher.DispatchHandler {
  readonly #pool: ConnectionPool;
  readonly #request: OutgoingRequest;
  readonly #resendIfStale: boolean;
  readonly #deadlineMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #onEnd: (result: ExchangeResult) => void;
  readonly #body: AnswerBody;
  #connection: Connection | null = null;
  #bytesReadBefore = 0;
  #status: number | null = null;
  #isEncoded = false;
  #informational = 0;
  #wasReused = false;
  #wasSent = false;
  #hasEnded = false;

  constructor(
    pool: ConnectionPool,
    request: OutgoingRequest,
    { timeoutMs, limits, resendIfStale }: ExchangeOptions,
    onEnd: (result: ExchangeResult) => void,
  ) {
    this.#pool = pool;
    this.#request = request;
    this.#resendIfStale = resendIfStale;
    this.#onEnd = onEnd;
    this.#body = new AnswerBody(limits);
    this.#deadlineMs = monotonicMs() + timeoutMs;
    this.#timer = setTimeout(() => this.giveUp('timeout'), timeoutMs);
  }

  start(): void {
    this.#pool.acquire(this.#request.origin, this);
  }

  /** Closes the connection too: what is still on its way must not be read as the answer to the next request. */
  giveUp(reason: ExchangeFailure, cause: Error | null = null): void {
    if (this.#hasEnded) return;
    this.#end({
      kind: 'failed',
      reason,
      wasSent: this.#wasSent,
      cause,
      status: this.#status,
      text: this.#body.text(),
    });
    this.#leave();
  }

  onConnection(connection: Connection): void {
    if (this.#hasEnded) {
      this.#pool.drop(connection);
      return;
    }
    this.#connection = connection;
    connection.dispatch(this.#request, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#hasEnded) {
      controller.abort(new Error('the exchange has ended'));
      return;
    }
    this.#wasSent = true;
    this.#wasReused = this.#connection?.isReused ?? false;
    this.#bytesReadBefore = this.#connection?.bytesRead ?? 0;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#hasEnded) return;
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > MAX_INFORMATIONAL) this.giveUp('invalid_answer');
      return;
    }
    this.#status = status;
    this.#isEncoded = isEncoded(headers['content-encoding']);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#hasEnded) return;
    if (this.#isEncoded) this.giveUp('answer_encoded');
    else if (!this.#body.add(chunk)) this.giveUp('answer_too_large');
  }

  onResponseEnd(): void {
    if (this.#hasEnded) return;
    if (monotonicMs() > this.#deadlineMs) this.giveUp('timeout');
    else if (this.#status === null) this.giveUp('invalid_answer');
    else {
      this.#endAnswered(this.#status);
      if (!this.#connection) return;
      this.#connection.countExchange();
      this.#pool.release(this.#connection);
    }
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#hasEnded) return;
    if (this.#connection && this.#isStale(this.#connection)) {
      // A new connection is not reused, so this happens once.
      this.#connection = this.#pool.replace(this.#connection);
      this.#wasReused = false;
      this.#connection.dispatch(this.#request, this);
    } else if (this.#status === NO_CONTENT) {
      // An answer without content is complete with its head, whatever follows.
      this.#endAnswered(NO_CONTENT);
      this.#leave();
    } else {
      this.giveUp(reasonOf(error), error instanceof ConnectFailure ? (error.cause as Error | null) : error);
    }
  }

  #isStale(connection: Connection): boolean {
    return this.#resendIfStale && this.#wasReused && connection.bytesRead === this.#bytesReadBefore;
  }

  #leave(): void {
    if (this.#connection) this.#pool.drop(this.#connection);
    else this.#pool.stopWaiting(this.#request.origin, this);
  }

  #endAnswered(status: number): void {
    this.#end({ kind: 'answered', status, text: this.#body.text() });
  }

  #end(result: ExchangeResult): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#onEnd(result);
  }
}

function isEncoded(encoding: string | string[] | undefined): boolean {
  return encoding !== undefined && !/^\s*(identity)?\s*$/i.test(String(encoding));
}

const UNWRITABLE = ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'];
const UNREADABLE = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'];
/** How undici refuses a `100 Continue` or a change of protocol that the request did not ask for. */
const UNREQUESTED = ['bad response', 'bad upgrade'];

function reasonOf(error: Error & { code?: string }): ExchangeFailure {
  const { code = '' } = error;
  if (error instanceof ConnectFailure) return error.reason;
  if (UNWRITABLE.includes(code)) return 'invalid_request';
  if (UNREADABLE.includes(code) || error.name === 'HTTPParserError') return 'invalid_answer';
  if (code === 'UND_ERR_SOCKET' && UNREQUESTED.includes(error.message)) return 'invalid_answer';
  return /^ERR_(SSL|TLS)/.test(code) ? 'tls' : 'connection';
}
