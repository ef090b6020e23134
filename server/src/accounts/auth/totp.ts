import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../../kit/clock.ts';

/** Time-based codes: RFC 6238 with SHA-1, six digits and 30 seconds, which every authenticator app supports. */
const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
/** Codes are also accepted one step early or late, for clock drift and typing time. */
const MAX_STEP_DRIFT = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Longer names are cut, so that the URI fits into a QR code. */
const MAX_LABEL_LENGTH = 200;
const CUT_NAME_LENGTH = 20;

export const TOTP_SECRET_BYTES = 20;

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The newest step near now whose code this is, or null. */
export function matchingStep(secret: Buffer, code: string, nowMs: number): number | null {
  if (!isTotpCode(code)) return null;
  const now = totpStep(nowMs);
  for (let step = now + MAX_STEP_DRIFT; step >= now - MAX_STEP_DRIFT; step -= 1) {
    if (step >= 0 && timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

/** RFC 4648, without padding: how people and apps read a secret. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let carried = 0;
  for (const byte of bytes) {
    carried = (carried << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(carried >> (bits - 5)) & 31];
    carried &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(carried << (5 - bits)) & 31] : text;
}

/** What an authenticator app reads from the QR code. */
export function totpUri(issuer: string, name: string, secret: Buffer): string {
  const service = encodeURIComponent(issuer);
  const label = encodeURIComponent(name);
  const shown =
    label.length > MAX_LABEL_LENGTH
      ? encodeURIComponent([...name].slice(0, CUT_NAME_LENGTH).join(''))
      : label;
  const query = `secret=${base32(secret)}&issuer=${service}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / SECOND_MS}`;
  return `otpauth://totp/${service}:${shown}?${query}`;
}
