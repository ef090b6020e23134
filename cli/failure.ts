import { CommanderError } from 'commander';
import { CURES } from '../sdk/src/errors.ts';
import {
  AuthenticationError,
  ConnectionError,
  type ErrorCode,
  GuicheError,
  UsageError,
} from '../sdk/src/main.ts';
import { EXIT, type ExitCode, Refusal } from './outcome.ts';

export type Failure = { exitCode: ExitCode; message: string; code: string };

/** What went wrong and what to do next. Never a stack trace. */
export function failureOf(error: unknown, url: string, command: string): Failure {
  if (error instanceof Refusal)
    return { exitCode: error.exitCode, message: error.message, code: nameOf(error) };
  if (error instanceof CommanderError) return ofCommander(error, command);
  if (error instanceof GuicheError) return ofClient(error, url);
  return { exitCode: EXIT.failed, message: messageOf(error), code: 'FAILED' };
}

function nameOf({ exitCode }: Refusal): string {
  if (exitCode === EXIT.wrongUse) return 'WRONG_USE';
  if (exitCode === EXIT.notSignedIn) return 'NOT_SIGNED_IN';
  return exitCode === EXIT.unreachable ? 'CONNECTION_FAILED' : 'FAILED';
}

function ofCommander(error: CommanderError, command: string): Failure {
  const message = error.message.replace(/^error: /, '').replace(/[.\s]+$/, '');
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const exitCode = error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
  return { exitCode, message: `${sentence} \`${command} --help\` shows how.`, code: 'WRONG_USE' };
}

function ofClient(error: GuicheError, url: string): Failure {
  const { code } = error;
  if (error instanceof UsageError)
    return { exitCode: EXIT.wrongUse, message: forTerminal(error.message), code };
  if (error instanceof ConnectionError) {
    const message = `No gateway answers at ${url}. Start one with \`guiche start\`, or say where it is: --url or GUICHE_URL.`;
    return { exitCode: EXIT.unreachable, message, code };
  }
  const exitCode = error instanceof AuthenticationError ? EXIT.notSignedIn : EXIT.failed;
  return { exitCode, message: withDetails(error), code };
}

function withDetails(error: GuicheError): string {
  const message = forTerminal(withOwnCure(error));
  const details = Object.entries(error.details)
    .map(([field, what]) => `${field}: ${String(what)}`)
    .filter((detail) => !message.startsWith(detail));
  return [message, ...details.map((detail) => `  ${detail}`)].join('\n');
}

const SIGN_IN = 'Sign in with `guiche login`.';
const IN_DASHBOARD = 'Open the dashboard, do it there, then sign in again with `guiche login`.';

/** The client's cures name its calls; a person at a terminal has commands and the dashboard. */
const OWN_CURES: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Correct it and run the command again.',
  PIX_KEY_REQUIRED: 'Register a PIX key in the dashboard.',
  CHARGE_NOT_REFUNDABLE: 'Look at it with `guiche charges get`: cancel it when it is unpaid.',
  REFUND_EXCEEDS_VALUE: 'Refund at most the rest; without --amount the rest is refunded.',
  CHARGE_NOT_CANCELLABLE: 'Look at it with `guiche charges get`: refund it when it is paid.',
  CARD_NOT_RETRYABLE: 'Use another card: its issuer wants no further try of this one.',
  PAYER_INCOMPLETE: 'Make the charge for a customer that has the field that is named.',
  CHARGE_NOT_CAPTURABLE: 'Look at it with `guiche charges get`: it says what is held, and until when.',
  DUE_DATE_NOT_CHANGEABLE: 'Look at it with `guiche charges get`: create a new one when it is overdue.',
  CHARGE_NOT_PAYABLE: 'Look at it with `guiche charges get`: create a new one when it has ended.',
  INVALID_STATE: 'Its state does not allow this.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new --idempotency-key for a new charge.',
  IDEMPOTENCY_KEY_IN_USE: 'Run the same again in a moment.',
  OVERLOADED: 'Nothing was done. Run the same again in a few seconds.',
  REQUEST_TIMEOUT: 'Check the connection to the gateway and run the same again.',
  PROVIDER_UNAVAILABLE: 'Try again later, with the same --idempotency-key if you gave one.',
  UNAVAILABLE:
    'The database is away for a moment. Check whether it took effect before you run it again in a few seconds.',
  INTERNAL_ERROR: 'Check whether it took effect before you run it again, and report the request id.',
  API_KEY_MISSING: SIGN_IN,
  API_KEY_INVALID: `Check that GUICHE_API_KEY belongs to this gateway and was not revoked, or sign in with \`guiche login\`.`,
  JWT_REQUIRED: SIGN_IN,
  JWT_INVALID: SIGN_IN,
  TWO_FACTOR_REQUIRED: 'Give the six digits of the authenticator app with --code.',
  FORBIDDEN: 'Sign in as an operator: `guiche login --profile operator`.',
  REAUTHENTICATION_REQUIRED: 'Sign in again with `guiche login`, then run the same within ten minutes.',
  PASSWORD_CHANGE_REQUIRED: IN_DASHBOARD,
  TWO_FACTOR_SETUP_REQUIRED: IN_DASHBOARD,
  NOT_FOUND:
    'Check the id, and that you are signed in to its account. What plays the payer exists on sandbox rails only.',
};

function withOwnCure({ code, message }: GuicheError): string {
  const own = OWN_CURES[code as ErrorCode];
  return own === undefined ? message : message.replace(CURES[code as ErrorCode], own);
}

/** The client's sentences speak of its own settings. */
function forTerminal(message: string): string {
  return message
    .replace("baseUrl: '", "--url '")
    .replace(/\bbaseUrl\b/g, 'The address (--url or GUICHE_URL)')
    .replace(/\bapiKey\b/g, 'GUICHE_API_KEY');
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === '' ? 'It failed without a message.' : message;
}
