import { type Logger, type LoggerOptions, pino } from 'pino';
import { maskedText } from './masked-text.ts';
import { RepeatedFailures } from './repeated-failures.ts';

export type Log = Logger;

const HIDDEN = '[hidden]';

/** Paths that may carry a credential, a card or a document. Bodies are never logged at all. */
const redact = {
  paths: [
    'req.headers.authorization',
    'req.headers["x-api-key"]',
    'req.headers.cookie',
    '*.password',
    '*.token',
    '*.secret',
    '*.api_key',
    '*.cpf_cnpj',
    '*.document',
    '*.number',
    '*.cvv',
  ],
  censor: HIDDEN,
};

type LoggedError = Error & { code?: unknown };

/** Only these fields: error objects may hold whole connections and requests. */
function errorFields(error: LoggedError) {
  const { name: type, message, code, cause } = error;
  const reason = cause instanceof Error ? cause.message : undefined;
  return { type, message, code, reason, stack: error.stack };
}

/** A line about an error says by its text and its error what kind of failure it is. */
function kindOf(error: LoggedError, text: unknown): string {
  return [text, error.name, error.code ?? '', error.message].join(' ');
}

/** Of failures of one kind a line per second is written, with their number; only the first has a stack. */
function withoutRepetition(failures: RepeatedFailures): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(args, method) {
      const [facts, text] = args as unknown as [{ err?: unknown } | string, string?];
      const error = typeof facts === 'object' && facts !== null ? facts.err : null;
      if (!(error instanceof Error)) return method.apply(this, args);
      const { err: _, ...others } = facts as { err: unknown };
      const brief = { name: error.name, message: error.message, code: (error as LoggedError).code };
      const verdict = failures.see(kindOf(error, text), (times) =>
        method.apply(this, [{ err: brief, times }, text]),
      );
      if (!verdict.write) return;
      if (verdict.isFirst) method.apply(this, args);
      else method.apply(this, [{ ...others, err: brief }, text]);
    },
  };
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;

/** Of a line of JSON the texts are masked; what is a number or a name of ours stays, so that it is JSON still. */
function maskedLine(line: string): string {
  return line.replace(JSON_STRING, (text) => {
    if (!text.includes('\\')) return maskedText(text);
    return JSON.stringify(maskedText(JSON.parse(text) as string));
  });
}

export function logOptions(level: string): LoggerOptions {
  const serializers = { err: errorFields };
  const hooks = { ...withoutRepetition(new RepeatedFailures()), streamWrite: maskedLine };
  return { level, redact, serializers, hooks, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
}

export function createLog(level: string): Log {
  return pino(logOptions(level));
}
