/** The request may or may not have arrived: a retry must use the same Idempotency-Key. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** The gateway did not answer in time. It is not retried automatically: the user has waited long enough. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** An error answer of the API. */
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
