import { CommanderError } from 'commander';
import {
  AuthenticationError,
  ConnectionError,
  GuicheError,
  PermissionError,
  UsageError,
} from '../sdk/src/main.ts';
import { EXIT, type ExitCode, Refusal } from './outcome.ts';

export type Failure = { exitCode: ExitCode; message: string; code: string };

/** What went wrong, as a sentence that says what to do next. Never a stack trace. */
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
  if (code === 'JWT_INVALID' || code === 'JWT_REQUIRED' || code === 'API_KEY_INVALID') {
    const message = `${error.message} On the command line: \`guiche login\`.`;
    return { exitCode: EXIT.notSignedIn, message: forTerminal(message), code };
  }
  if (error instanceof AuthenticationError)
    return { exitCode: EXIT.notSignedIn, message: error.message, code };
  if (error instanceof PermissionError) return { exitCode: EXIT.failed, message: error.message, code };
  return { exitCode: EXIT.failed, message: withDetails(error), code };
}

function withDetails(error: GuicheError): string {
  const details = Object.entries(error.details)
    .map(([field, what]) => `${field}: ${String(what)}`)
    .filter((detail) => !error.message.startsWith(detail));
  return [error.message, ...details.map((detail) => `  ${detail}`)].join('\n');
}

/** The client's sentences speak of its own settings. */
function forTerminal(message: string): string {
  return message
    .replace(/\bbaseUrl\b/g, 'The address (--url or GUICHE_URL)')
    .replace(/\bapiKey\b/g, 'GUICHE_API_KEY');
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === '' ? 'Something failed without a word.' : message;
}
