import type { FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { GatewayError, invalidField } from '../kit/errors.ts';
import type { ProviderNotice } from '../providers/provider.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as received, where the route keeps it. */
    rawBody: Buffer | null;
  }
  interface FastifyContextConfig {
    /** For notices whose signature is over the bytes. */
    keepsRawBody?: boolean;
  }
}

export const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_DEPTH = 32;
/** As many significant digits as a double keeps exactly. */
const MAX_DIGITS = 15;

const NOT_EXACT = 'holds text or a number that cannot be kept exactly';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a provider sent. */
export function noticeOf({ headers, rawBody, body }: FastifyRequest): ProviderNotice {
  return { headers, rawBody: rawBody ?? Buffer.alloc(0), body };
}

/** Parses a body: UTF-8, no prototype keys, bounded depth. `exact`: no key twice in an object, no number that is rounded. */
export function parseJsonBody(bytes: Buffer, { exact }: { exact: boolean }): unknown {
  const text = decode(bytes);
  const written = countMembers(text);
  const value = parse(text);
  refusePrototypeKeys(value);
  if (exact) requireExact(text, value, written);
  return value;
}

function requireExact(text: string, value: unknown, written: number): void {
  // Of two members with one key JSON.parse keeps the last: fewer are left than were written.
  const repeated = membersOf(value) < written ? findRepeatedKey(text) : null;
  if (repeated !== null) throw invalidField(repeated, 'is given more than once');
  const inexact = findInexactNumber(text);
  if (inexact !== null) throw invalidField(inexact, NOT_EXACT);
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children = Object.values(value);
  let count = Array.isArray(value) ? 0 : children.length;
  for (const child of children) count += membersOf(child);
  return count;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON');
  }
}

function refusePrototypeKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  try {
    secureJson.scan(value, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw malformed('The body holds a key that is not allowed: __proto__ or constructor');
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

/** Sixteen digits with or without a decimal point: rare, so most bodies need no second pass. */
const LONG_NUMBER = /(?:\d\.?){16}/;
const TOKEN = /("(?:[^"\\]|\\.)*")\s*(:?)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],]/g;

/** The path of the first key that its object has already, in whatever spelling. The text is valid JSON. */
function findRepeatedKey(text: string): string | null {
  const path: (string | number)[] = [];
  const keys: Set<string>[] = [];
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    const last = path.length - 1;
    const index = path[last];
    if (string !== undefined) {
      if (!colon) continue;
      const key: string = JSON.parse(string);
      path[last] = key;
      if (keys[last]?.has(key)) return path.join('.') || 'body';
      keys[last]?.add(key);
    } else if (token === '{' || token === '[') {
      path.push(token === '{' ? '' : 0);
      keys.push(new Set());
    } else if (token === '}' || token === ']') {
      path.pop();
      keys.pop();
    } else if (token === ',') path[last] = typeof index === 'number' ? index + 1 : '';
  }
  return null;
}

/**
 * The path of the first number that JSON.parse rounds: 100.00000000000000001 would become 100. The text is valid JSON, so
 * scanning its tokens is enough to find the numbers.
 */
function findInexactNumber(text: string): string | null {
  if (!LONG_NUMBER.test(text)) return null;
  const path: (string | number)[] = [];
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    const last = path.length - 1;
    const index = path[last];
    if (string !== undefined) {
      if (colon) path[last] = JSON.parse(string);
    } else if (token === '{') path.push('');
    else if (token === '[') path.push(0);
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',') path[last] = typeof index === 'number' ? index + 1 : '';
    else if (isInexact(token)) return path.join('.') || 'body';
  }
  return null;
}

function isInexact(number: string): boolean {
  const [mantissa = ''] = number.split(/[eE]/);
  return mantissa.replace(/\D/g, '').replace(/^0+/, '').length > MAX_DIGITS;
}

/** How many members its objects have, as written. Refuses what is nested too deep. */
function countMembers(text: string): number {
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x3a) members += 1;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels`);
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return members;
}

/** Refuses text that PostgreSQL cannot store unchanged (NUL, half a surrogate pair), in any field. */
export function requireStorableText(value: unknown): void {
  const field = findUnstorableText(value);
  if (field !== null) throw invalidField(field, NOT_EXACT);
}

export function findUnstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path || 'body';
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return null;
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
