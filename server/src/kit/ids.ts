import { hash, randomFillSync } from 'node:crypto';
import { UUID, V7Generator } from 'uuidv7';
import type { Clock } from './clock.ts';
import { uuidText } from './uuid-text.ts';

export type Ids = {
  /** A UUIDv7 in the gateway's time, so that ids sort by creation. */
  next(): string;
};

const POOL_LENGTH = 4_096;
const pool = Buffer.alloc(POOL_LENGTH);
let used = POOL_LENGTH;

/** Reading four thousand random bytes costs little more than four. Each byte is used once and overwritten. */
function randomByte(): number {
  if (used === POOL_LENGTH) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool.readUInt8(used);
  pool[used] = 0;
  used += 1;
  return byte;
}

function randomUint32(): number {
  return ((randomByte() << 24) | (randomByte() << 16) | (randomByte() << 8) | randomByte()) >>> 0;
}

export function idsFrom(clock: Clock): Ids {
  const generator = new V7Generator({ nextUint32: randomUint32 });
  // A generous rollback allowance would freeze ids in the future after the sandbox clock is reset.
  const rollbackAllowanceMs = 10;
  return {
    next: () => uuidText(generator.generateOrResetCore(clock.now().getTime(), rollbackAllowanceMs).bytes),
  };
}

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(text: string): boolean {
  return UUID_TEXT.test(text);
}

/** The smallest UUIDv7 of an instant: turns "created since" into a range over ids. */
export function firstIdOf(instant: Date): string {
  const milliseconds = Math.max(0, instant.getTime());
  return UUID.fromFieldsV7(milliseconds, 0, 0, 0).toString();
}

/** The instant a UUIDv7 was made at. */
export function instantOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniform base62 text; bytes that would bias the alphabet are thrown away. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += BASE62[byte % 62];
  }
  return text;
}

/** A public page token: 22 base62 characters, 130 random bits. */
export function publicToken(): string {
  return randomBase62(22);
}

/** A key derived from others, in UUID form: the same inputs always name the same object. */
export function derivedId(...parts: string[]): string {
  const hex = hash('sha256', parts.join('\u001f'), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The first 48 bits of an id are its time. */
const INSTANT_LENGTH = 13;

/** A derived id with the time of another id, so that it sorts at that time in lists. */
export function derivedIdAt(id: string, ...parts: string[]): string {
  return id.slice(0, INSTANT_LENGTH) + derivedId(id, ...parts).slice(INSTANT_LENGTH);
}
