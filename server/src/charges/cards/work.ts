import { createHash } from 'node:crypto';

const MAX_NONCE_LENGTH = 20;

/** How many bits of work a payer's script has done for a form: leading zero bits of SHA-256 over form id and nonce. */
export function workBitsOf(formId: string, nonce: string): number {
  if (nonce === '' || nonce.length > MAX_NONCE_LENGTH) return 0;
  const digest = createHash('sha256').update(`${formId}:${nonce}`).digest();
  const firstSet = digest.findIndex((byte) => byte !== 0);
  const byte = digest[firstSet];
  return byte === undefined ? digest.length * 8 : firstSet * 8 + Math.clz32(byte) - 24;
}
