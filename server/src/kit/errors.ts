/** Every error the API can answer: code → status and message. One catalogue, one renderer (http/errors.ts). */
export const catalogue = {
  VALIDATION_ERROR: [400, 'The request is not valid'],
  INVALID_SPLIT: [400, 'The split is not valid'],
  INVALID_EVENT: [400, 'Unknown event name'],
  INSUFFICIENT_BALANCE: [400, 'Insufficient balance'],
  WITHDRAWALS_BY_ACQUIRER: [400, 'The acquirer pays sellers out: this gateway sends no withdrawals'],
  PIX_KEY_REQUIRED: [400, 'pix_key is required: the account has no registered payout key'],
  CHARGE_NOT_REFUNDABLE: [400, 'Only a received charge can be refunded'],
  REFUND_EXCEEDS_VALUE: [400, 'The refund exceeds the refundable amount of the charge'],
  CHARGE_NOT_CANCELLABLE: [400, 'Only a pending or overdue charge can be cancelled'],
  CHARGE_NOT_CAPTURABLE: [400, 'Only a charge that is authorised and not captured yet can be captured'],
  DUE_DATE_NOT_CHANGEABLE: [400, 'Only the due date of a pending boleto can be changed'],
  CHARGE_NOT_PAYABLE: [400, 'The charge cannot be paid in its current state'],
  CARD_NOT_RETRYABLE: [
    400,
    'The issuer has refused this card for good: it is not sent again for this charge. Use another card',
  ],
  PAYER_INCOMPLETE: [400, 'The acquirer needs more of the payer'],
  INVALID_STATE: [400, 'The current state of the object does not allow this'],
  SECOND_APPROVAL_REQUIRED: [400, 'You have already approved it; a second operator must approve'],
  OUT_OF_STOCK: [400, 'The product is out of stock'],
  COUPON_UNAVAILABLE: [400, 'The coupon can no longer be used'],
  EMAIL_TAKEN: [400, 'An account with this e-mail already exists'],
  LAST_OWNER: [400, 'An account keeps at least one owner: make another member an owner first'],
  LINK_INVALID: [400, 'The link is wrong, was used, or has expired'],
  IDEMPOTENCY_KEY_REUSED: [400, 'This Idempotency-Key was used with a different request'],
  IDEMPOTENCY_KEY_IN_USE: [400, 'A request with this Idempotency-Key is still running'],
  CURSOR_EXPIRED: [400, 'Events after this cursor are no longer kept; list again without a cursor'],
  PROVIDER_UNAVAILABLE: [500, 'No payment provider is available; nothing was created. Try again later'],
  FILE_LIMIT_REACHED: [400, 'The account has as many files as it may have'],
  STORAGE_UNAVAILABLE: [500, 'The store of files is not available; nothing was stored. Try again later'],
  API_KEY_MISSING: [401, 'No API key was supplied'],
  API_KEY_INVALID: [401, 'The API key is wrong, revoked or inactive'],
  API_KEY_EXPIRED: [401, 'The API key has expired; create another'],
  JWT_REQUIRED: [401, 'This endpoint requires a JWT'],
  JWT_INVALID: [401, 'The JWT is invalid, expired or revoked'],
  INVALID_CREDENTIALS: [401, 'Wrong e-mail or password'],
  TWO_FACTOR_REQUIRED: [401, 'A second-factor code is required'],
  TWO_FACTOR_INVALID: [401, 'The second-factor code is wrong or already used'],
  EMAIL_NOT_VERIFIED: [403, 'Confirm your e-mail address first'],
  FORBIDDEN: [403, 'You do not have permission to do this'],
  IP_NOT_ALLOWED: [403, 'The API key may not be used from this address'],
  ACCOUNT_NOT_ACTIVE: [403, 'The account is not active'],
  ORIGIN_REFUSED: [403, 'A request with the session cookie must come from a page of this gateway'],
  VIEW_ONLY: [403, "You are looking at a seller's dashboard: a view only reads"],
  SESSION_CHANGED: [403, 'Another session is active in this browser'],
  PASSWORD_CHANGE_REQUIRED: [403, 'Change your initial password first'],
  TWO_FACTOR_SETUP_REQUIRED: [403, 'Operators must set up a second factor first'],
  REAUTHENTICATION_REQUIRED: [
    403,
    'Confirm your password or second-factor code first: POST /api/v1/auth/confirm, then repeat the request',
  ],
  NOT_FOUND: [404, 'Not found'],
  CHANGED_MEANWHILE: [400, 'It has changed since you read it; read it again'],
  RATE_LIMIT_EXCEEDED: [429, 'Too many requests'],
  LOGIN_LOCKED: [429, 'Too many failed sign-in attempts; try again later'],
  REQUEST_TIMEOUT: [400, 'The request did not arrive in time'],
  OVERLOADED: [500, 'Too many requests are in progress; nothing was done. Try again after Retry-After'],
  UNAVAILABLE: [
    500,
    'The database is not available at the moment. Repeat the request after Retry-After, with the same Idempotency-Key',
  ],
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
