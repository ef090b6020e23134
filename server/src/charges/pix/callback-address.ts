import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../kit/secrets.ts';

const PURPOSE = 'pix callbacks';
const TOKEN_LENGTH = 32;

/** The URL to register with a PSP, which appends /pix. It contains a secret token. */
export function callbackUrl(vault: Vault, publicUrl: string, provider: string): string {
  return `${publicUrl}/pix/callbacks/${provider}/${tokenFor(vault, provider)}`;
}

export function isCallbackToken(vault: Vault, provider: string, token: string): boolean {
  const wanted = Buffer.from(tokenFor(vault, provider));
  const given = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function tokenFor(vault: Vault, provider: string): string {
  return vault.fingerprint(PURPOSE, provider).slice(0, TOKEN_LENGTH);
}
