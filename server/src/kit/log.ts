import { type Logger, type LoggerOptions, pino } from 'pino';
import { maskedText } from './masked-text.ts';

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
  const hooks = { streamWrite: maskedLine };
  return { level, redact, serializers, hooks, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
}

export function createLog(level: string): Log {
  return pino(logOptions(level));
}
