import secureJson from 'secure-json-parse';
import { GatewayError } from '../kit/errors.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;
const DEEPEST_NESTING = 32;
const EXACT_DIGITS = 15;

const INEXACT_NUMBER = JSON.stringify('\u0000 inexact number');
/** Sixteen digits, wherever the point stands among them. */
const LONG_NUMBER = /(?:\d\.?){16}/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a body strictly: UTF-8, no prototype keys, bounded depth, no number that JSON.parse would round. */
export function parseJsonBody(bytes: Buffer): unknown {
  const text = decode(bytes);
  requireBoundedDepth(text);
  const exact = LONG_NUMBER.test(text) ? withInexactNumbersAsText(text) : text;
  try {
    return secureJson.parse(exact, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    const isForbidden = (error as Error).message.includes('forbidden prototype');
    if (isForbidden) throw malformed('The body holds a key that is not allowed: __proto__ or constructor');
    throw malformed('The body is not valid JSON');
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8');
  }
}

function malformed(message: string): GatewayError {
  return new GatewayError('VALIDATION_ERROR', message, { body: message });
}

/**
 * 100.00000000000000001 would arrive as 100. A literal with more digits than a double holds becomes a text that no field
 * may hold, so that it is refused by its field's name.
 */
function withInexactNumbersAsText(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) => {
    if (token.startsWith('"')) return token;
    const digits = token
      .replace(/[eE].*$/, '')
      .replace(/\D/g, '')
      .replace(/^0+/, '');
    return digits.length > EXACT_DIGITS ? INEXACT_NUMBER : token;
  });
}

function requireBoundedDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > DEEPEST_NESTING)
        throw malformed(`The body is nested deeper than ${DEEPEST_NESTING} levels`);
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
}

/** Text PostgreSQL cannot store unchanged (NUL, half a surrogate pair) is refused, wherever it stands. */
export function findUnstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path || 'body';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key;
    if (!isStorable(key)) return path || 'body';
    const found = findUnstorableText(child, here);
    if (found) return found;
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
