const BRAND = Symbol.for('guiche.error');

/** Every code the gateway answers, and what to do next. A test compares it with docs/errors.md. */
export const CURES = {
  VALIDATION_ERROR: 'Correct the field that details names.',
  INVALID_SPLIT: 'Correct the split; product splits count too.',
  INVALID_EVENT: 'Use an event name of the EventName type.',
  INSUFFICIENT_BALANCE: 'Nothing changed. Ask for less, or wait for sales or the release of the reserve.',
  WITHDRAWALS_BY_ACQUIRER: 'Nothing changed. The acquirer pays out what it holds: see its own statement.',
  PIX_KEY_REQUIRED: 'Send pix_key, or register one with account.update({ payout_pix_key }).',
  CHARGE_NOT_REFUNDABLE: 'Retrieve the charge: cancel it when it is unpaid.',
  REFUND_EXCEEDS_VALUE: 'Refund at most the rest; without amount the rest is refunded.',
  CHARGE_NOT_CANCELLABLE: 'Retrieve the charge: refund it when it is paid.',
  CARD_NOT_RETRYABLE: 'Ask the payer for another card, or offer Pix.',
  PAYER_INCOMPLETE: 'Make the charge for a customer that has the field that is named.',
  CHARGE_NOT_CAPTURABLE: 'Retrieve the charge: `authorization` says what is held, and until when.',
  DUE_DATE_NOT_CHANGEABLE: 'Retrieve the charge: cancel it and create another when it is overdue.',
  CHARGE_NOT_PAYABLE: 'Retrieve the charge: create a new one when it has ended.',
  INVALID_STATE: 'Retrieve the object: its state does not allow this.',
  SECOND_APPROVAL_REQUIRED: 'Ask another operator to approve it.',
  FILE_LIMIT_REACHED: 'Remove what refers to old files; they are deleted 30 days later.',
  OUT_OF_STOCK: 'Raise the stock with products.update, or sell another product.',
  COUPON_UNAVAILABLE: 'Only pages of payers answer it: raise max_uses with coupons.update.',
  EMAIL_TAKEN: 'Use another e-mail for the operator.',
  LAST_OWNER: 'Make another member an owner first: team.changeRole.',
  LINK_INVALID: 'Ask for another link: auth.recover or auth.resendVerification.',
  EMAIL_NOT_VERIFIED: 'Open the link in the mail, or send another with auth.resendVerification.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new idempotencyKey for a new request.',
  IDEMPOTENCY_KEY_IN_USE: 'Send the same again later, with the same idempotencyKey.',
  CURSOR_EXPIRED: 'Events after this cursor are no longer kept: list again without a cursor.',
  OVERLOADED: 'Nothing was done. Send the same again after retryAfter, with the same idempotencyKey.',
  REQUEST_TIMEOUT: 'The request arrived too slowly and was not carried out: send it again.',
  STORAGE_UNAVAILABLE: 'Try again later, with the same idempotencyKey: nothing was stored.',
  PROVIDER_UNAVAILABLE: 'Try again later, with the same idempotencyKey: nothing was created.',
  API_KEY_MISSING: 'Give the client an apiKey or a token.',
  API_KEY_INVALID: 'Check that the key belongs to this gateway and was not revoked, or sign in again.',
  API_KEY_EXPIRED: 'Create another key.',
  JWT_REQUIRED: 'Sign in with auth.login and use client.with({ token }).',
  JWT_INVALID: 'Tokens end after an hour, by sign-out and by a new password: sign in again with auth.login.',
  INVALID_CREDENTIALS: 'Check the password; at sign-in the e-mail too.',
  TWO_FACTOR_REQUIRED:
    "Sign in again with code: six digits of the person's authenticator, or a recovery code.",
  TWO_FACTOR_INVALID: "Take the authenticator's next code, or an unused recovery code.",
  FORBIDDEN:
    'The details name what is missing: ask an owner of the account for the role, or for a key with that scope.',
  IP_NOT_ALLOWED: 'Call from an address in the list of the key, or have an owner change the list.',
  ACCOUNT_NOT_ACTIVE: 'Reads go on. Ask the operator of the gateway to activate the account.',
  ORIGIN_REFUSED: 'Use an apiKey or a token: a cookie works on pages of the gateway only.',
  VIEW_ONLY: "This session looks at a seller's dashboard, which only reads: end the view first.",
  SESSION_CHANGED: 'Another user is signed in in this browser now: reload the page.',
  PASSWORD_CHANGE_REQUIRED: 'The password was set by an operator: change it with auth.password.',
  TWO_FACTOR_SETUP_REQUIRED: 'Set a second factor up: auth.twoFactor.propose, then auth.twoFactor.confirm.',
  REAUTHENTICATION_REQUIRED:
    'The last proof is older than ten minutes: auth.confirm with the password or a code, then repeat the call.',
  NOT_FOUND: 'Check the id, the account of the key, and baseUrl. sandbox.* exists on sandbox rails only.',
  CHANGED_MEANWHILE: 'Nothing was done. Retrieve the object again and decide on what it is now.',
  RATE_LIMIT_EXCEEDED: 'Wait retryAfter seconds.',
  LOGIN_LOCKED: 'Wait retryAfter seconds; more tries do not help.',
  UNAVAILABLE:
    'Send the same again after retryAfter, with the same idempotencyKey; without one, first read whether it took effect.',
  INTERNAL_ERROR:
    'Repeat it with the same idempotencyKey; without one, first read whether it took effect. Report the request id.',
} as const;

export type ErrorCode = keyof typeof CURES;

/** Errors that are not an answer of the gateway. */
export type LocalErrorCode =
  | 'WRONG_USE'
  | 'AMOUNT_TOO_LARGE'
  | 'CONNECTION_FAILED'
  | 'TIMED_OUT'
  | 'ABORTED'
  | 'UNEXPECTED_ANSWER'
  | 'SIGNATURE_INVALID';

/** A gateway that is newer than this client may answer a code that is not listed. */
export type AnyErrorCode = ErrorCode | LocalErrorCode | (string & {});

export type ErrorFacts = {
  status?: number | null;
  details?: Readonly<Record<string, unknown>>;
  requestId?: string | null;
  retryAfter?: number | null;
  idempotencyKey?: string | null;
  cause?: unknown;
};

export class GuicheError extends Error {
  /** For programs; the message is for people. */
  readonly code: AnyErrorCode;
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** For a bad request: field → what is wrong with it. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Names the request in the gateway's log. */
  readonly requestId: string | null;
  /** Seconds to wait, when the gateway says so. */
  readonly retryAfter: number | null;
  /** The key the request was sent under. Repeating with it never makes a second effect. */
  readonly idempotencyKey: string | null;

  constructor(code: AnyErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = facts.status ?? null;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.idempotencyKey = facts.idempotencyKey ?? null;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Also true for the same class of another copy of this package: ESM beside CJS, or the one in `guiche/testing`. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: each class inherits this and checks for itself
    return isOfKind(error, this);
  }
}

/** By name: the class of another copy is not identical. */
function isOfKind(error: unknown, asked: typeof GuicheError): boolean {
  if (!isGuicheError(error)) return false;
  for (let kind = error.constructor; kind.prototype; kind = Object.getPrototypeOf(kind)) {
    if (kind === asked || (kind.name === asked.name && kind.name !== '')) return true;
  }
  return false;
}

/** 400, 409: the request cannot be done as it is. */
export class InvalidRequestError extends GuicheError {}
/** 401: no key or token, or a wrong one. */
export class AuthenticationError extends GuicheError {}
/** 403: known, but not allowed. */
export class PermissionError extends GuicheError {}
/** 404: it does not exist, or belongs to another account. */
export class NotFoundError extends GuicheError {}
/** 429: too many requests; `retryAfter` says how long to wait. */
export class RateLimitError extends GuicheError {}
/** 5xx: the gateway or something before it failed. */
export class ServerError extends GuicheError {}
/** No answer came: the address is wrong, the network is down, or the gateway is not running. */
export class ConnectionError extends GuicheError {}
/** No answer came within `timeoutMs`. */
export class TimeoutError extends ConnectionError {}
/** The call's own `signal` aborted it; `cause` is the signal's reason. */
export class AbortError extends GuicheError {}
/** Something answered, but not as a Guichê gateway does. */
export class UnexpectedAnswerError extends GuicheError {}

/** The client was used in a way that cannot work. Nothing was sent. */
export class UsageError extends GuicheError {
  constructor(message: string, code: 'WRONG_USE' | 'AMOUNT_TOO_LARGE' = 'WRONG_USE') {
    super(code, message);
  }
}

/** A webhook that was not proven to come from the gateway. Answer 400 and do nothing else with it. */
export class SignatureError extends GuicheError {
  constructor(message: string) {
    super('SIGNATURE_INVALID', message);
  }
}

/** True for errors of this package, also of another copy of it. With a code: true for that code only. */
export function isGuicheError(error: unknown, code?: ErrorCode | LocalErrorCode): error is GuicheError {
  if (typeof error !== 'object' || error === null || !(BRAND in error)) return false;
  return code === undefined || ('code' in error && error.code === code);
}

const BY_STATUS: Readonly<Record<number, typeof GuicheError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: InvalidRequestError,
  429: RateLimitError,
};

/** The error for an answer of the gateway: its own sentence, then what to do next, `effect` last. */
export function errorFor(
  code: string,
  said: string,
  facts: ErrorFacts & { status: number },
  effect = '',
): GuicheError {
  const Kind = BY_STATUS[facts.status] ?? (facts.status >= 500 ? ServerError : GuicheError);
  const known = Object.hasOwn(CURES, code) ? CURES[code as ErrorCode] : '';
  const cure = facts.retryAfter ? known.replace('retryAfter', String(facts.retryAfter)) : known;
  const named = facts.requestId ? ` (${code}, request ${facts.requestId})` : ` (${code})`;
  return new Kind(code, `${said.replace(/[.\s]+$/, '')}${named}. ${cure}`.trim() + effect, facts);
}
