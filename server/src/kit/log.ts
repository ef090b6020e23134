import { type Logger, pino } from 'pino';

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

export function createLog(level: string): Log {
  return pino({ level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
