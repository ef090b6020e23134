/** The request may or may not have arrived: asking again must use the same Idempotency-Key. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** The gateway was reached and never answered: who waited that long is told, instead of waiting again unasked. */
export class SilenceError extends ConnectionError {
  override readonly name = 'SilenceError';
}

/** An answer that refuses, in the API's own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, answer: unknown) {
    const { error, code, details } = (answer ?? {}) as { error?: string; code?: string; details?: unknown };
    super(error ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.code = code ?? 'INTERNAL_ERROR';
    this.details = (details ?? {}) as Record<string, string>;
    this.requestId = response.headers.get('x-request-id');
    const retryAfter = Number(response.headers.get('retry-after'));
    this.retryAfterSeconds = retryAfter > 0 ? retryAfter : null;
  }
}
