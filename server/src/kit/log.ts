import { type Logger, type LoggerOptions, pino } from 'pino';

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

/** Only these fields: error objects may hold whole connections and requests. */
function errorFields(error: Error & { code?: unknown }) {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack };
}

export function logOptions(level: string): LoggerOptions {
  const serializers = { err: errorFields };
  return { level, redact, serializers, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
}

export function createLog(level: string): Log {
  return pino(logOptions(level));
}
