import { monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { ConnectOptions } from '../../net/connect.ts';
import type { ExchangeFailure, ExchangeResult } from '../../net/exchange.ts';
import { HttpClient } from '../../net/http-client.ts';

export type Notification = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Real time for the whole exchange. */
  readonly timeoutMs: number;
};

export type FailureReason = ExchangeFailure | 'redirect' | 'status';

/** What came of an attempt. `answer` is the beginning of the receiver's answer, as text that can be stored. */
export type Outcome = {
  readonly delivered: boolean;
  readonly reason: FailureReason | null;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly answer: string;
};

export type SenderOptions = ConnectOptions & { readonly connectionsPerHost?: number };

const ANSWER_LIMITS = { maxReadBytes: 16 * 1024, maxKeptBytes: 2 * 1024 };
const CONNECTIONS_PER_HOST = 16;
const IDLE_MS = 10 * SECOND_MS;
const MAX_IDLE = 512;

/** Posts notifications to receivers. */
export class Sender {
  readonly #client: HttpClient;

  constructor({ connectionsPerHost = CONNECTIONS_PER_HOST, ...connecting }: SenderOptions) {
    this.#client = new HttpClient({
      ...connecting,
      maxPerOrigin: connectionsPerHost,
      maxIdle: MAX_IDLE,
      idleMs: IDLE_MS,
      maxIdleMs: IDLE_MS,
    });
  }

  /** Never rejects: every failure is an outcome. */
  async send({ url, headers, body, timeoutMs }: Notification): Promise<Outcome> {
    const startedMs = monotonicMs();
    const result = await this.#client.exchange(
      { method: 'POST', url, headers, body },
      // Receivers may get a notification twice anyway and detect it by its id.
      { timeoutMs, limits: ANSWER_LIMITS, resendIfStale: true },
    );
    const reason = failureOf(result);
    return {
      delivered: reason === null,
      reason,
      status: result.status,
      latencyMs: monotonicMs() - startedMs,
      answer: storable(result.text),
    };
  }

  /** Ends what is in progress as `closed`, which says nothing about the receiver. */
  close(): void {
    this.#client.close();
  }
}

/** A status that fails says more than a body that cannot be read. */
function failureOf(result: ExchangeResult): FailureReason | null {
  if (result.kind === 'answered') return failureByStatus(result.status);
  const { reason, status } = result;
  if (status === null || (reason !== 'answer_too_large' && reason !== 'answer_encoded')) return reason;
  return failureByStatus(status) ?? reason;
}

function failureByStatus(status: number): FailureReason | null {
  if (status < 300) return null;
  return status < 400 ? 'redirect' : 'status';
}

/** PostgreSQL stores no NUL in a text. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}
