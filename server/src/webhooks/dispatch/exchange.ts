import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { monotonicMs } from '../../kit/clock.ts';
import { Answer } from './answer.ts';
import { ConnectFailure } from './connect.ts';
import type { Line, Lines, Waiter } from './lines.ts';
import type { FailureReason, Outcome, PreparedRequest } from './send.ts';

/** Early hints and the like. A receiver that says nothing else would keep us busy until the deadline. */
const MAX_INFORMATIONAL = 10;
const NO_CONTENT = 204;

type End = Pick<Outcome, 'reason' | 'status' | 'answer'>;

/** One request and its answer, with one deadline. Calls `onEnd` exactly once. */
export class Exchange implements Waiter, Dispatcher.DispatchHandler {
  readonly #lines: Lines;
  readonly #request: PreparedRequest;
  readonly #deadlineMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #onEnd: (end: End) => void;
  readonly #answer = new Answer();
  #line: Line | null = null;
  #bytesReadBefore = 0;
  #status: number | null = null;
  #isEncoded = false;
  #informational = 0;
  #wasReused = false;
  #hasEnded = false;

  constructor(lines: Lines, request: PreparedRequest, timeoutMs: number, onEnd: (end: End) => void) {
    this.#lines = lines;
    this.#request = request;
    this.#onEnd = onEnd;
    this.#deadlineMs = monotonicMs() + timeoutMs;
    this.#timer = setTimeout(() => this.giveUp('timeout'), timeoutMs);
  }

  start(): void {
    this.#lines.take(this.#request.origin, this);
  }

  /** The connection goes too: what is still on its way must not meet the next request. */
  giveUp(reason: FailureReason | null): void {
    if (this.#hasEnded) return;
    this.#end(reason);
    if (this.#line) this.#lines.drop(this.#line);
    else this.#lines.stopWaiting(this.#request.origin, this);
  }

  onLine(line: Line): void {
    if (this.#hasEnded) {
      this.#lines.drop(line);
      return;
    }
    this.#line = line;
    line.dispatch(this.#request, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#hasEnded) {
      controller.abort(new Error('the exchange has ended'));
      return;
    }
    this.#wasReused = this.#line?.isReused ?? false;
    this.#bytesReadBefore = this.#line?.bytesRead ?? 0;
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
    if (this.#isEncoded) {
      this.giveUp(verdictOn(this.#status) ?? 'answer_encoded');
      return;
    }
    const fits = this.#answer.add(chunk);
    if (!fits) this.giveUp(verdictOn(this.#status) ?? 'answer_too_large');
  }

  onResponseEnd(): void {
    if (this.#hasEnded) return;
    if (monotonicMs() > this.#deadlineMs) {
      this.giveUp('timeout');
      return;
    }
    this.#end(verdictOn(this.#status));
    if (!this.#line) return;
    this.#line.noteExchange();
    this.#lines.giveBack(this.#line);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#hasEnded) return;
    if (this.#line && this.#wasReused && this.#line.bytesRead === this.#bytesReadBefore) {
      // The receiver closed an idle connection just as we used it. A fresh one is not reused, so this happens once.
      this.#line = this.#lines.renew(this.#line);
      this.#wasReused = false;
      this.#line.dispatch(this.#request, this);
      return;
    }
    // An answer without content is whole when its head has come, whatever else it says.
    this.giveUp(this.#status === NO_CONTENT ? null : reasonOf(error));
  }

  #end(reason: FailureReason | null): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#onEnd({ reason, status: this.#status, answer: this.#answer.text() });
  }
}

function verdictOn(status: number | null): FailureReason | null {
  if (status === null) return 'invalid_answer';
  if (status < 300) return null;
  return status < 400 ? 'redirect' : 'status';
}

function isEncoded(encoding: string | string[] | undefined): boolean {
  return encoding !== undefined && !/^\s*(identity)?\s*$/i.test(String(encoding));
}

const UNWRITABLE = ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'];
const UNREADABLE = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'];

function reasonOf(error: Error & { code?: string }): FailureReason {
  const { code = '' } = error;
  if (error instanceof ConnectFailure) return error.reason;
  if (UNWRITABLE.includes(code)) return 'invalid_request';
  if (UNREADABLE.includes(code) || error.name === 'HTTPParserError') return 'invalid_answer';
  return /^ERR_(SSL|TLS)/.test(code) ? 'tls' : 'connection';
}
