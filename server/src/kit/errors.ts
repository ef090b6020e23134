/** Every error the API can answer: code → status and message. One catalogue, one renderer (http/errors.ts). */
export const catalogue = {
  VALIDATION_ERROR: [400, 'The request is not valid'],
  INVALID_SPLIT: [400, 'The split is not valid'],
  INVALID_EVENT: [400, 'Unknown event name'],
  INSUFFICIENT_BALANCE: [400, 'The balance is not enough'],
  PIX_KEY_REQUIRED: [400, 'pix_key is required: the account has no registered payout key'],
  CHARGE_NOT_REFUNDABLE: [400, 'Only a received charge can be refunded'],
  REFUND_EXCEEDS_VALUE: [400, 'The refund exceeds what is left of the charge'],
  CHARGE_NOT_CANCELLABLE: [400, 'Only a pending or overdue charge can be cancelled'],
  CHARGE_NOT_PAYABLE: [400, 'The charge cannot be paid in its current state'],
  INVALID_STATE: [400, 'The object is not in a state that allows this'],
  SECOND_APPROVAL_REQUIRED: [400, 'You approved it already; another operator must approve'],
  OUT_OF_STOCK: [400, 'The product is out of stock'],
  EMAIL_TAKEN: [400, 'An account with this e-mail already exists'],
  IDEMPOTENCY_KEY_REUSED: [400, 'This Idempotency-Key was used with another request'],
  IDEMPOTENCY_KEY_IN_USE: [400, 'A request with this Idempotency-Key is still running'],
  PROVIDER_UNAVAILABLE: [
    500,
    'No payment provider answered; nothing was made. Try again with a new Idempotency-Key',
  ],
  API_KEY_MISSING: [401, 'No API key was supplied'],
  API_KEY_INVALID: [401, 'The API key is wrong, revoked or inactive'],
  JWT_REQUIRED: [401, 'This endpoint requires a JWT'],
  JWT_INVALID: [401, 'The JWT is wrong, expired or ended'],
  INVALID_CREDENTIALS: [401, 'Wrong e-mail or password'],
  TWO_FACTOR_REQUIRED: [401, 'A code of the second factor is required'],
  TWO_FACTOR_INVALID: [401, 'The code of the second factor is wrong or was used before'],
  FORBIDDEN: [403, 'You do not have permission to do this'],
  ACCOUNT_NOT_ACTIVE: [403, 'The account is not active'],
  ORIGIN_REFUSED: [403, 'A change by cookie must come from a page of this gateway'],
  SESSION_CHANGED: [403, 'Another session is signed in in this browser now'],
  PASSWORD_CHANGE_REQUIRED: [403, 'Change the password that somebody else chose for you first'],
  TWO_FACTOR_SETUP_REQUIRED: [403, 'Operators must set up a second factor first'],
  NOT_FOUND: [404, 'Not found'],
  CHANGED_MEANWHILE: [400, 'It is not as you saw it any more; read it again'],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests'],
  LOGIN_LOCKED: [429, 'Too many failed tries to sign in; try again later'],
  INTERNAL_ERROR: [500, 'Internal error'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof catalogue;
export type ErrorDetails = Record<string, unknown>;

export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    super(message ?? catalogue[code][1]);
    this.code = code;
    this.status = catalogue[code][0];
    this.details = details;
  }
}

export function fail(code: ErrorCode, message?: string, details?: ErrorDetails): never {
  throw new GatewayError(code, message, details);
}

/** A bad field of a request: 400 that names it. */
export function invalidField(field: string, message: string): GatewayError {
  return new GatewayError('VALIDATION_ERROR', `${field}: ${message}`, { [field]: message });
}

export function notFound(what: string): GatewayError {
  return new GatewayError('NOT_FOUND', `${what} not found`);
}

/** A broken invariant. Stays on in production: wrong money is worse than a failed request. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`);
}
